import type {
  Call,
  CallLog,
  ConsoleLine,
  EngineLike,
  Json,
  Outcome,
  ScriptFailure,
  Session,
} from '../../runtime/index.ts';
import type { AttemptBase, DigestTurns } from './drive.ts';
import { settleOrder } from './settle-order.ts';
import { type Sources, sourcesOfLog } from './sources.ts';
import { thrownOf } from './thrown.ts';
import type { Thrown, TurnTrace } from './trace.ts';

export interface FollowOptions {
  /** The log to begin with. */
  readonly callLog: CallLog;
  /** The log to follow: whose outcomes are given, in whose order. */
  readonly reference: CallLog;
  /** How many of them reach the script. The rest is recorded and never delivered. */
  readonly delivered: number;
  readonly digests: DigestTurns;
  /** Default: the reads that `reference` has where `callLog` has none. */
  readonly sources?: Sources;
}

/** What an execution showed that followed a log. */
export interface Followed {
  readonly turns: readonly TurnTrace[];
  /** Fresh calls in the order in which they were handed out. */
  readonly calls: readonly Call[];
  /** Less deliveries than asked for and not `waiting`: the script ended early. */
  readonly state: Session['state'];
  readonly value?: Json;
  readonly error?: ScriptFailure;
  readonly data: Json;
  readonly console: readonly ConsoleLine[];
  readonly callLog: CallLog;
  readonly digest?: string;
  readonly thrown?: Thrown;
  /** A position whose turn it was to settle and that was not outstanding: the execution went another way. */
  readonly lost?: number;
}

/**
 * Runs a script straight through on a session, its calls settling as they did in another log: by position, never by
 * index, because what is outstanding at a time differs between executions. Never throws for what the runtime does.
 */
export function follow(engine: EngineLike, base: AttemptBase, options: FollowOptions): Followed {
  return new Follower(options).run(engine, base);
}

class Follower {
  readonly #options: FollowOptions;
  /** Positions of the reference in the order in which they settled. */
  readonly #order: readonly number[];
  readonly #turns: TurnTrace[] = [];
  readonly #calls: Call[] = [];
  #digest: string | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#order = settleOrder(options.reference);
  }

  run(engine: EngineLike, base: AttemptBase): Followed {
    let session: Session | undefined;
    try {
      session = this.#open(engine, base);
      return this.#play(session);
    } catch (error) {
      return { ...nothing, turns: this.#turns, calls: this.#calls, thrown: thrownOf(error) };
    } finally {
      session?.close();
    }
  }

  #open(engine: EngineLike, base: AttemptBase): Session {
    const { onInterrupt: _, ...session } = base;
    const { callLog, reference, digests } = this.#options;
    const sources = this.#options.sources ?? sourcesOfLog(reference, callLog);
    return engine.open({
      ...session,
      callLog,
      now: sources.now,
      random: sources.random,
      onTurn: (turn, at) => {
        this.#digest = digests === 'every' ? at.digest() : undefined;
        this.#turns.push(this.#digest === undefined ? turn : { ...turn, digest: this.#digest });
      },
    });
  }

  #play(session: Session): Followed {
    this.#calls.push(...session.start().calls);
    const lost = this.#deliverAll(session);
    if (this.#options.digests === 'last') this.#digest = session.digest();
    const lostLater = lost ?? this.#recordRest(session);
    return {
      ...endOf(session),
      turns: this.#turns,
      calls: this.#calls,
      ...(this.#digest !== undefined && { digest: this.#digest }),
      ...(lostLater !== undefined && { lost: lostLater }),
    };
  }

  /** Delivers what the reference delivered. The position that could not be, if there is one. */
  #deliverAll(session: Session): number | undefined {
    while (session.state === 'waiting' && session.delivered < this.#options.delivered) {
      const position = this.#order[session.delivered];
      if (position === undefined || !isOutstanding(session, position)) return position ?? -1;
      this.#calls.push(...session.deliver(position, this.#outcomeAt(position)).calls);
    }
    return undefined;
  }

  /** Records what the reference recorded without delivering it. */
  #recordRest(session: Session): number | undefined {
    if (session.delivered < this.#options.delivered) return undefined;
    for (const position of this.#order.slice(this.#options.delivered)) {
      if (this.#options.callLog[position]) continue;
      if (!isOutstanding(session, position)) return position;
      session.record(position, this.#outcomeAt(position));
    }
    return undefined;
  }

  #outcomeAt(position: number): Outcome {
    const entry = this.#options.reference[position];
    if (entry?.type !== 'action') throw new Error(`The reference has no outcome at position ${position}.`);
    return 'error' in entry ? { error: entry.error } : { response: entry.response };
  }
}

const nothing = { state: 'closed', data: null, console: [], callLog: [] } as const satisfies Partial<Followed>;

function isOutstanding(session: Session, position: number): boolean {
  return session.state !== 'closed' && session.outstanding.some((call) => call.position === position);
}

function endOf(session: Session): Omit<Followed, 'turns' | 'calls' | 'digest' | 'lost'> {
  const { state, outcome, data, console, callLog } = session;
  return { state, data, console, callLog, ...outcome };
}
