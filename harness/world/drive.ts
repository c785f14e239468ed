import {
  type Answers,
  Attempt,
  type AttemptOptions,
  type AttemptRecords,
  type AttemptStep,
  type Call,
  type CallLog,
  type EngineLike,
  type ExecutableCall,
  type JournalRecord,
  type PendingCall,
  type Run,
  recordsOf,
  type Settlement,
  sleepOver,
  type Turn,
} from '../../runtime/index.ts';
import { callsOf } from './calls.ts';
import { settlementOf } from './dressed.ts';
import { coveredTurns, throughText } from './journal-left.ts';
import { Memories, type MemoryTurns } from './memory.ts';
import { MovableEngine, type Move } from './moves.ts';
import type { Sources } from './sources.ts';
import { isInvalidScript, thrownOf } from './thrown.ts';
import type { AttemptTrace, Execution, MoveTrace, Thrown, TurnTrace } from './trace.ts';

/** What the attempts of one case have in common. */
export type AttemptBase = Pick<
  AttemptOptions,
  'script' | 'actions' | 'onInterrupt' | 'input' | 'data' | 'runId' | 'startedAt' | 'limits' | 'clock' | 'randomness'
>;

/** Sleeps that are over later than this are never over: no clock of ours goes so far. It is in the year 2255. */
export const sleepEndMax = 9_000_000_000_000;

/** After which turns the guest's memory is hashed, for reports. It is the dearest thing there is to look at. */
export type DigestTurns = 'never' | 'last' | 'every';

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
  /** What is done to the run while it waits, each after its turn. */
  readonly moves?: readonly Move[];
  /** Where it may be restored besides its own engine. Default: there. */
  readonly elsewhere?: EngineLike;
  /** The process dies at the quiescence of this turn. */
  readonly crashAt?: number;
  /** The process dies when it has written so many records of its journal. */
  readonly crashAtRecord?: number;
  /**
   * Which of the calls in flight, or of the sleeps the one that is over next (positions, ascending), settles next.
   * `grace-over`, only where `mayEnd`: none of them will in time. `nobody`: there is none to choose, and the attempt can only be given up.
   */
  choose(inFlight: readonly number[], mayEnd: boolean): number | 'grace-over' | 'nobody';
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
  /** After a crash at a record: what the journal holds. It is less than the log held. */
  readonly journalLeft?: readonly JournalRecord[];
}

/**
 * Drives one attempt as `Sandbox` does, but synchronously: it settles one call in flight after another, in the order
 * that the plan chooses, until the attempt is done. While calls in flight are only being waited for, the plan may also
 * let the grace period end.
 */
export function driveAttempt(engine: EngineLike, base: AttemptBase, plan: AttemptPlan): Driven {
  return new AttemptDrive(plan, engine).drive(base);
}

class AttemptDrive {
  readonly #plan: AttemptPlan;
  readonly #engine: EngineLike;
  readonly #memories: Memories;
  /** Those that are still to come. */
  #moves: readonly Move[];
  readonly #moved: MoveTrace[] = [];
  readonly #turns: TurnTrace[] = [];
  readonly #executions: Execution[] = [];
  readonly #settled: number[] = [];
  /** Started and not settled, in the order of their positions. */
  readonly #inFlight = new Map<number, Execution>();
  /** When each sleep is over, by position. */
  readonly #sleeps = new Map<number, number>();
  #digest: string | undefined;
  /** What it has written of its journal. */
  readonly #journal: JournalRecord[] = [];

  constructor(plan: AttemptPlan, engine: EngineLike) {
    this.#plan = plan;
    this.#memories = new Memories(plan.memory);
    this.#moves = plan.moves ?? [];
    this.#engine = this.#moves.length > 0 ? new MovableEngine(engine) : engine;
  }

  drive(base: AttemptBase): Driven {
    let attempt: Attempt | undefined;
    try {
      const options = this.#attemptOptions(base);
      attempt = new Attempt(this.#engine, options);
      const records = recordsOf(attempt, options);
      if (this.#dies(records.begin())) return this.#driven('crashed', []);
      const end = this.#settleAll(attempt, records);
      this.#memories.atEnd(attempt.session);
      if (end === 'crashed') return this.#driven(end, attempt.session.callLog);
      if (this.#plan.digests === 'last' && attempt.session.state !== 'closed') this.#digest = attempt.session.digest();
      return this.#driven(end, [], attempt.finish());
    } catch (error) {
      return this.#driven(isInvalidScript(error) ? 'invalid' : 'thrown', [], undefined, thrownOf(error));
    } finally {
      attempt?.close();
    }
  }

  #attemptOptions(base: AttemptBase): AttemptOptions {
    const plan = this.#plan;
    return {
      ...base,
      writeAhead: true,
      callLog: plan.callLog,
      answers: plan.answers,
      ...(plan.pending !== undefined && { initial: { pending: [...plan.pending] } }),
      ...(plan.deliverMax !== undefined && { deliverMax: plan.deliverMax }),
      ...(plan.resumedAt !== undefined && { resumedAt: plan.resumedAt }),
      now: plan.sources.now,
      random: plan.sources.random,
      onTurn: (turn, session) => {
        this.#onTurn(turn, plan.digests === 'every' ? session.digest() : undefined);
        this.#memories.afterTurn(turn.index, session);
      },
    };
  }

  /** Writes records, as far as it gets: whether the process dies over it. */
  #dies(records: readonly JournalRecord[]): boolean {
    const { crashAtRecord = Number.POSITIVE_INFINITY } = this.#plan;
    this.#journal.push(...records.slice(0, crashAtRecord - this.#journal.length));
    return this.#journal.length >= crashAtRecord;
  }

  #onTurn(turn: Turn, digest: string | undefined): void {
    this.#turns.push(digest === undefined ? turn : { ...turn, digest });
    this.#digest = digest;
  }

  #settleAll(attempt: Attempt, records: AttemptRecords): AttemptEnd {
    let step: AttemptStep | undefined = attempt.start();
    for (;;) {
      step = this.#settleDecided(attempt, records, step);
      if (step === undefined || this.#dies(records.exchange(newCalls(step)))) return 'crashed';
      this.#startCalls(step);
      this.#move(attempt, step);
      if (this.#crashes()) return 'crashed';
      if (step.phase === 'done') return 'ended';
      const position = this.#choose(step);
      if (position === 'grace-over') return 'ended';
      if (position === 'nobody') return 'dormant';
      step = this.#settle(attempt, records, position, this.#settlement(position));
      if (step === undefined) return 'crashed';
    }
  }

  /** What settles without being executed. Nothing: the process has died. */
  #settleDecided(attempt: Attempt, records: AttemptRecords, first: AttemptStep): AttemptStep | undefined {
    let step: AttemptStep | undefined = first;
    for (let next = step.decided[0]; next !== undefined; next = step?.decided[0]) {
      step = this.#settle(attempt, records, next.position, next.outcome);
    }
    return step;
  }

  /** Writes it down first. Nothing: the process has died over that. */
  #settle(
    attempt: Attempt,
    records: AttemptRecords,
    position: number,
    settlement: Settlement,
  ): AttemptStep | undefined {
    if (this.#dies(records.settlement(position, settlement))) return undefined;
    return attempt.settle(position, settlement, this.#plan.stampAt?.(position));
  }

  #startCalls(step: AttemptStep): void {
    for (const { position, until } of step.sleeps) this.#sleeps.set(position, until);
    for (const call of step.execute) {
      const execution = this.#plan.execute(call);
      this.#executions.push(execution);
      this.#inFlight.set(call.position, execution);
    }
  }

  /** While it waits: what has ended cannot be restored, and where an attempt was stopped a restored one would go on. */
  #move({ session }: Attempt, { phase }: AttemptStep): void {
    const waits = (phase === 'running' || phase === 'sleeping') && session.state === 'waiting';
    if (this.#moves.length === 0 || !waits) return;
    const due = this.#moves.filter(({ turn }) => this.#turns.length > turn);
    this.#moves = this.#moves.filter((move) => !due.includes(move));
    const engine = this.#engine as MovableEngine;
    for (const move of due) this.#moved.push(engine.move(move, this.#plan.elsewhere));
  }

  #crashes(): boolean {
    const { crashAt } = this.#plan;
    return crashAt !== undefined && this.#turns.length > crashAt;
  }

  #choose({ phase, wake }: AttemptStep): number | 'grace-over' | 'nobody' {
    const inFlight = [...this.#inFlight.keys()];
    if (wake !== undefined && this.#plan.sleepsAsChosen) inFlight.push(...this.#sleeps.keys());
    else if (wake !== undefined && wake.until <= sleepEndMax) inFlight.push(wake.position);
    if (inFlight.length === 0) return phase === 'sleeping' ? 'grace-over' : 'nobody';
    return this.#plan.choose(
      inFlight.sort((a, b) => a - b),
      phase !== 'running',
    );
  }

  #settlement(position: number): Settlement {
    const until = this.#sleeps.get(position);
    if (until !== undefined) return this.#endSleep(position, until);
    const execution = this.#inFlight.get(position);
    if (execution === undefined) throw new Error(`The world settles position ${position}, which is not in flight.`);
    this.#inFlight.delete(position);
    this.#settled.push(position);
    return settlementOf(execution.behaviour);
  }

  #endSleep(position: number, until: number): Settlement {
    this.#sleeps.delete(position);
    this.#settled.push(position);
    this.#plan.sources.passUntil?.(until);
    return sleepOver;
  }

  #driven(end: AttemptEnd, logLeft: CallLog, run?: Run, thrown?: Thrown): Driven {
    const { cause, callLog, answers, pending, resumedAt, crashAtRecord } = this.#plan;
    const log = run?.callLog ?? logLeft;
    const journalLeft = crashAtRecord !== undefined && end === 'crashed' ? throughText(this.#journal) : undefined;
    const trace: AttemptTrace = {
      cause,
      callLog,
      answers,
      ...(pending !== undefined && { pending }),
      ...(resumedAt !== undefined && { resumedAt }),
      turns: journalLeft === undefined ? this.#turns : coveredTurns(this.#turns, logLeft, journalLeft),
      calls: callsOf(log, [...(run?.pending ?? []), ...this.#executions]),
      executions: this.#executions,
      settled: this.#settled,
      delivered: this.#turns.flatMap(({ cause }) => (cause.type === 'delivery' ? [cause.position] : [])),
      journal: this.#journal,
      ...(this.#moved.length > 0 && { moves: this.#moved }),
      ...(this.#digest !== undefined && { digest: this.#digest }),
      ...(this.#plan.memory !== 'never' && { memories: this.#memories }),
      ...(run !== undefined && { run }),
      ...(thrown !== undefined && { thrown }),
    };
    return { end, trace, logLeft, ...(journalLeft && { journalLeft }) };
  }
}

/** The calls that begin with a step, in position order. */
function newCalls({ execute, sleeps }: AttemptStep): readonly Call[] {
  return sleeps.length === 0 ? execute : [...execute, ...sleeps].sort((a, b) => a.position - b.position);
}
