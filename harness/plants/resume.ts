import type { Plant } from './plant.ts';

const attempt = 'runtime/sandbox/attempt.ts';

export const resumePlants: readonly Plant[] = [
  {
    name: 'question-lost',
    breaks: 'resume',
    what: 'A paused run no longer says what its action asked.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: 'runtime/sandbox/open-questions.ts',
        find: 'payload: payload ?? null',
        replace: 'payload: null',
      },
    ],
  },
  {
    name: 'answer-not-given',
    breaks: 'resume',
    what: 'A question that was answered is asked again: its action is executed and never told what people said.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: attempt,
        find: "if (answer !== undefined) return { type: 'ready', answer: answer.answer };",
        replace: "if (answer !== undefined) return { type: 'ready' };",
      },
    ],
  },
  {
    name: 'unanswered-executed-on-resume',
    breaks: 'resume',
    what: 'A question that nobody has answered yet is asked again when its run is resumed.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: attempt,
        find: "return before?.state === 'interrupted' ? { type: 'left', as: this.#stateBefore(call) } : { type: 'ready' };",
        replace: "return { type: 'ready' };",
      },
    ],
  },
  {
    name: 'rejection-executed',
    breaks: 'resume',
    what: 'A call that was rejected is executed.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: attempt,
        find: "return { type: 'decided', outcome: { error: rejection(call, answer.reject) } };",
        replace: "return rejection(call, answer.reject) && { type: 'ready' };",
      },
    ],
  },
  {
    name: 'console-of-the-attempt-before',
    breaks: 'resume',
    what: 'An attempt begins with what the one before has printed.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: 'this.#console = new ConsoleRecord(parts.limits.consoleBytes);',
        replace:
          'this.#console = consoles.get(parts.script) ?? new ConsoleRecord(parts.limits.consoleBytes);\n    consoles.set(parts.script, this.#console);',
      },
      {
        file: 'runtime/session/run-session.ts',
        find: 'export class RunSession implements Session {',
        replace:
          'const consoles = new WeakMap<object, ConsoleRecord>();\n\nexport class RunSession implements Session {',
      },
    ],
  },
  {
    name: 'delivered-after-a-stop',
    breaks: 'resume',
    what: 'What settles after the run has been stopped by a question reaches the script all the same.',
    caughtBy: 'pauses-are-kept',
    patches: [
      { file: attempt, find: '    this.#stopped = true;\n    this.#standDown();', replace: '    this.#standDown();' },
    ],
  },
  {
    name: 'stuck-run-waits',
    breaks: 'resume',
    what: 'A script that waits for something which nothing can settle waits for ever, and nobody is told.',
    caughtBy: 'nothing-ends-silently',
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: "if (this.#state === 'waiting' && this.#open.count === 0) this.#end({ error: stuckFailure() });",
        replace: 'void stuckFailure;',
      },
    ],
  },
  {
    name: 'settle-ignored',
    breaks: 'resume',
    what: 'A question stops its run although it was to go on with all else.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: attempt,
        find: "if (this.#options.onInterrupt === 'settle') return;",
        replace: '',
      },
    ],
  },
  {
    name: 'answer-to-another-question',
    breaks: 'resume',
    what: 'A call that asked again before a crash is given the answer to its first question.',
    caughtBy: 'crash-anywhere',
    patches: [
      {
        file: 'runtime/sandbox/run-from-journal.ts',
        find: '  heard.add(position);\n',
        replace: '',
      },
    ],
  },
];
