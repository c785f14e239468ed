import { emptyTally } from '../tally.ts';

/** A campaign's own code as it is built: a worker cannot run TypeScript. */
export const workerUrl: URL = new URL('../../../dist/harness/campaign/worker.js', import.meta.url);
export const repeatUrl: URL = new URL('../../../dist/harness/campaign/repeat-main.js', import.meta.url);

/** A thread that runs this module. It may import by absolute addresses only. */
export function threadOf(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** A thread that examines nothing, and does `lethal` when it comes to case 5. */
export function puppet(lethal: string): URL {
  return threadOf(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      const tally = ${JSON.stringify(emptyTally())};
      for (const index of task.indices ?? task.cases.keys()) {
        Atomics.store(workerData.progress, 1, index);
        Atomics.add(workerData.progress, 0, 1);
        if (index === 5 && (task.cases?.[index].script ?? 'x') !== '') { ${lethal} }
        tally.cases++;
      }
      parentPort.postMessage({ type: 'done', result: { tally, failures: [], mistakes: [], hashes: [], fingerprint: 0 } });
    });
    parentPort.postMessage({ type: 'ready' });`);
}

/** A thread whose engine overlooks changed inputs, and refuses scripts with a race in them: two promises broken. */
export const onBrokenEngine: URL = threadOf(`
  import { parentPort } from 'node:worker_threads';
  import { Engine, MisuseError } from ${built('runtime/index.js')};
  import { onAnotherHost } from ${built('harness/world/another-host.js')};
  import { perform } from ${built('harness/campaign/perform.js')};

  const broken = (engine) => ({
    fingerprint: engine.fingerprint,
    open(options) {
      const text = typeof options.script === 'string' ? options.script : options.script.source;
      if (text.includes('Promise.race')) throw new MisuseError('REFUSED', 'The script has a race in it.');
      return engine.open({ ...options, ignoreInputs: options.actions });
    },
  });
  const engine = broken(await Engine.load());
  const elsewhere = onAnotherHost(broken(await Engine.load()));
  parentPort.on('message', (task) => {
    parentPort.postMessage({ type: 'done', result: perform(engine, task, () => {}, elsewhere) });
  });
  parentPort.postMessage({ type: 'ready' });`);

function built(path: string): string {
  return JSON.stringify(new URL(`../../../dist/${path}`, import.meta.url).href);
}
