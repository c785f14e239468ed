/**
 * Errors on their way from one thread to another: a structured clone would keep neither class nor fields. Every error that
 * this package throws arrives as what it was; any other keeps its name, message and stack.
 */
import {
  CallLogFormatError,
  CallLogMismatchError,
  EngineError,
  LinkError,
  type LockstepError,
  MisuseError,
  RunFormatError,
  ScriptSyntaxError,
  SnapshotError,
} from '../../errors.ts';
import { RunMismatchError } from '../run-mismatch.ts';

export interface WireError {
  /** Which of our errors it is; absent for any other. */
  readonly kind?: string;
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The error's own fields, of one of ours. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fields are those of an error of this kind: `toWire` has read them from one. */
// biome-ignore lint/suspicious/noExplicitAny: each maker knows its own.
type Fields = any;

interface Kind {
  readonly of: { [Symbol.hasInstance](value: unknown): boolean };
  readonly make: (message: string, fields: Fields) => LockstepError;
}

/** By names of our own: those of classes do not survive a bundler. */
const kinds: Readonly<Record<string, Kind>> = {
  'call-log-format': {
    of: CallLogFormatError,
    make: (message, { position, field }) => new CallLogFormatError(message, position, field),
  },
  'call-log-mismatch': {
    of: CallLogMismatchError,
    make: (message, fields) => new CallLogMismatchError(message, { observed: undefined, ...fields }),
  },
  engine: { of: EngineError, make: (message) => new EngineError(message) },
  link: { of: LinkError, make: (message, { missing }) => new LinkError(message, missing) },
  misuse: { of: MisuseError, make: (message, { code }) => new MisuseError(code, message) },
  'run-format': { of: RunFormatError, make: (message, { field }) => new RunFormatError(message, field) },
  'run-mismatch': {
    of: RunMismatchError,
    make: (message, fields) => new RunMismatchError(message, { recorded: undefined, observed: undefined, ...fields }),
  },
  'script-syntax': { of: ScriptSyntaxError, make: (message, { location }) => new ScriptSyntaxError(message, location) },
  snapshot: { of: SnapshotError, make: (message, { code }) => new SnapshotError(code, message) },
};

export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown), fields: {} };
  const { name, message, stack } = thrown;
  const kind = Object.keys(kinds).find((key) => kinds[key]?.of[Symbol.hasInstance](thrown));
  return {
    ...(kind !== undefined && { kind }),
    name,
    message,
    ...(stack !== undefined && { stack }),
    fields: kind === undefined ? {} : { ...thrown },
  };
}

export function fromWire({ kind, name, message, stack, fields }: WireError): Error {
  const known = kind === undefined ? undefined : kinds[kind];
  const error = known === undefined ? Object.assign(new Error(message), { name }) : known.make(message, fields);
  if (stack !== undefined) error.stack = stack;
  return error;
}
