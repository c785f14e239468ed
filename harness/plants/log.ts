import type { Plant } from './plant.ts';

export const logPlants: readonly Plant[] = [
  {
    name: 'failure-code-not-read',
    breaks: 'log',
    what: 'A failure that comes in with a log loses its code, so that a script which branches on it goes another way on replay.',
    caughtBy: 'replay-equals-live',
    patches: [
      { file: 'runtime/log/codec.ts', find: "...(fields.has('code') && { code: fields.text('code') }),", replace: '' },
    ],
  },
  {
    name: 'failure-recorded-as-response',
    breaks: 'log',
    what: 'A call that failed is in the log as if it had answered.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/record.ts',
        find: 'return entry.failed ? { error: entry.outcome.value as unknown as ActionFailure } : { response: entry.outcome.value };',
        replace: 'return { response: entry.outcome.value };',
      },
    ],
  },
  {
    name: 'end-of-journal-forgotten',
    breaks: 'log',
    what: 'A run that is put together from its journal has lost the record that was written last, and executes that call again.',
    caughtBy: 'crash-anywhere',
    patches: [
      {
        file: 'runtime/sandbox/run-from-journal.ts',
        find: "if (record.type === 'entry') {",
        replace: "if (record.type === 'entry' && record !== later.at(-1)) {",
      },
    ],
  },
  {
    name: 'reservations-written-late',
    breaks: 'log',
    what: 'A call is written down after its action has started: a crash in between leaves an effect that no journal knows of.',
    caughtBy: 'crash-anywhere',
    patches: [
      {
        file: 'runtime/sandbox/attempt-records.ts',
        find: 'return [...this.#newReads(calls.length), ...calls.map(reservation)];',
        replace:
          'const late = this.#late; this.#late = calls; return [...this.#newReads(calls.length), ...late.map(reservation)];',
      },
      {
        file: 'runtime/sandbox/attempt-records.ts',
        find: '#readsUpTo = 0;',
        replace: '#readsUpTo = 0; #late: readonly Call[] = [];',
      },
    ],
  },
  {
    name: 'effect-before-its-record',
    breaks: 'log',
    what: 'An action starts while its call is still being written down.',
    caughtBy: 'journal-is-written-ahead',
    patches: [
      {
        file: 'runtime/sandbox/drive.ts',
        find: 'await this.#written(() => this.#options.journal.exchange(newCalls(step)));',
        replace: 'void this.#written(() => this.#options.journal.exchange(newCalls(step)));',
      },
    ],
  },
  {
    name: 'delivery-before-its-record',
    breaks: 'log',
    what: 'The script sees an outcome that is still being written down.',
    caughtBy: 'journal-is-written-ahead',
    patches: [
      {
        file: 'runtime/sandbox/drive.ts',
        find: 'await this.#written(() => this.#options.journal.settlement(position, settlement));',
        replace: 'void this.#written(() => this.#options.journal.settlement(position, settlement));',
      },
    ],
  },
];
