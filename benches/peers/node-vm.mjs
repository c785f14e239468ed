import vm from 'node:vm';
import { follow, guestProgram, recorded } from './program.mjs';

export const nodeVm = {
  name: 'node:vm',
  packages: [],
  how: 'a new context for each run; calls are answered from the log at once, as JSON text',
  caveats: [
    'It is no sandbox (Node says so), has no limits, and checks nothing but the inputs: this is what V8 itself costs.',
    'Nothing keeps the clock, chance or the order of promises from differing in the next run.',
  ],
  async start() {
    return {
      async record(shape, calls) {
        const [log, program] = [recorded(calls), guestProgram(shape, calls)];
        return {
          async replay() {
            const cursor = follow(log);
            const context = vm.createContext(
              { __call: (name, input) => cursor.take(name, input) },
              { microtaskMode: 'afterEvaluate' },
            );
            vm.runInContext(program, context);
            cursor.check();
          },
        };
      },
    };
  },
};
