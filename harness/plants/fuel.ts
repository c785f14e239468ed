import type { Plant } from './plant.ts';

export const fuelPlants: readonly Plant[] = [
  {
    name: 'fuel-forgotten-by-restore',
    breaks: 'fuel',
    what: 'A run that goes on from a snapshot has all of its fuel again.',
    caughtBy: 'restore-equals-replay',
    patches: [
      {
        file: 'runtime/guest/guest.ts',
        find: '    this.#promise = promise;\n    this.#ticks = ticks;',
        replace: '    this.#promise = promise;\n    this.#ticks = 0 * ticks;',
      },
    ],
  },
  {
    name: 'limit-depends-on-the-attempt',
    breaks: 'fuel',
    what: 'Where a run has met a limit is told by the calls of this attempt, so that a replay ends at another position.',
    caughtBy: 'limits-are-repeatable',
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: 'limitFailure(name, this.#parts.limits, this.#positions)',
        replace: 'limitFailure(name, this.#parts.limits, this.#positions - this.#fresh.length)',
      },
    ],
  },
];
