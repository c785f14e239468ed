import type {
  Call,
  CallLog,
  ConsoleLine,
  EngineLike,
  Exchange,
  Json,
  Outcome,
  ScriptFailure,
  Session,
  Snapshot,
} from '../../runtime/index.ts';
import type { AttemptBase } from './attempt-plan.ts';
import { Memories, type MemoryTurns } from './memory.ts';
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
  readonly memory: MemoryTurns;
  /** Go on from here instead of from the top. `callLog` may have more. */
  readonly from?: { readonly snapshot: Snapshot; readonly logHash: string };
  /** Called between exchanges while the session is open, with the calls handed out so far: after the first and after every other. */
  readonly between?: (session: Session, calls: readonly Call[]) => void;
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
  readonly memories?: Memories;
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
  readonly #memories: Memories;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#order = settleOrder(options.reference);
    this.#memories = new Memories(options.memory);
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
    const { callLog, reference, from } = this.#options;
    const sources = this.#options.sources ?? sourcesOfLog(reference, callLog);
    return engine.open({
      ...session,
      callLog,
      now: sources.now,
      random: sources.random,
      ...from,
      onTurn: (turn, at) => {
        this.#turns.push(turn);
        this.#memories.afterTurn(turn.index, at);
      },
    });
  }

  #play(session: Session): Followed {
    this.#take(session, session.start());
    // What was restored is at a turn that it has not run.
    if (this.#options.from !== undefined) this.#memories.afterTurn(session.delivered, session);
    const lost = this.#deliverAll(session);
    this.#memories.atEnd(session);
    const lostLater = lost ?? this.#recordRest(session);
    return {
      ...endOf(session),
      turns: this.#turns,
      calls: this.#calls,
      memories: this.#memories,
      ...(lostLater !== undefined && { lost: lostLater }),
    };
  }

  /** Delivers what the reference delivered. The position that could not be, if there is one. */
  #deliverAll(session: Session): number | undefined {
    while (session.state === 'waiting' && session.delivered < this.#options.delivered) {
      const position = this.#order[session.delivered];
      if (position === undefined || !isOutstanding(session, position)) return position ?? -1;
      this.#take(session, session.deliver(position, this.#outcomeAt(position), this.#stampAt(position)));
    }
    return undefined;
  }

  #take(session: Session, { calls }: Exchange): void {
    this.#calls.push(...calls);
    this.#options.between?.(session, this.#calls);
  }

  /** Records what the reference recorded without delivering it. */
  #recordRest(session: Session): number | undefined {
    if (session.delivered < this.#options.delivered) return undefined;
    for (const position of this.#order.slice(this.#options.delivered)) {
      if (this.#options.callLog[position]) continue;
      if (!isOutstanding(session, position)) return position;
      session.record(position, this.#outcomeAt(position), this.#stampAt(position));
    }
    return undefined;
  }

  #stampAt(position: number): string | undefined {
    const entry = this.#options.reference[position];
    return entry?.type === 'action' ? entry.at : undefined;
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

function endOf(session: Session): Omit<Followed, 'turns' | 'calls' | 'memories' | 'lost'> {
  const { state, outcome, data, console, callLog } = session;
  return { state, data, console, callLog, ...outcome };
}
