import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bodies, follow, recorded } from './program.mjs';

const require = createRequire(import.meta.url);

export const quickjsWasi = {
  name: 'quickjs-wasi',
  packages: ['quickjs-wasi'],
  how: 'as its README has it: newFunction, dump, newPromise, executePendingJobs; a new machine of the compiled module for each run',
  caveats: ['It can take a snapshot instead of replaying (see the table of the paused script); nothing compares runs.'],
  async start() {
    const { QuickJS } = await import('quickjs-wasi');
    const wasm = await WebAssembly.compile(await readFile(require.resolve('quickjs-wasi/quickjs.wasm')));
    return {
      async record(shape, calls) {
        const log = recorded(calls);
        const program = `(async (n) => { ${bodies[shape]} })(${calls})`;
        return { replay: async () => replay(await QuickJS.create({ wasm }), program, log) };
      },
    };
  },
};

function replay(machine, program, log) {
  const cursor = follow(log);
  const open = [];
  for (const name of ['step', 'last']) {
    const action = machine.newFunction(name, (input) => {
      const answer = cursor.take(name, JSON.stringify(machine.dump(input)));
      const deferred = machine.newPromise();
      open.push({ deferred, answer });
      return deferred.handle;
    });
    machine.setProp(machine.global, name, action);
    action.dispose();
  }
  machine.evalCode(program).dispose();
  machine.executePendingJobs();
  for (let next = 0; next < open.length; next++) {
    const { deferred, answer } = open[next];
    if (answer === undefined) continue;
    const value = machine.hostToHandle(JSON.parse(answer));
    deferred.resolve(value);
    value.dispose();
    machine.executePendingJobs();
  }
  cursor.check();
  machine.dispose();
}
