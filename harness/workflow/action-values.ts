import type { Workflow, WorkflowAction } from './declaration.ts';
import type { Schema } from './schema/json-schema.ts';
import { Values } from './schema/values.ts';

/** One action of a workflow with its schemas as sources of values. */
export interface ActionValues {
  readonly name: string;
  readonly declared: WorkflowAction;
  readonly input: Values | undefined;
  readonly output: Values | undefined;
  readonly answer: Values | undefined;
  readonly payload: Values | undefined;
}

/** A workflow's schemas as sources of values. Made once per campaign: converting a schema costs more than a value. */
export interface WorkflowValues {
  readonly input: Values | undefined;
  readonly actions: ReadonlyMap<string, ActionValues>;
}

export function valuesOf(workflow: Workflow): WorkflowValues {
  const entries = Object.entries(workflow.actions).map(
    ([name, declared]) => [name, actionValues(name, declared)] as const,
  );
  return { input: optional(workflow.input, `input of ${workflow.name}`), actions: new Map(entries) };
}

function actionValues(name: string, declared: WorkflowAction): ActionValues {
  const { input, output, interrupts } = declared;
  return {
    name,
    declared,
    input: optional(input, `input of ${name}`),
    output: optional(output, `output of ${name}`),
    answer: optional(interrupts?.answer, `answer to ${name}`),
    payload: optional(interrupts?.payload, `question of ${name}`),
  };
}

function optional(schema: Schema | undefined, label: string): Values | undefined {
  return schema === undefined ? undefined : new Values(schema, label);
}
