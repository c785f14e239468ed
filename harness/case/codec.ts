import { createHash } from 'node:crypto';
import { type ActionFailure, defaultLimits, type Limits } from '../../runtime/index.ts';
import type { Behaviour, Case, Fault, Pace, Reaction } from './case.ts';
import {
  CaseFormatError,
  integer,
  json,
  list,
  natural,
  object,
  oneOf,
  optional,
  type Reader,
  string,
  variant,
} from './shape.ts';

export { CaseFormatError } from './shape.ts';

const failure: Reader<ActionFailure> = object({
  name: string,
  message: string,
  code: optional(string),
  data: optional(json),
});

const reaction = variant<Reaction>({
  answer: object({ type: oneOf('answer'), answer: json }),
  reject: object({ type: oneOf('reject'), reason: json }),
  leave: object({ type: oneOf('leave') }),
});

const pace = optional<Pace>(oneOf('late', 'never'));

const behaviour = variant<Behaviour>({
  respond: object({
    type: oneOf('respond'),
    value: json,
    simulated: optional(oneOf(true)),
    lie: optional(string),
    pace,
  }),
  fail: object({ type: oneOf('fail'), failure, simulated: optional(oneOf(true)), pace }),
  interrupt: object({ type: oneOf('interrupt'), payload: json, then: reaction, pace }),
});

/** In which attempt. */
const attempt = optional(natural);

const fault = variant<Fault>({
  crash: object({ type: oneOf('crash'), turn: natural, attempt }),
  'crash-record': object({ type: oneOf('crash-record'), record: natural, before: optional(oneOf(true)), attempt }),
  'lose-tail': object({ type: oneOf('lose-tail'), turn: natural, records: natural, bytes: natural, attempt }),
  snapshot: object({ type: oneOf('snapshot'), turn: natural, attempt }),
  'restore-elsewhere': object({ type: oneOf('restore-elsewhere'), turn: natural, attempt }),
  'swap-out': object({ type: oneOf('swap-out'), turn: natural, attempt }),
  abort: object({ type: oneOf('abort'), turn: natural, unstarted: optional(oneOf(true)), attempt }),
  'clock-jump': object({ type: oneOf('clock-jump'), ms: integer, turn: optional(natural), attempt }),
  'resume-twice': object({ type: oneOf('resume-twice'), pause: natural, otherwise: optional(oneOf(true)) }),
  punch: object({ type: oneOf('punch'), positions: list(natural) }),
});

const limits: Reader<Partial<Limits>> = object(
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, optional(natural)])),
);

const fields: Reader<Case> = object({
  version: oneOf(1),
  script: string,
  input: json,
  data: json,
  actions: list(string),
  onInterrupt: oneOf('stop', 'settle'),
  behaviours: list(list(behaviour)),
  schedule: list(natural),
  faults: list(fault),
  limits: optional(limits),
  clock: optional(oneOf('recorded', 'event')),
  random: optional(oneOf('recorded', 'seeded')),
  workflow: optional(object({ name: string, file: string })),
} satisfies Record<keyof Case, unknown>);

/** Reads a case out of parsed JSON. Throws `CaseFormatError` with the path of the first field at fault. */
export function parseCase(value: unknown): Case {
  return fields(value, '$');
}

/** Reads a case out of the text of its file. Throws `CaseFormatError`. */
export function parseCaseText(text: string): Case {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CaseFormatError(`The case is not JSON: ${(error as Error).message}.`, '$');
  }
  return parseCase(value);
}

/** The text of a case's file: fields in the order of the `Case` interface, values' keys as given, `-0` as `0`. */
export function printCase(testCase: Case): string {
  return `${JSON.stringify(parseCase(testCase), null, 2)}\n`;
}

/** A short hash of a case's content, the same whatever the order of its fields: twelve hex digits. Its file name. */
export function digestCase(testCase: Case): string {
  return createHash('sha256').update(printCase(testCase)).digest('hex').slice(0, 12);
}
