import type { Behaviour } from '../../case/index.ts';
import type { Execution } from '../../world/index.ts';
import type { ActionValues } from '../action-values.ts';
import { failureOf, isUndeclared } from '../failures.ts';
import type { Values } from '../schema/values.ts';
import type { Bench, Trial } from '../trial.ts';

/**
 * Why a case of an earlier declaration is none of this one: it gives the script what its schemas do not allow any more, or
 * does what is to be left out. What it would find would be no fault. `undefined`: it fits.
 */
export function misfitOf(bench: Bench, { case: { input, faults }, trace }: Trial): string | undefined {
  const { values, workflow } = bench;
  if (values.input !== undefined && !values.input.gives(input)) return 'its input does not fit the schema';
  const crash = faults.find(({ type }) => type === 'crash' || type === 'crash-record' || type === 'lose-tail');
  if (crash !== undefined && workflow.without.includes('crashes')) return `it has a ${crash.type}, which is left out`;
  for (const execution of trace.executions) {
    const misfit = misfitOfExecution(bench, execution);
    if (misfit !== undefined) return `${execution.name} at position ${execution.position}: ${misfit}`;
  }
  return undefined;
}

function misfitOfExecution({ values, workflow }: Bench, { name, behaviour }: Execution): string | undefined {
  const action = values.actions.get(name);
  if (action === undefined) return 'there is no such action';
  if (behaviour.type === 'interrupt') return misfitOfReaction(behaviour, action);
  if (behaviour.type === 'fail') return isMeant(behaviour, action, workflow.without.includes('undeclared-failures'));
  if (behaviour.lie !== undefined) return action.lies ? undefined : 'it does not lie';
  return fits(action.output ?? action.answer, behaviour.value) ? undefined : 'its response does not fit the schema';
}

function misfitOfReaction({ then }: Behaviour & { type: 'interrupt' }, { answer }: ActionValues): string | undefined {
  if (answer === undefined) return 'it asks nobody';
  return then.type !== 'answer' || answer.gives(then.answer) ? undefined : 'the answer does not fit the schema';
}

/** A failure that the harness itself made of an input that was refused is the script's affair. */
function isMeant(
  { failure, simulated }: Behaviour & { type: 'fail' },
  { declared: { fails = [] } }: ActionValues,
  isDeclaredOnly: boolean,
): string | undefined {
  if (simulated || failure.code === 'INVALID_INPUT') return undefined;
  const isKnown = fails.map(failureOf).some((known) => JSON.stringify(known) === JSON.stringify(failure));
  if (isKnown || (isUndeclared(failure) && !isDeclaredOnly)) return undefined;
  return `it does not fail like that (${failure.code ?? failure.name})`;
}

function fits(values: Values | undefined, value: Parameters<Values['gives']>[0]): boolean {
  return values === undefined || values.gives(value);
}
