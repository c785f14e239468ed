import type { Run } from '../../runtime/index.ts';
import type { InvariantContext, Workflow } from './declaration.ts';
import { workflowExecution } from './executions.ts';
import type { Finding } from './finding.ts';
import type { Trial } from './trial.ts';

/** What the author says must hold, at the end and after every turn. */
export function invariantNames({ invariants, turnInvariants }: Workflow): string[] {
  return [...new Set([...Object.keys(invariants), ...Object.keys(turnInvariants)])];
}

/** The invariants that do not hold at the end. */
export function brokenInvariants(workflow: Workflow, trial: Trial, run: Run): Finding[] {
  const executions = trial.trace.executions.map(workflowExecution);
  const context: InvariantContext = { run, model: trial.model, input: trial.case.input, executions };
  return Object.entries(workflow.invariants).flatMap(([name, invariant]) => findingOf(name, invariant, context) ?? []);
}

/** What is found of one invariant. A broken one is asked twice: one that changes its mind is itself at fault. */
export function findingOf<Context>(
  name: string,
  invariant: (context: Context) => unknown,
  context: Context,
): Finding | undefined {
  const broken = explanation(invariant, context);
  if (broken === undefined) return undefined;
  const again = explanation(invariant, context);
  return again === broken ? { kind: 'invariant', name, message: broken } : unrepeatable(name, broken, again);
}

/** Why it does not hold; `undefined` where it does. */
function explanation<Context>(invariant: (context: Context) => unknown, context: Context): string | undefined {
  let result: unknown;
  try {
    result = invariant(context);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (result === undefined || result === true || result === null) return undefined;
  if (result instanceof Promise) {
    result.catch(() => {});
    return 'The invariant returned a promise; it has to answer at once.';
  }
  return typeof result === 'string' ? result : 'The invariant does not hold (it returned false).';
}

function unrepeatable(name: string, first: string, second: string | undefined): Finding {
  const message =
    `The invariant is not repeatable: asked twice about the same case, it said first ${JSON.stringify(first)}, ` +
    `then ${second === undefined ? 'that it holds' : JSON.stringify(second)}. It must only look at what it is given, and change nothing.`;
  return { kind: 'unrepeatable', name: `invariant ${name}`, message };
}
