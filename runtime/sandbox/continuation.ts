import { MisuseError } from '../errors.ts';
import { sleepName } from '../log/sleep.ts';
import type { ActionSet } from './action-set.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { Run } from './run.ts';

/** What an attempt that goes on with a run, or replays it, takes from it: everything that the script could notice. */
export function attemptOptionsOf(run: Run, ignoreInputs: readonly string[]): Omit<AttemptOptions, 'onInterrupt'> {
  const { header } = run;
  return {
    script: run.source,
    ...(run.file !== undefined && { file: run.file }),
    actions: header.actions,
    ignoreInputs: ignoreInputs.filter((name) => header.actions.includes(name)),
    input: run.input,
    data: run.initialData,
    callLog: run.callLog,
    runId: run.runId,
    startedAt: run.startedAt,
    limits: header.limits,
    initial: { pending: run.pending },
    header,
    ...(run.snapshot !== undefined && { snapshot: run.snapshot }),
    ...(run.logHash !== undefined && { logHash: run.logHash }),
  };
}

/** Throws `MisuseError` `UNKNOWN_ACTION` if the run has called an action that there is none of any more. */
export function checkActionsKnown(run: Run, actions: ActionSet): void {
  const unknown = new Map<string, number[]>();
  for (const { name, position } of callsOf(run)) {
    if (name !== sleepName && actions.get(name) === undefined)
      unknown.set(name, [...(unknown.get(name) ?? []), position]);
  }
  if (unknown.size === 0) return;
  const listed = [...unknown].map(([name, positions]) => `${name} (position ${shorten(positions)})`).join(', ');
  throw new MisuseError(
    'UNKNOWN_ACTION',
    `This run has called actions that the sandbox does not define: ${listed}. Define them again to go on with it.`,
  );
}

function callsOf(run: Run): { name: string; position: number }[] {
  const recorded = run.callLog.flatMap((entry, position) =>
    entry?.type === 'action' ? [{ name: entry.name, position }] : [],
  );
  return [...recorded, ...run.pending];
}

const shownMax = 5;

function shorten(positions: readonly number[]): string {
  const shown = positions.slice(0, shownMax).join(', ');
  return positions.length > shownMax ? `${shown}, …` : shown;
}
