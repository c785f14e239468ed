import type { IHasher } from 'hash-wasm';
import type { Location } from '../errors.ts';
import type { Guest } from '../guest/guest.ts';
import type { Limits } from '../guest/limits.ts';
import type { CallLog } from '../log/entry.ts';
import type { Flags } from '../log/flags.ts';
import type { CompiledScript } from '../script/index.ts';
import type { Instances } from './instances.ts';
import type { Profiles } from './profiles.ts';
import type { LogRecord } from './record.ts';
import type { Snapshot, SnapshotKeys } from './snapshot.ts';
import type { Session, Turn } from './types.ts';

/** What a session is made of. The engine resolves options to this. */
export interface SessionParts {
  readonly script: CompiledScript;
  readonly actions: readonly string[];
  readonly ignoreInputs: ReadonlySet<string>;
  readonly inputText: string;
  readonly dataText: string;
  readonly record: LogRecord;
  readonly limits: Limits;
  readonly flags: Flags;
  readonly profiles: Profiles;
  readonly now: () => number;
  readonly random: () => number;
  readonly onTurn: ((turn: Turn, session: Session) => void) | undefined;
  readonly deliverMax: number;
  /** Stop at this position and find out where it is in the source, instead of running on. */
  readonly probe: number | undefined;
  /** What to go on from, if it fits. */
  readonly snapshot: Snapshot | undefined;
  /** Hash of everything besides the log that the guest's memory depends on, and of the script alone. */
  readonly keys: () => SnapshotKeys;
}

/** The engine, as a session needs it. */
export interface SessionHome {
  readonly instances: Instances;
  readonly hasher: IHasher;
  digest(guest: Guest, counters: readonly number[]): string;
  /** Where the call at a position is made, found by running the same session again in another instance. */
  locate(parts: SessionParts, callLog: CallLog, position: number): Location | undefined;
}
