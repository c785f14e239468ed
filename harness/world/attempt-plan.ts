import type {
  Answers,
  AttemptOptions,
  CallLog,
  EngineLike,
  ExecutableCall,
  JournalRecord,
  PendingCall,
  Session,
  Turn,
} from '../../runtime/index.ts';
import type { AttemptFaults } from './attempt-faults.ts';
import type { MemoryTurns } from './memory.ts';
import type { Sources } from './sources.ts';
import type { AttemptTrace, Execution } from './trace.ts';

/** What the attempts of one case have in common. */
export type AttemptBase = Pick<
  AttemptOptions,
  'script' | 'actions' | 'onInterrupt' | 'input' | 'data' | 'runId' | 'startedAt' | 'limits' | 'clock' | 'randomness'
>;

/** After which turns the guest's memory is hashed, for reports. It is the dearest thing there is to look at. */
export type DigestTurns = 'never' | 'last' | 'every';

/** What can be seen of a script when a turn is over. */
export type TurnSession = Pick<Session, 'data' | 'console'>;

/** One attempt to be driven to its end. */
export interface AttemptPlan {
  readonly cause: AttemptTrace['cause'];
  readonly callLog: CallLog;
  readonly answers: Answers;
  /** The calls that the run before left pending; absent when all there is, is a log. */
  readonly pending?: readonly PendingCall[];
  /** A replay: deliver so many outcomes and execute nothing. */
  readonly deliverMax?: number;
  readonly sources: Sources;
  /** When the attempt begins: sleeps that are pending and over by then end first. Absent: none is. */
  readonly resumedAt?: number;
  /** The event time that the outcome at a position is to have. Default: the session's own. */
  readonly stampAt?: (position: number) => string | undefined;
  /** What has happened is done again: sleeps may end in another order than that of their times. After a crash one may have. */
  readonly sleepsAsChosen?: boolean;
  readonly digests: DigestTurns;
  readonly memory: MemoryTurns;
  /** What happens to it on its way. Default: nothing. */
  readonly faults?: AttemptFaults;
  /** Where it may be restored besides its own engine. Default: there. */
  readonly elsewhere?: EngineLike;
  /**
   * Which of the calls in flight, or of the sleeps the one that is over next (positions, ascending), settles next.
   * `grace-over`, only where `mayEnd`: none of them will in time. `nobody`: there is none to choose, and the attempt can only be given up.
   */
  choose(inFlight: readonly number[], mayEnd: boolean): number | 'grace-over' | 'nobody';
  /** Called after every turn, before anything that it asked for has begun. */
  readonly onTurn?: (turn: Turn, session: TurnSession) => void;
  /** Called at its end, before its guest goes back. */
  readonly onEnd?: (session: Session) => void;
  /** Decides and remembers what an execution does. */
  execute(call: ExecutableCall): Execution;
}

/** How driving it ended. */
export type AttemptEnd = 'ended' | 'crashed' | 'thrown' | 'dormant' | 'invalid';

export interface Driven {
  readonly end: AttemptEnd;
  readonly trace: AttemptTrace;
  /** After a crash: what the log held. */
  readonly logLeft: CallLog;
  /** After a crash of which the journal tells: what it holds. It is less than the log held. */
  readonly journalLeft?: readonly JournalRecord[];
}
