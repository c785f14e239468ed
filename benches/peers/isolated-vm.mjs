import { follow, guestProgram, recorded } from './program.mjs';

export const isolatedVm = {
  name: 'isolated-vm',
  packages: ['isolated-vm'],
  how: 'a new Isolate and context for each run; calls are answered from the log at once, as JSON text',
  caveats: [
    'It separates heaps and limits memory, and checks nothing but the inputs; the clock and chance are open.',
    'Version 5 is the last one for Node 20; it is compiled when it is installed, where scripts of packages may run.',
  ],
  async start() {
    const { default: ivm } = await import('isolated-vm');
    return {
      async record(shape, calls) {
        const [log, program] = [recorded(calls), guestProgram(shape, calls)];
        return {
          async replay() {
            const cursor = follow(log);
            const isolate = new ivm.Isolate({ memoryLimit: 256 });
            const context = isolate.createContextSync();
            context.global.setSync('__call', new ivm.Callback((name, input) => cursor.take(name, input)));
            context.evalSync(`${program} 0`);
            cursor.check();
            isolate.dispose();
          },
        };
      },
    };
  },
};
