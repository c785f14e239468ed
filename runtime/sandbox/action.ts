import type { StandardSchemaV1 } from '@standard-schema/spec';
import { MisuseError } from '../errors.ts';
import { checkActionName } from './action-name.ts';
import type { ExecutionContext } from './context.ts';

type Schema = StandardSchemaV1 | undefined;

/** What `execute` is given: the schema's output. Without a schema it is whatever the script gave. */
export type ActionInput<Input extends Schema> = Input extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Input>
  : unknown;

/** What `execute` gives back: the schema's input. Without a schema it is anything that JSON can carry. */
export type ActionResult<Output extends Schema> = Output extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<Output>
  : unknown;

/** A named host function with effects, which scripts call as `actions.<name>(input)`. */
export interface Action<Input extends Schema = Schema, Output extends Schema = Schema> {
  /** Identifiers joined by dots: `github.createIssue` makes `actions.github.createIssue`. */
  readonly name: string;
  /** For people and models who write scripts. */
  readonly description?: string;
  /** Any Standard Schema. An input that it refuses is a failure of the call, `InvalidInput`. */
  readonly input?: Input;
  /** Any Standard Schema. A result that it refuses is a failure of the call, `InvalidOutput`. */
  readonly output?: Output;
  /** `ignore`: a replay does not compare this action's inputs (the text of a prompt, say). Default `compare`. */
  readonly inputs?: 'compare' | 'ignore';
  /** Must not change `input` of another execution; may be executed again for the same position (see `context.idempotencyKey`). */
  execute(input: ActionInput<Input>, context: ExecutionContext): ActionResult<Output> | Promise<ActionResult<Output>>;
}

/**
 * Declares an action. Types of `execute` follow from the schemas.
 *
 * @throws MisuseError `ACTION_NAME`, `RESERVED_ACTION` or `ACTION_DEFINITION`.
 */
export function defineAction<Input extends Schema = undefined, Output extends Schema = undefined>(
  definition: Action<Input, Output>,
): Action<Input, Output> {
  checkAction(definition);
  return Object.freeze({ ...definition });
}

/** Throws `MisuseError` unless the value can be used as an action. */
export function checkAction(value: unknown): asserts value is Action {
  if (typeof value !== 'object' || value === null) {
    throw new MisuseError(
      'ACTION_DEFINITION',
      'An action is an object with `name` and `execute`; make it with defineAction.',
    );
  }
  const { name, execute, input, output, description, inputs } = value as Record<string, unknown>;
  checkActionName(name);
  if (typeof execute !== 'function') throw malformed(name, 'execute', 'a function of (input, context)');
  if (input !== undefined && !isSchema(input))
    throw malformed(name, 'input', 'a Standard Schema (of zod, valibot, arktype, …)');
  if (output !== undefined && !isSchema(output))
    throw malformed(name, 'output', 'a Standard Schema (of zod, valibot, arktype, …)');
  if (description !== undefined && typeof description !== 'string') throw malformed(name, 'description', 'a string');
  if (inputs !== undefined && inputs !== 'compare' && inputs !== 'ignore')
    throw malformed(name, 'inputs', '"compare" or "ignore"');
}

function malformed(name: string, field: string, expected: string): MisuseError {
  return new MisuseError('ACTION_DEFINITION', `Action ${name}: \`${field}\` must be ${expected}.`);
}

/** ArkType's schemas are functions; everybody else's are objects. */
function isSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as { '~standard'?: unknown })['~standard'];
  return (
    typeof standard === 'object' &&
    standard !== null &&
    typeof (standard as { validate?: unknown }).validate === 'function'
  );
}
