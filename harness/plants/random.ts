import type { Plant } from './plant.ts';

export const randomPlants: readonly Plant[] = [
  {
    name: 'random-not-recorded',
    breaks: 'random',
    what: 'What Math.random() gave is not written down, and another number on replay.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: 'this.#record.putRead(position, type, response);',
        replace: "if (type === 'now') this.#record.putRead(position, type, response);",
      },
    ],
  },
  {
    name: 'seed-not-of-the-run',
    breaks: 'random',
    what: 'Where chance is seeded, every attempt has a seed of its own.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/profiles.ts',
        find: 'hash(runIdOf(options))',
        replace: 'hash(runIdOf(options) + (options.callLog?.length ?? 0))',
      },
    ],
  },
];
