import type { Plant } from './plant.ts';

const file = 'runtime/session/guard.ts';
const session = 'runtime/session/run-session.ts';
const caughtBy = 'guard-always-fires';

export const guardPlants: readonly Plant[] = [
  {
    name: 'input-not-compared',
    breaks: 'guard',
    what: 'A call whose input is another one than the log has is served from the log.',
    caughtBy,
    patches: [
      {
        file,
        find: 'if (recorded.input.text === inputText || ignoreInputs.has(name)) return undefined;',
        replace: 'return undefined;',
      },
    ],
  },
  {
    name: 'name-not-compared',
    breaks: 'guard',
    what: 'A call of one action is served what another one answered.',
    caughtBy,
    patches: [{ file, find: "if (recorded.name !== name) return 'name';", replace: '' }],
  },
  {
    name: 'kind-of-read-not-compared',
    breaks: 'guard',
    what: 'A script that reads the clock is served a recorded random number, and the other way round.',
    caughtBy,
    patches: [
      {
        file: session,
        find: "if (recorded.type !== type) return this.#diverge(position, 'kind', { type });",
        replace: "if (recorded.type === 'action') return this.#diverge(position, 'kind', { type });",
      },
    ],
  },
  {
    name: 'order-of-keys-compared',
    breaks: 'guard',
    what: 'An input that is equal but for the order of its keys is taken for another one.',
    caughtBy,
    patches: [
      {
        file,
        find: "return canonicalJson(recorded.input.value) === canonicalJson(JSON.parse(inputText) as Json) ? undefined : 'input';",
        replace: "return 'input';",
      },
    ],
  },
  {
    name: 'order-of-lists-not-compared',
    breaks: 'guard',
    what: 'An input whose list has the same items in another order is taken for the same.',
    caughtBy,
    patches: [
      {
        file: 'runtime/log/canonical.ts',
        find: "value.map(canonicalJson).join(',')",
        replace: "value.map(canonicalJson).sort().join(',')",
      },
    ],
  },
  {
    name: 'unreached-not-reported',
    breaks: 'guard',
    what: 'A script that ends without having made calls which the log has ends as if nothing were wrong.',
    caughtBy,
    patches: [
      {
        file: session,
        find: 'if (position === undefined) return;\n    const recorded = toEntry',
        replace: 'return;\n    const recorded = toEntry',
      },
    ],
  },
  {
    name: 'mismatch-can-be-caught',
    breaks: 'guard',
    what: 'A divergence is an exception of the script, which may catch it and go on.',
    caughtBy,
    patches: [
      {
        file: session,
        find: "if (reason !== undefined) this.#diverge(position, reason, { type: 'action', name, input: parse(inputText) });",
        replace: 'if (reason !== undefined) this.#diverged.add(position);',
      },
      {
        file: session,
        find: '  #queueHead = 0;',
        replace: '  #queueHead = 0;\n  readonly #diverged = new Set<number>();',
      },
      {
        file: session,
        find: 'if (entry.failed) guest',
        replace: `if (this.#diverged.has(position)) guest.deliverFailure(call.slot, '{"name":"CallLogMismatchError","message":"diverged"}', this.#frameOf(call.name, position));
      else if (entry.failed) guest`,
      },
    ],
  },
  {
    name: 'unreached-forgiven-to-failures',
    breaks: 'guard',
    what: 'A script that throws without having made calls which the log has fails as if nothing were wrong.',
    caughtBy,
    patches: [
      {
        file: session,
        find: "if (this.#state === 'completed' || (this.#state === 'failed' && !this.#stoppedByLimit())) this.#checkAllReached();",
        replace: "if (this.#state === 'completed') this.#checkAllReached();",
      },
    ],
  },
  {
    name: 'pending-not-compared',
    breaks: 'guard',
    what: 'The answer to a question reaches whatever the script asks there now.',
    caughtBy,
    patches: [
      {
        file: 'runtime/sandbox/pending-before.ts',
        find: '    this.#compare(before, call, session);\n',
        replace: '    void session;\n',
      },
    ],
  },
  {
    name: 'one-ignored-input-ignores-all',
    breaks: 'guard',
    what: 'Where the inputs of one action are not compared, those of no action are.',
    caughtBy,
    patches: [
      {
        file: file,
        find: 'ignoreInputs.has(name)',
        replace: 'ignoreInputs.size > 0',
      },
    ],
  },
];
