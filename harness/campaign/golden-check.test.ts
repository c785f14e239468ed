import { describe, expect, test } from 'vitest';
import { Engine, type Run } from '../../runtime/index.ts';
import { goldenPlans, recordPlan } from '../golden/index.ts';
import { Crew } from './crew.ts';
import { judgeGolden } from './gate-judgement.ts';
import { checkGoldenLogs } from './golden-check.ts';
import { perform } from './perform.ts';
import { threadOf, workerUrl } from './testing/threads.ts';

const engine = await Engine.load();
const recorded = goldenPlans.slice(0, 3).flatMap((plan) => recordPlan(engine, plan));
const texts = recorded.map(({ run }) => JSON.stringify(run));
const changed = (text: string): string => JSON.stringify({ ...JSON.parse(text), value: 'otherwise' });

/** A thread that finds every run right, and does this over the second. */
const mortal = (lethal: string): URL =>
  threadOf(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', ({ runs }) => {
      for (const [index, run] of runs.entries()) {
        if (run === null) continue;
        Atomics.store(workerData.progress, 1, index);
        if (index === 1) { ${lethal} }
      }
      parentPort.postMessage({ type: 'done', result: [] });
    });
    parentPort.postMessage({ type: 'ready' });`);

describe('replaying golden logs', () => {
  test('says which runs do not come out as they were, and why', () => {
    const begun: number[] = [];
    const runs = [texts[0] ?? '', null, changed(texts[2] ?? '')];

    const problems = perform(engine, { type: 'replay-runs', runs }, (index) => void begun.push(index));

    expect(begun).toEqual([0, 2]);
    expect(problems).toEqual([{ index: 2, message: expect.stringContaining('$.value') }]);
  });

  test('a run that ends its thread is a problem of that run; the others are replayed', async () => {
    const crew = new Crew({ threads: 1, workerUrl: mortal('process.exit(9);') });
    const runs = recorded.map(({ name, run }) => ({ file: `${name}.json`, release: '1.0.0', run }));

    const result = await checkGoldenLogs(crew, { runs, refused: [], unreadable: [] });
    await crew.close();

    expect(result.releases).toEqual({ '1.0.0': recorded.length });
    expect(result.failed).toEqual([{ file: runs[1]?.file, reason: expect.stringContaining('exit code 9') }]);
  });

  test('a run that takes all memory has not failed: nothing is known of it', async () => {
    const error = "Object.assign(new Error('no memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })";
    const crew = new Crew({ threads: 1, workerUrl: mortal(`throw ${error};`) });
    const runs = recorded.map(({ name, run }) => ({ file: `${name}.json`, release: '1.0.0', run }));

    const result = await checkGoldenLogs(crew, { runs, refused: [], unreadable: [] });
    await crew.close();

    expect(result).toMatchObject({ failed: [], outOfMemory: [runs[1]?.file] });
  });

  test('refused runs have failed, beside those that differ', async () => {
    const crew = new Crew({ threads: 1, workerUrl });
    const runs = [{ file: 'z.json', release: '1.0.0', run: JSON.parse(changed(texts[0] ?? '')) as Run }];
    const refused = [{ file: 'a.json', release: '1.1.0', reason: 'flags' }];

    const result = await checkGoldenLogs(crew, { runs, refused, unreadable: [] });
    await crew.close();

    expect(result).toMatchObject({ releases: { '1.0.0': 1, '1.1.0': 1 }, unreadable: [] });
    expect(result.failed.map(({ file }) => file)).toEqual(['a.json', 'z.json']);
  });
});

describe('the verdict on golden logs', () => {
  const none = { releases: {}, failed: [], outOfMemory: [], unreadable: [] };

  test.each([
    ['all replay', none, 'PASS', []],
    ['one differs', { ...none, failed: [{ file: 'l/a.json', reason: 'x' }] }, 'FAIL', [/^l\/a\.json was recorded/]],
    [
      'one took all memory',
      { ...none, outOfMemory: ['l/a.json'] },
      'INCONCLUSIVE',
      [/want of memory in the replay of l\/a\.json/],
    ],
    [
      'one cannot be read',
      { ...none, unreadable: [{ file: 'l', reason: 'EACCES' }] },
      'BROKEN',
      [/^l cannot .*EACCES/],
    ],
  ] as const)('%s', (_, result, verdict, reasons) => {
    const judgement = judgeGolden(result);

    expect(judgement.verdict).toBe(verdict);
    expect(judgement.reasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });
});
