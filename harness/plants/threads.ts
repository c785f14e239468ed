import type { Plant } from './plant.ts';

const caughtBy = 'threads-equal-inline';

export const threadsPlants: readonly Plant[] = [
  {
    name: 'order-of-asking-in-threads',
    breaks: 'threads',
    what: 'An outcome that comes to a run in a thread gets the rank in which it was asked for.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/thread/mirror.ts',
        find: 'const order = this.#nextOrder.after(this.#news.delivered);',
        replace: 'const order = position;',
      },
    ],
  },
  {
    name: 'errors-unknown-outside-their-thread',
    breaks: 'threads',
    what: 'A divergence in a thread arrives in its caller as an error of no kind.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/thread/wire-error.ts',
        find: 'const known = kind === undefined ? undefined : kinds[kind];',
        replace: 'const known = kind === undefined ? undefined : kinds.none;',
      },
    ],
  },
  {
    name: 'console-lost-in-thread',
    breaks: 'threads',
    what: 'What a script prints in a thread after its first turn is lost.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/thread/mirror.ts',
        find: 'for (const line of news.console ?? []) this.console.push(line);',
        replace: 'if (this.console.length === 0) for (const line of news.console ?? []) this.console.push(line);',
      },
    ],
  },
];
