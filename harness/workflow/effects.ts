import { canonicalJson } from '../../runtime/index.ts';
import type { Execution } from '../world/index.ts';
import { executionId } from './actor.ts';
import type { Workflow } from './declaration.ts';
import type { Finding } from './finding.ts';
import type { Trial } from './trial.ts';

/**
 * Effects that came twice for the same input, of actions that are declared with `effect: 'once'`. Under two keys the script
 * asked twice. Under one key the call was executed again because its record was lost; that is what keys are for, so it counts
 * only where the model shows that it took effect again.
 */
export function doubleEffects({ actions }: Workflow, trial: Trial): Finding[] {
  const once = Object.keys(actions).filter((name) => actions[name]?.effect === 'once');
  return once.flatMap((name) => pairs(name, trial).map(({ first, second }) => finding(first, second)));
}

/** Actions of which nobody said how often they may take effect, and which did so under two keys for the same input. */
export function noteworthyEffects({ actions }: Workflow, trial: Trial): string[] {
  const silent = Object.keys(actions).filter((name) => actions[name]?.effect === undefined);
  return silent.filter((name) =>
    pairs(name, trial).some(({ first, second }) => isOther(first, second) && bothChanged(first, second, trial)),
  );
}

interface Pair {
  readonly first: Execution;
  readonly second: Execution;
}

/** For each input the first effect and the first one after it, under the same key and under another. */
function pairs(name: string, trial: Trial): Pair[] {
  const effects = trial.trace.executions.filter((execution) => execution.name === name && tookEffect(execution, trial));
  return byInput(effects).flatMap(([first, ...later]) => {
    if (first === undefined) return [];
    const again = later.find((execution) => !isOther(first, execution) && trial.changes.has(executionId(execution)));
    const other = later.find((execution) => isOther(first, execution));
    return [again, other].flatMap((second) => (second === undefined ? [] : [{ first, second }]));
  });
}

function byInput(executions: readonly Execution[]): Execution[][] {
  const groups = new Map<string, Execution[]>();
  for (const execution of executions) {
    const input = canonicalJson(execution.input);
    groups.set(input, [...(groups.get(input) ?? []), execution]);
  }
  return [...groups.values()];
}

function isOther(first: Execution, second: Execution): boolean {
  return first.idempotencyKey !== second.idempotencyKey;
}

function bothChanged(first: Execution, second: Execution, { changes }: Trial): boolean {
  return changes.has(executionId(first)) && changes.has(executionId(second));
}

/** It has answered, or failed when its work was done. */
function tookEffect(execution: Execution, { changes, model }: Trial): boolean {
  const { behaviour } = execution;
  if (behaviour.type === 'respond') return true;
  if (behaviour.type !== 'fail' || behaviour.simulated === undefined) return false;
  return model === undefined || changes.has(executionId(execution));
}

function finding(first: Execution, second: Execution): Finding {
  const { name, attempt, position } = second;
  const how = isOther(first, second) ? underTwoKeys(first, second) : underOneKey(second);
  const what = `${name} took effect twice for ${JSON.stringify(second.input)}, ${how}`;
  const keys = isOther(first, second) ? 'under two keys' : 'under the same key';
  return { kind: 'double-effect', name: `${name} ${keys}`, message: what, at: { attempt, position } };
}

function underOneKey({ idempotencyKey }: Execution): string {
  return (
    `both times under the same key, ${idempotencyKey}: it was executed again because its record was lost. ` +
    'The action has to remember the keys that it has served, and do nothing for one that comes again.'
  );
}

function underTwoKeys(first: Execution, second: Execution): string {
  return (
    `under two keys, ${first.idempotencyKey} and ${second.idempotencyKey}: the script asked twice. ` +
    'A second try needs a way to tell whether the first one worked.'
  );
}
