import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  type Action,
  type Answers,
  type ClockProfile,
  defineAction,
  type Json,
  type Limits,
  type PendingCall,
  type RandomProfile,
} from '../../runtime/index.ts';
import {
  checkJsonSchema,
  isStandardSchema,
  loadWorkflow,
  pathInProject,
  scriptOf,
  type Workflow,
  type WorkflowAction,
} from '../workflow/index.ts';
import { usageError } from './exit.ts';

export interface RealWorkflow {
  source: string;
  /** Name of the script in locations. */
  file: string;
  actions: Action[];
  input?: StandardSchemaV1;
  /** By action: what people may answer. */
  answers: Readonly<Record<string, StandardSchemaV1>>;
  onInterrupt?: 'stop' | 'settle';
  limits?: Partial<Limits>;
  clock?: ClockProfile;
  random?: RandomProfile;
}

/** A declared workflow with the actions that really do something. Throws before anything runs if one of them cannot. */
export async function realWorkflow(path: string): Promise<RealWorkflow> {
  const workflow = await loadWorkflow(path);
  checkExecutable(workflow, path);
  return {
    source: await scriptOf(workflow),
    file: pathInProject(workflow.script),
    actions: Object.entries(workflow.actions).map(([name, action]) => realAction(name, action)),
    answers: answersOf(workflow),
    ...(workflow.input && { input: standard(workflow.input) }),
    ...(workflow.onInterrupt && { onInterrupt: workflow.onInterrupt }),
    ...(workflow.limits && { limits: workflow.limits }),
    ...(workflow.clock && { clock: workflow.clock }),
    ...(workflow.random && { random: workflow.random }),
  };
}

/** Throws a usage error unless the workflow's schema, if it has one, takes the input. */
export async function checkInput({ input }: RealWorkflow, given: Json): Promise<void> {
  await check(input, given, 'The workflow does not take this --input');
}

/** Throws a usage error for an answer that the action's `interrupts.answer` does not take. */
export async function checkAnswers(
  { answers }: RealWorkflow,
  pending: readonly PendingCall[],
  replies: Answers,
): Promise<void> {
  for (const { position, name } of pending) {
    const reply = replies[position];
    if (reply === undefined || !('answer' in reply)) continue;
    await check(answers[name], reply.answer, `${name} at position ${position} does not take this --answer`);
  }
}

async function check(schema: StandardSchemaV1 | undefined, value: Json, refusal: string): Promise<void> {
  const result = await schema?.['~standard'].validate(value);
  if (result?.issues === undefined) return;
  const issues = result.issues.map(({ message, path }) => `  ${pathText(path)}${message}`);
  throw usageError(`${refusal}:\n${issues.join('\n')}`);
}

function pathText(path: StandardSchemaV1.Issue['path']): string {
  const keys = (path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? '' : `$.${keys.join('.')}: `;
}

function answersOf({ actions }: Workflow): Record<string, StandardSchemaV1> {
  const asking = Object.entries(actions).flatMap(([name, { interrupts }]) =>
    interrupts ? [[name, standard(interrupts.answer)] as const] : [],
  );
  return Object.fromEntries(asking);
}

function checkExecutable(workflow: Workflow, path: string): void {
  const idle = Object.entries(workflow.actions).filter(([, { execute, interrupts }]) => !execute && !interrupts);
  if (idle.length === 0) return;
  throw usageError(
    `${path} declares actions that only a simulation can answer: ${idle.map(([name]) => name).join(', ')}.\n` +
      '`lockstep run` performs real actions: give each of them `execute(input, context)` beside `simulate`, or `interrupts` if a person answers.',
  );
}

function realAction(name: string, declared: WorkflowAction): Action {
  const { description, input, output, inputs, interrupts, execute } = declared;
  const result = output ?? (execute ? undefined : interrupts?.answer);
  return defineAction({
    name,
    ...(description !== undefined && { description }),
    ...(input && { input: standard(input) }),
    ...(result && { output: standard(result) }),
    ...(inputs !== undefined && { inputs }),
    execute: (execute ?? ask) as Action['execute'],
  });
}

/** An action that a person answers: asks with its input, and responds with the answer. */
const ask: Action['execute'] = (input, context) => {
  return context.answer === undefined ? context.interrupt(input) : context.answer;
};

/** A workflow may be declared with plain JSON Schemas; the sandbox takes Standard Schemas. */
function standard(schema: NonNullable<WorkflowAction['input']>): StandardSchemaV1 {
  if (isStandardSchema(schema)) return schema;
  const validate = (value: unknown): StandardSchemaV1.Result<unknown> => {
    const issues = checkJsonSchema(schema, value as Json);
    return issues.length === 0
      ? { value }
      : { issues: issues.map(({ path, message }) => ({ message: `${path} ${message}` })) };
  };
  return { '~standard': { version: 1, vendor: 'json-schema', validate } };
}
