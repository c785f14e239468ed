import type { Location, ScriptFailure } from '../errors.ts';
import type { Limits } from '../guest/limits.ts';
import type { CallLog, Json, Outcome } from '../log/entry.ts';
import type { CompiledScript, Warning } from '../script/index.ts';
import type { Snapshot } from './snapshot.ts';

/** A fresh call: reserved by the script, not in the log, to be executed by the driver. */
export interface Call {
  readonly position: number;
  readonly name: string;
  readonly input: Json;
}

/** One turn and all the replayed turns that could follow it. */
export interface Exchange {
  readonly state: 'waiting' | 'completed' | 'failed';
  /** The fresh calls made in it, in position order. */
  readonly calls: readonly Call[];
}

/** How the script ended. */
export type SessionOutcome = { readonly value: Json } | { readonly error: ScriptFailure };

export interface ConsoleLine {
  level: 'log' | 'info' | 'warn' | 'error' | 'debug';
  text: string;
}

/** The start, or one delivery, run to quiescence. */
export interface Turn {
  /** 0 for the start; then one more for every delivery. */
  readonly index: number;
  readonly cause:
    | { readonly type: 'start' }
    | { readonly type: 'delivery'; readonly position: number; readonly order: number; readonly replayed: boolean };
  /** Positions reserved in the turn, calls and reads alike: `from` inclusive, `to` exclusive. */
  readonly positions: { readonly from: number; readonly to: number };
  readonly state: 'waiting' | 'completed' | 'failed';
}

export interface SessionOptions {
  script: string | CompiledScript;
  /** The author's name for the script, used in locations. Default `script.ts`. */
  file?: string;
  /** Names of the actions the script may call. */
  actions: readonly string[];
  /** Actions whose inputs the guard does not compare. */
  ignoreInputs?: readonly string[];
  input?: Json;
  data?: Json;
  /** With a `snapshot` it is not copied, however long it is: it must not be changed while the session is open. */
  callLog?: CallLog;
  runId?: string;
  startedAt?: number;
  limits?: Partial<Limits>;
  /** Changes of behaviour to run under, by name, as the run's header has them. Default: all that this release knows. */
  flags?: readonly string[];
  /** `event`: the script's time is that of the outcome that resumed it; needs `startedAt`. Default `recorded`. */
  clock?: 'recorded' | 'event';
  /** `seeded`: `Math.random()` is a generator that starts from `runId`. Default `recorded`. */
  randomness?: 'recorded' | 'seeded';
  /** Milliseconds since the epoch, for fresh clock reads and event times. Default: the host's clock. */
  now?: () => number;
  /** In [0, 1), for fresh random reads. Default: the host's generator. */
  random?: () => number;
  /** Called at quiescence after every turn; may call `digest()` and read `callLog`, `console`, `data`. */
  onTurn?: (turn: Turn, session: Session) => void;
  /** Go on from here instead of from the top. What the log has beyond it is replayed. */
  snapshot?: Snapshot;
  /** What the run says of its own log (`session.logHash` when the snapshot was taken). Without it the hash is computed from the log. */
  logHash?: string;
  /** Deliver at most so many outcomes, and hand out no fresh calls after that: time travel. Default: no bound. */
  deliverMax?: number;
}

/** A run's synchronous core: no I/O. See semantics, sections 2 and 3. */
export interface Session {
  /** Runs the first turn and every replayed one that can follow. Throws `CallLogMismatchError`. Once only. */
  start(): Exchange;
  /**
   * Records the outcome of a fresh outstanding call, delivers it, and runs on. Throws `CallLogMismatchError`.
   *
   * @param at under `clock: 'event'` the outcome's event time, where an authority elsewhere gives it. Default: `stampFor(position)`.
   */
  deliver(position: number, outcome: Outcome, at?: string): Exchange;
  /** Records the outcome of a fresh outstanding call and never delivers it in this attempt. */
  record(position: number, outcome: Outcome, at?: string): void;
  /** The event time that a call's outcome gets if it is recorded next; `undefined` where the clock is not `event`. */
  stampFor(position: number): string | undefined;
  /** Hash of the guest's live memory and counters: 32 hex digits. Only at quiescence. */
  digest(): string;
  /** The guest's live memory: static data and heap. Views, valid until the guest runs again. Only at quiescence. */
  memory(): readonly [low: Uint8Array, heap: Uint8Array];
  /** The run as it stands, to go on from without its log's prefix. Only between exchanges, while the script waits. */
  snapshot(): Snapshot;
  /** Gives the instance back for others to use; the session takes one again when it needs it. Only at quiescence. */
  park(): void;
  /** Interrupt ticks that the script has used so far: what `limits.fuel` bounds. Only at quiescence. */
  readonly fuelUsed: number;
  /** Rolling hash of what was reserved and delivered so far: 32 hex digits. */
  readonly logHash: string;
  /** The log as it stands: recorded entries, holes as `null`. A fresh array. */
  readonly callLog: CallLog;
  /** How many outcomes this attempt has delivered to the script. */
  readonly delivered: number;
  /** Fresh calls that are reserved and not settled, in position order. */
  readonly outstanding: readonly Call[];
  /** How many positions are reserved. */
  readonly positions: number;
  readonly state: 'new' | 'waiting' | 'completed' | 'failed' | 'closed';
  /** How the script ended; `undefined` before. */
  readonly outcome: SessionOutcome | undefined;
  /** The script's `data`, read without a trace. Its last readable value where reading fails (see `warnings`); after `close`, the last one read. */
  readonly data: Json;
  readonly console: readonly ConsoleLine[];
  readonly warnings: readonly Warning[];
  /** Where the call at a position was made, found by replaying in another instance. `undefined` if it cannot be told. */
  locate(position: number): Location | undefined;
  /** Gives the instance back. Idempotent. */
  close(): void;
}
