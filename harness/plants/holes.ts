import type { Plant } from './plant.ts';

const caughtBy = 'hole-executed-record-never';

export const holesPlants: readonly Plant[] = [
  {
    name: 'hole-served-as-nothing',
    breaks: 'holes',
    what: 'A hole in the log is taken for an answer, and its call never executed.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: 'const until = sleepUntil(call);\n    if (deliverMax !== undefined)',
        replace: `const until = sleepUntil(call);
    if (before === undefined && this.#options.callLog?.[call.position] === null)
      return { type: 'decided', outcome: { response: null } };
    if (deliverMax !== undefined)`,
      },
    ],
  },
  {
    name: 'record-executed-again',
    breaks: 'holes',
    what: 'A call is handed out for execution although the log has its outcome.',
    caughtBy,
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: 'if (!this.#record.ordered) this.#recordedQueue.push(position);\n    } else {',
        replace:
          'if (!this.#record.ordered) this.#recordedQueue.push(position);\n      this.#fresh.push(position);\n    } else {',
      },
    ],
  },
  {
    name: 'hole-not-waited-for',
    breaks: 'holes',
    what: 'What was answered after a hole is delivered before the hole is filled.',
    caughtBy,
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: 'const isDueNow = due.order === this.#delivered;',
        replace: 'const isDueNow = this.#open.at(due.position) !== undefined;',
      },
    ],
  },
  {
    name: 'key-changes-per-attempt',
    breaks: 'holes',
    what: 'A call that is executed again has another idempotency key, so that its effect happens twice.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: 'const idempotencyKey = ',
        replace: "const idempotencyKey = (this.#options.callLog?.length ? 'again ' : '') + ",
      },
    ],
  },
];
