import type { Plant } from './plant.ts';

export const orderPlants: readonly Plant[] = [
  {
    name: 'completion-order-ignored',
    breaks: 'order',
    what: 'A replay delivers outcomes by position: who asked first is answered first, whoever it was then.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/record.ts',
        find: 'this.#ordered = beyond !== undefined || this.#orders.given;',
        replace: 'this.#ordered = beyond !== undefined;',
      },
    ],
  },
  {
    name: 'undelivered-have-no-order',
    breaks: 'order',
    what: 'An outcome that is recorded after a stop gets no order, so that nobody can say when it is due.',
    caughtBy: 'nothing-ends-silently',
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: '    // It stays open: the script still waits for it, in an attempt that goes on from a snapshot too.\n    this.#settle(position, call, outcome, at);',
        replace:
          '    this.#settle(position, call, outcome, at);\n    (this.#record.at(position) as RecordedAction).order = undefined;',
      },
      {
        file: 'runtime/session/record.ts',
        find: 'for (const position of this.#added) log[position] = this.#entry(position);',
        replace:
          'for (const position of this.#added) log[position] = this.#entry(position, () => undefined as unknown as number);',
      },
    ],
  },
  {
    name: 'orders-begin-anew-after-restore',
    breaks: 'order',
    what: 'A run that goes on from a snapshot counts its outcomes from 0 again.',
    caughtBy: 'restore-equals-replay',
    patches: [{ file: 'runtime/session/orders.ts', find: 'this.#free = delivered;', replace: 'this.#free = 0;' }],
  },
  {
    name: 'calls-started-backwards',
    breaks: 'order',
    what: 'Of the calls that a turn made, the last is started first.',
    caughtBy: 'hole-executed-record-never',
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: 'this.#calls.launch().map(',
        replace: 'this.#calls.launch().reverse().map(',
      },
    ],
  },
  {
    name: 'journal-has-another-order',
    breaks: 'order',
    what: 'What is written ahead of a delivery has the rank in which it was asked for, and not the one that is then in the log.',
    caughtBy: 'crash-anywhere',
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: 'const order = this.#nextOrder.after(this.session.delivered);',
        replace: 'const order = position;',
      },
    ],
  },
];
