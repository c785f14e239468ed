import type { Execution } from '../world/index.ts';
import type { WorkflowExecution } from './declaration.ts';

/** An execution as invariants see it. */
export function workflowExecution(execution: Execution): WorkflowExecution {
  const { attempt, position, name, input, idempotencyKey, answer, behaviour } = execution;
  const outcome =
    behaviour.type === 'respond'
      ? { response: behaviour.value }
      : behaviour.type === 'fail'
        ? { error: behaviour.failure }
        : { interrupt: behaviour.payload };
  return {
    name,
    input,
    position,
    idempotencyKey,
    execution: execution.execution,
    attempt,
    ...(answer !== undefined && { answer }),
    outcome,
  };
}
