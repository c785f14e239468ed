import type { Plant } from './plant.ts';

export const valuesPlants: readonly Plant[] = [
  {
    name: 'live-value-not-through-json',
    breaks: 'values',
    what: 'The log has the object that an action returned, and not what its JSON text says.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/record.ts',
        find: 'return { failed: false, text: toJsonText(outcome.response) };',
        replace: 'return { failed: false, text: toJsonText(outcome.response), value: outcome.response };',
      },
    ],
  },
  {
    name: 'keys-sorted-on-replay',
    breaks: 'values',
    what: 'A response that comes from the log has its keys in another order than it had live.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/record.ts',
        find: 'outcome: Payload.ofValue(failed ? (entry.error as unknown as Json) : entry.response),',
        replace: 'outcome: Payload.ofText(canonicalJson(failed ? (entry.error as unknown as Json) : entry.response)),',
      },
      {
        file: 'runtime/session/record.ts',
        find: "import { Payload } from '../log/payload.ts';",
        replace: "import { Payload } from '../log/payload.ts';\nimport { canonicalJson } from '../log/canonical.ts';",
      },
    ],
  },
  {
    name: 'failure-without-code',
    breaks: 'values',
    what: "A failed action's error has no code in the script, live and on replay alike.",
    caughtBy: 'engine-agrees-with-v8',
    patches: [
      {
        file: 'runtime/guest/prelude.js',
        find: "if (failure.code !== undefined) own('code', failure.code);",
        replace: '',
      },
    ],
  },
  {
    name: 'input-loses-numbers-that-are-none',
    breaks: 'values',
    what: 'A call whose input has a NaN or an infinity is made, with null in its place.',
    caughtBy: 'engine-agrees-with-v8',
    patches: [
      {
        file: 'runtime/guest/prelude.js',
        find: 'return isFiniteNumber(value) ? undefined : text(value);',
        replace: 'return undefined;',
      },
    ],
  },
  {
    name: 'response-loses-numbers-that-are-none',
    breaks: 'values',
    what: 'A NaN or an infinity in what an action answers becomes null, and nobody is told.',
    caughtBy: 'nothing-is-lost-silently',
    patches: [
      {
        file: 'runtime/log/json-fault.ts',
        find: 'return Number.isFinite(value) ? undefined : String(value);',
        replace: 'return undefined;',
      },
    ],
  },
  {
    name: 'failure-data-lost',
    breaks: 'values',
    what: "Data of a failure that counts as false is not in the script's error.",
    caughtBy: 'engine-agrees-with-v8',
    patches: [
      {
        file: 'runtime/guest/prelude.js',
        find: "if (failure.data !== undefined) own('data', failure.data);",
        replace: "if (failure.data) own('data', failure.data);",
      },
    ],
  },
];
