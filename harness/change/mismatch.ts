import type { CallLogEntry, Json, Location, MismatchReason } from '../../runtime/index.ts';

/**
 * Why a run cannot go on. The guard's reasons, which are also those of calls that are open. `link`: the script calls an action
 * that runs of that time do not have. `action-gone`: the run has called an action that there is none of any more.
 */
export type BreakReason = MismatchReason | 'link' | 'action-gone';

/** A call, or a read of the clock or of chance, and where its script makes it. */
export interface PlacedCall {
  readonly name: string;
  readonly kind: 'action' | 'now' | 'random';
  readonly input?: Json;
  readonly location?: Location;
}

/** Where a run and the new script part. */
export interface Mismatch {
  readonly reason: BreakReason;
  /** `undefined` where the script does not run at all. */
  readonly position?: number;
  readonly old?: PlacedCall;
  /** Absent: the script asks nothing there. */
  readonly new?: PlacedCall;
  readonly message: string;
}

export function placed(entry: CallLogEntry | ObservedLike, location: Location | undefined): PlacedCall {
  const at = location === undefined ? {} : { location };
  if (entry.type !== 'action') return { kind: entry.type, name: readNames[entry.type], ...at };
  return { kind: 'action', name: entry.name, input: entry.input, ...at };
}

type ObservedLike = { type: 'action'; name: string; input: Json } | { type: 'now' } | { type: 'random' };

const readNames = { now: 'a clock read', random: 'a random number' } as const;
