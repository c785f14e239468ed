import type { Workflow } from './declaration.ts';
import { noteworthyEffects } from './effects.ts';
import type { Trial } from './trial.ts';

/** What an author may want to know of a case, and what is no fault of the script. */
export function notesOf(workflow: Workflow, trial: Trial): string[] {
  const again = noteworthyEffects(workflow, trial).map(
    (name) =>
      `took effect twice for the same input, under two keys: ${name}; \`effect: 'once'\` makes that a finding, 'any' says that it may`,
  );
  const left = leftInFlight(trial).map((name) => `still in flight when the script ended: ${name}`);
  return [...again, ...left, ...otherwiseHere(trial)];
}

/** What the script asks of the language and gets otherwise than on other hosts. */
function otherwiseHere({ trace }: Trial): string[] {
  const warnings = trace.attempts.at(-1)?.run?.warnings ?? [];
  return warnings.flatMap(({ code, message, location }) =>
    code === 'locale-ignored' ? [`line ${location?.line}: ${message}`] : [],
  );
}

function leftInFlight({ trace }: Trial): string[] {
  const run = trace.attempts.at(-1)?.run;
  const left = (run?.warnings ?? []).filter(({ code }) => code === 'left-in-flight').map(({ position }) => position);
  const calls = trace.executions.filter(({ position }) => left.includes(position));
  return [...new Set(calls.map(({ name }) => name))].sort();
}
