import type { Workflow, WorkflowAction } from './declaration.ts';
import type { Schema } from './schema/json-schema.ts';
import { literalsOf } from './schema/literals.ts';
import { Values } from './schema/values.ts';

/** One action of a workflow with its schemas as sources of values. */
export interface ActionValues {
  readonly name: string;
  readonly declared: WorkflowAction;
  readonly input: Values | undefined;
  readonly output: Values | undefined;
  readonly answer: Values | undefined;
  readonly payload: Values | undefined;
  /** Whether it also responds what its output schema refuses. */
  readonly lies: boolean;
}

/** A workflow's schemas as sources of values. Made once per campaign: converting a schema costs more than a value. */
export interface WorkflowValues {
  readonly input: Values | undefined;
  readonly actions: ReadonlyMap<string, ActionValues>;
}

/** `script` is its text: constants that it mentions are worth trying. */
export function valuesOf(workflow: Workflow, script: string): WorkflowValues {
  const options = { literals: literalsOf(script), from: workflow.file };
  const source: Source = (schema, label, dates = false) =>
    schema === undefined ? undefined : new Values(schema, label, { ...options, dates });
  const entries = Object.entries(workflow.actions).map(
    ([name, declared]) => [name, actionValues(name, declared, workflow.lies ?? false, source)] as const,
  );
  return { input: source(workflow.input, `input of ${workflow.name}`), actions: new Map(entries) };
}

type Source = (schema: Schema | undefined, label: string, dates?: boolean) => Values | undefined;

function actionValues(name: string, declared: WorkflowAction, lies: boolean, source: Source): ActionValues {
  const { input, output, interrupts } = declared;
  return {
    name,
    declared,
    input: source(input, `input of ${name}`),
    output: source(output, `output of ${name}`, true),
    answer: source(interrupts?.answer, `answer to ${name}`),
    payload: source(interrupts?.payload, `question of ${name}`),
    lies: declared.lies ?? lies,
  };
}
