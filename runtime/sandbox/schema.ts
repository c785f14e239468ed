import type { StandardSchemaV1 } from '@standard-schema/spec';
import { actionFailure } from '../errors.ts';
import type { ActionFailure, Json } from '../log/entry.ts';
import { failureOf } from './failure.ts';

/** A schema's verdict: the value as it wants it, or why it refuses. */
export type Verdict = { value: unknown } | { failure: ActionFailure };

const kinds = {
  input: { name: 'InvalidInput', code: 'INVALID_INPUT' },
  output: { name: 'InvalidOutput', code: 'INVALID_OUTPUT' },
} as const;

/** Asks a schema. A promise only where the schema gives one, so that a synchronous one delays nothing. */
export function validate(
  schema: StandardSchemaV1 | undefined,
  value: unknown,
  kind: keyof typeof kinds,
  action: string,
): Verdict | Promise<Verdict> {
  if (schema === undefined) return { value };
  const broken = (thrown: unknown): Verdict => ({ failure: brokenSchema(kind, action, thrown) });
  try {
    const result = schema['~standard'].validate(value);
    if (!isPromise(result)) return verdict(result, kind, action);
    return Promise.resolve(result)
      .then((late) => verdict(late, kind, action))
      .catch(broken);
  } catch (thrown) {
    return broken(thrown);
  }
}

function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}

function verdict(result: StandardSchemaV1.Result<unknown>, kind: keyof typeof kinds, action: string): Verdict {
  if (result.issues === undefined) return { value: result.value };
  const issues = result.issues.map(plainIssue);
  const { name, code } = kinds[kind];
  const message = `${action} refuses this ${kind}: ${issues.map(issueText).join('; ')}`;
  return { failure: actionFailure(name, message, code, { issues }) };
}

function brokenSchema(kind: keyof typeof kinds, action: string, thrown: unknown): ActionFailure {
  const { name, code } = kinds[kind];
  return actionFailure(name, `The ${kind} schema of ${action} threw: ${failureOf(thrown).message}`, code, {
    issues: [],
  });
}

type PlainIssue = { message: string; path: Json[] };

function plainIssue(issue: StandardSchemaV1.Issue): PlainIssue {
  return { message: String(issue.message), path: (issue.path ?? []).map(plainKey) };
}

function plainKey(step: PropertyKey | StandardSchemaV1.PathSegment): Json {
  const key = typeof step === 'object' ? step.key : step;
  return typeof key === 'symbol' ? String(key) : key;
}

function issueText({ path, message }: PlainIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
