import { bodies, follow, recorded } from './program.mjs';

export const quickjsEmscripten = {
  name: 'quickjs-emscripten',
  packages: ['quickjs-emscripten'],
  how: 'as its README has it: newFunction, dump, newPromise, executePendingJobs; a new context for each run',
  caveats: [
    'It has memory and time limits that are off here; the clock and chance are open, and nothing compares runs.',
  ],
  async start() {
    const { getQuickJS } = await import('quickjs-emscripten');
    const engine = await getQuickJS();
    return {
      async record(shape, calls) {
        const log = recorded(calls);
        const program = `(async (n) => { ${bodies[shape]} })(${calls})`;
        return { replay: () => replay(engine, program, log) };
      },
    };
  },
};

function replay(engine, program, log) {
  const context = engine.newContext();
  const cursor = follow(log);
  const open = [];
  for (const name of ['step', 'last']) {
    const action = context.newFunction(name, (input) => {
      const answer = cursor.take(name, JSON.stringify(context.dump(input)));
      const deferred = context.newPromise();
      open.push({ deferred, answer });
      return deferred.handle;
    });
    context.setProp(context.global, name, action);
    action.dispose();
  }
  context.unwrapResult(context.evalCode(program)).dispose();
  context.unwrapResult(context.runtime.executePendingJobs());
  for (let next = 0; next < open.length; next++) {
    const { deferred, answer } = open[next];
    if (answer !== undefined) resolve(context, deferred, JSON.parse(answer));
    deferred.dispose();
  }
  cursor.check();
  context.dispose();
}

function resolve(context, deferred, { v }) {
  const value = context.newObject();
  const number = context.newNumber(v);
  context.setProp(value, 'v', number);
  deferred.resolve(value);
  number.dispose();
  value.dispose();
  context.unwrapResult(context.runtime.executePendingJobs());
}
