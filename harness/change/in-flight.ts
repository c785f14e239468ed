import type { Run } from '../../runtime/index.ts';

/** Where a run comes from: made up by fuzzing the old script, in the case of that number; or recorded, in a file. */
export type Provenance = { readonly made: number } | { readonly recorded: string };

/**
 * A run that is under way at the moment when the new script takes over. `paused`: it waits for a person, or sleeps, and
 * may do so for days. `running`: it is in the middle of a turn's calls, and whoever deploys cuts it off there.
 */
export interface InFlight
  extends Pick<
    Run,
    'header' | 'runId' | 'startedAt' | 'input' | 'initialData' | 'callLog' | 'pending' | 'source' | 'file'
  > {
  readonly stands: 'paused' | 'running';
  readonly from: Provenance;
}

/** Two runs with the same key are one and the same situation, whatever led there. */
export function keyOf({ input, initialData, callLog, pending, stands, header }: InFlight): string {
  const asked = pending.map(({ position, name, input: given, state }) => [position, name, given, state]);
  return JSON.stringify([stands, input, initialData, callLog.map(withoutTime), asked, header.clock, header.random]);
}

function withoutTime(entry: InFlight['callLog'][number]): unknown {
  return entry?.type === 'action' ? { ...entry, at: undefined } : entry;
}

/** Which of two runs is better to read: one that waits, since that is what outlives a deployment; then fewer calls, then less text. */
export function isSmallerRun(a: InFlight, b: InFlight): boolean {
  if (a.stands !== b.stands) return a.stands === 'paused';
  const [callsA, callsB] = [a.callLog.length, b.callLog.length];
  if (callsA !== callsB) return callsA < callsB;
  const [textA, textB] = [keyOf(a), keyOf(b)];
  return textA.length === textB.length ? textA < textB : textA.length < textB.length;
}
