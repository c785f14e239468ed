import type { ChangeFindings } from './report.ts';
import type { Side } from './side.ts';

/** What has changed and breaks nothing, a sentence each. Empty where nothing was tried. */
export function safeSentences(
  { old, new: next }: { readonly old: Side; readonly new: Side },
  findings: Omit<ChangeFindings, 'safe'>,
  ignored: readonly string[],
): string[] {
  const { breaks, paused, running, recorded } = findings;
  const tried = paused.runs + running.runs + recorded.runs;
  if (tried === 0) return [];
  return [
    ...(old.source === next.source ? ['The two scripts are the same.'] : changedSafely(findings)),
    ...ignored.map((name) => `What ${name} is given has changed; its inputs are not compared (inputs: 'ignore').`),
    ...(breaks.some(({ reason }) => reason === 'link') ? [] : added(old, next)),
    ...(breaks.some(({ reason }) => reason === 'action-gone') ? [] : removed(old, next)),
  ];
}

function changedSafely({ breaks, paused, pausePoints }: Omit<ChangeFindings, 'safe'>): string[] {
  if (paused.broken > 0 || breaks.some(({ decides }) => decides)) return [];
  if (breaks.length > 0) return ['Only code after every pause has changed: all runs that wait go on.'];
  return pausePoints.length > 0
    ? ['Whatever has changed, no run in flight has come to it: all of them go on.']
    : ['Whatever has changed, no call that a run has made is another one now.'];
}

function added(old: Side, next: Side): string[] {
  return without(next.actions, old.actions).map(
    (name) => `Action ${name} was added. Runs in flight do not have it, and do without.`,
  );
}

function removed(old: Side, next: Side): string[] {
  return without(old.actions, next.actions).map(
    (name) => `Action ${name} was removed, and no run in flight has called it.`,
  );
}

function without(all: readonly string[] | undefined, known: readonly string[] | undefined): string[] {
  if (all === undefined || known === undefined) return [];
  return all.filter((name) => !known.includes(name));
}
