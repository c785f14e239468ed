import type { StandardSchemaV1 } from '@standard-schema/spec';
import { LinkError, MisuseError, ScriptSyntaxError } from '../errors.ts';
import type { Json } from '../log/entry.ts';
import type { EvalOptions } from './options.ts';
import { givenJson } from './options.ts';
import type { Answers, Run } from './run.ts';
import type { Sandbox } from './sandbox.ts';
import { validate } from './schema.ts';
import { jsonSchemaOf } from './schema-type.ts';
import { argumentsFailure, refusalResult } from './tool-failure.ts';
import { type ToolResult, toolResult } from './tool-result.ts';

export interface ToolOptions {
  /** What the model calls it. Letters, digits, `_` and `-`, at most 64. Default `run_script`. */
  name?: string;
  /** What it is for, in a sentence or two. What scripts can use and how one is written is said after it. */
  description?: string;
  /** What scripts are given as `input`: any Standard Schema. Default: any JSON. */
  input?: StandardSchemaV1;
}

/** What the model gives. */
export interface ToolArguments {
  script: string;
  input?: Json;
}

/** What the host gives along. Anything else that a framework passes is left alone. */
export interface ToolContext extends Pick<EvalOptions, 'signal' | 'journal' | 'runId' | 'data'> {
  /** Is shown every run as it ends or pauses, to be kept or replayed: the result holds what a model needs to know, not all of it. */
  onRun?: (run: Run) => void;
}

/** A sandbox as a tool of an agent, in terms that every framework has. What goes in and comes out is plain JSON. */
export interface SandboxTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly [keyword: string]: Json };
  /**
   * Runs a script. Whatever its author did wrong comes back as a result that says what to change.
   *
   * @throws MisuseError and the like for what the host did wrong.
   */
  execute(args: unknown, context?: ToolContext): Promise<ToolResult>;
  /** Goes on with the run of a `paused` or `aborted` result, with answers to any of its questions, by `at`. */
  answer(run: Run, answers: Answers, context?: ToolContext): Promise<ToolResult>;
}

const standardDescription = 'Runs a script that calls actions, and gives back what it returns and prints.';

/** @throws MisuseError `OPTION`. */
export function asTool(sandbox: Pick<Sandbox, 'eval' | 'answer' | 'describe'>, options: ToolOptions = {}): SandboxTool {
  const { name = 'run_script', description = standardDescription, input } = options;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new MisuseError(
      'OPTION',
      `asTool: \`name\` must be letters, digits, _ and -, at most 64, not ${JSON.stringify(name)}.`,
    );
  }
  return {
    name,
    description: `${description}\n\n${sandbox.describe(input === undefined ? {} : { input })}`,
    inputSchema: argumentsSchema(input),
    async execute(args, context = {}) {
      const given = await checkedArguments(args, input);
      if ('failure' in given) return given.failure;
      try {
        return told(await sandbox.eval(given.script, { input: given.input, ...evalControls(context) }), context);
      } catch (error) {
        if (error instanceof LinkError || error instanceof ScriptSyntaxError) return refusalResult(error, given.script);
        throw error;
      }
    },
    async answer(run, answers, context = {}) {
      const { signal, journal } = evalControls(context);
      return told(
        await sandbox.answer(run, answers, { ...(signal && { signal }), ...(journal && { journal }) }),
        context,
      );
    },
  };
}

function told(run: Run, { onRun }: ToolContext): ToolResult {
  onRun?.(run);
  return toolResult(run);
}

function evalControls({ signal, journal, runId, data }: ToolContext): Omit<ToolContext, 'onRun'> {
  return {
    ...(signal !== undefined && { signal }),
    ...(journal !== undefined && { journal }),
    ...(runId !== undefined && { runId }),
    ...(data !== undefined && { data }),
  };
}

type Checked = { readonly script: string; readonly input: Json } | { readonly failure: ToolResult };

async function checkedArguments(args: unknown, schema: StandardSchemaV1 | undefined): Promise<Checked> {
  const { script, input = null } = (args ?? {}) as { script?: unknown; input?: unknown };
  if (typeof script !== 'string') {
    return {
      failure: argumentsFailure('The argument `script` is missing, or is no text. It is the source of the script.'),
    };
  }
  const verdict = await validate(schema, input, 'input', 'The tool');
  if ('failure' in verdict) return { failure: argumentsFailure(verdict.failure.message) };
  return { script, input: givenJson('The argument `input`', verdict.value) };
}

function argumentsSchema(input: StandardSchemaV1 | undefined): SandboxTool['inputSchema'] {
  const schema = input && jsonSchemaOf(input, 'input');
  const { $schema: _, ...rest } = typeof schema === 'object' ? schema : {};
  const described = { description: 'What the script sees as `input`.', ...rest };
  return {
    type: 'object',
    properties: {
      script: { type: 'string', description: 'The source of the script, in JavaScript or TypeScript.' },
      input: moved(described as Json),
    },
    required: input === undefined || isOptional(input) ? ['script'] : ['script', 'input'],
    additionalProperties: false,
  };
}

/** Whether the schema takes a call that says nothing. One that decides later is taken to need something. */
function isOptional(schema: StandardSchemaV1): boolean {
  const result = schema['~standard'].validate(null);
  return 'issues' in result ? result.issues === undefined : !(result instanceof Promise);
}

/** The same schema one level further down: references count from the top. */
function moved(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(moved);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === '$ref' && typeof value === 'string' ? value.replace(/^#/, '#/properties/input') : moved(value),
    ]),
  );
}
