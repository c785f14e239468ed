import {
  Attempt,
  type AttemptOptions,
  type AttemptRecords,
  type AttemptStep,
  type Call,
  type CallLog,
  type EngineLike,
  type Run,
  recordsOf,
  type Settlement,
  sleepOver,
  type Turn,
} from '../../runtime/index.ts';
import { ComingFaults, noFaults } from './attempt-faults.ts';
import type { AttemptBase, AttemptEnd, AttemptPlan, Driven } from './attempt-plan.ts';
import { callsOf } from './calls.ts';
import { settlementOf } from './dressed.ts';
import { abortTrace, lateTrace } from './given-up.ts';
import { InFlight } from './in-flight.ts';
import { coveredTurns, logLeft } from './journal-left.ts';
import { Memories } from './memory.ts';
import { MovableEngine } from './moves.ts';
import { isInvalidScript, thrownOf } from './thrown.ts';
import type {
  AbortTrace,
  AttemptTrace,
  Execution,
  JumpTrace,
  LateTrace,
  MoveTrace,
  Thrown,
  TurnTrace,
} from './trace.ts';
import { WrittenJournal } from './written-journal.ts';

/**
 * Drives one attempt as `Sandbox` does, but synchronously: it settles one call in flight after another, in the order
 * that the plan chooses, until the attempt is done. While calls in flight are only being waited for, the plan may also
 * let the time for them end. Where one of them is late, their signals fire first, and it may settle after that.
 */
export function driveAttempt(engine: EngineLike, base: AttemptBase, plan: AttemptPlan): Driven {
  return new AttemptDrive(plan, engine).drive(base);
}

/** What is done next: the call at a position settles, the attempt is given up or over, or somebody must abort it. */
type Next = number | 'grace-over' | 'nobody' | 'hangs';

class AttemptDrive {
  readonly #plan: AttemptPlan;
  readonly #engine: EngineLike;
  readonly #memories: Memories;
  readonly #faults: ComingFaults;
  readonly #moved: MoveTrace[] = [];
  readonly #jumped: JumpTrace[] = [];
  readonly #turns: TurnTrace[] = [];
  readonly #executions: Execution[] = [];
  readonly #settled: number[] = [];
  readonly #late: LateTrace[] = [];
  readonly #inFlight = new InFlight();
  /** Positions of the calls whose signals have fired. */
  #signalled: readonly number[] | undefined;
  #abort: AbortTrace | undefined;
  #digest: string | undefined;
  readonly #journal: WrittenJournal;

  constructor(plan: AttemptPlan, engine: EngineLike) {
    this.#plan = plan;
    this.#memories = new Memories(plan.memory);
    this.#faults = new ComingFaults(plan.faults ?? noFaults);
    this.#engine = this.#faults.hasMoves ? new MovableEngine(engine) : engine;
    this.#journal = new WrittenJournal(this.#faults.crash);
  }

  drive(base: AttemptBase): Driven {
    let attempt: Attempt | undefined;
    try {
      const options = this.#attemptOptions(base);
      attempt = new Attempt(this.#engine, options);
      const records = recordsOf(attempt, options);
      if (this.#journal.dies(records.begin())) return this.#driven('crashed', []);
      const end = this.#settleAll(attempt, records);
      this.#memories.atEnd(attempt.session);
      if (end === 'crashed') return this.#driven(end, attempt.session.callLog);
      if (this.#plan.digests === 'last' && attempt.session.state !== 'closed') this.#digest = attempt.session.digest();
      return this.#driven(end, [], attempt.finish());
    } catch (error) {
      return this.#driven(isInvalidScript(error) ? 'invalid' : 'thrown', [], undefined, thrownOf(error));
    } finally {
      if (attempt !== undefined) this.#plan.onEnd?.(attempt.session);
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
        plan.onTurn?.(turn, session);
      },
    };
  }

  #onTurn(turn: Turn, digest: string | undefined): void {
    this.#turns.push(digest === undefined ? turn : { ...turn, digest });
    this.#digest = digest;
  }

  #settleAll(attempt: Attempt, records: AttemptRecords): AttemptEnd {
    let step: AttemptStep | undefined = attempt.start();
    while (step !== undefined) {
      step = this.#goOn(attempt, records, step);
      if (step === undefined) break;
      if (step.phase === 'done') return 'ended';
      const next = this.#next(step);
      if (next === 'grace-over') return 'ended';
      if (next === 'nobody') return 'dormant';
      step = next === 'hangs' ? this.#abortNow(attempt, 'hang') : this.#settleNext(attempt, records, next);
    }
    return 'crashed';
  }

  /** Up to where it waits for something. Nothing: the process has died. */
  #goOn(attempt: Attempt, records: AttemptRecords, first: AttemptStep): AttemptStep | undefined {
    const decided = this.#settleDecided(attempt, records, first);
    if (decided === undefined || this.#journal.dies(records.exchange(newCalls(decided)))) return undefined;
    const step = this.#begin(attempt, decided);
    return this.#diesAtQuiescence(attempt, step) ? undefined : step;
  }

  /** What settles without being executed. Nothing: the process has died. */
  #settleDecided(attempt: Attempt, records: AttemptRecords, first: AttemptStep): AttemptStep | undefined {
    let step: AttemptStep | undefined = first;
    for (let next = step.decided[0]; next !== undefined; next = step?.decided[0]) {
      if (this.#faults.takeAbort(this.#turns.length, true)) step = this.#abortNow(attempt, 'fault');
      else step = this.#settle(attempt, records, next.position, next.outcome);
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
    if (this.#journal.dies(records.settlement(position, settlement))) return undefined;
    return attempt.settle(position, settlement, this.#plan.stampAt?.(position));
  }

  /** Starts what was asked for, unless somebody aborts the attempt before that, or when it has begun. */
  #begin(attempt: Attempt, step: AttemptStep): AttemptStep {
    const abort = this.#faults.takeAbort(this.#turns.length);
    for (const sleep of step.sleeps) this.#inFlight.sleep(sleep);
    if (abort?.unstarted) return this.#leaveUnstarted(attempt, step);
    for (const call of step.execute) {
      const execution = this.#plan.execute(call);
      this.#executions.push(execution);
      this.#inFlight.start(execution);
    }
    return abort === undefined ? step : this.#abortNow(attempt, 'fault');
  }

  #leaveUnstarted(attempt: Attempt, { execute }: AttemptStep): AttemptStep {
    let step = this.#abortNow(attempt, 'fault');
    for (const { position } of execute) step = attempt.leave(position, 'not-started');
    return step;
  }

  /** A script that has ended keeps its result: then the signals only hurry it on. */
  #abortNow(attempt: Attempt, why: AbortTrace['why']): AttemptStep {
    this.#fireSignals();
    this.#abort = abortTrace(this.#turns.length - 1, why);
    return attempt.session.outcome === undefined ? attempt.abort(this.#abort.reason) : attempt.step();
  }

  #fireSignals(): void {
    this.#signalled ??= this.#inFlight.except();
  }

  /** What happens there, ending with the process's death. */
  #diesAtQuiescence(attempt: Attempt, step: AttemptStep): boolean {
    for (const { ms } of this.#faults.takeJumps(this.#turns.length)) {
      this.#plan.sources.jump?.(ms);
      this.#jumped.push({ turn: this.#turns.length - 1, ms });
    }
    this.#move(attempt, step);
    return this.#faults.crashes(this.#turns.length);
  }

  /** While it waits: what has ended cannot be restored, and where an attempt was stopped a restored one would go on. */
  #move({ session }: Attempt, { phase }: AttemptStep): void {
    if ((phase !== 'running' && phase !== 'sleeping') || session.state !== 'waiting') return;
    const engine = this.#engine as MovableEngine;
    for (const move of this.#faults.takeMoves(this.#turns.length))
      this.#moved.push(engine.move(move, this.#plan.elsewhere));
  }

  #next(step: AttemptStep): Next {
    return step.phase === 'running' || step.phase === 'sleeping' ? this.#nextDelivered(step) : this.#nextRecorded();
  }

  /** As long as the script goes on, everything is waited for. */
  #nextDelivered({ phase, wake }: AttemptStep): Next {
    const mayEnd = phase !== 'running';
    const candidates = this.#inFlight.whatMaySettle(wake, this.#plan.sleepsAsChosen === true);
    if (candidates.length > 0) return this.#plan.choose(candidates, mayEnd);
    if (mayEnd) return 'grace-over';
    return this.#inFlight.isEmpty ? 'nobody' : 'hangs';
  }

  /** It has stopped or ended: first what is in time settles, and when the signals have fired, what is late. */
  #nextRecorded(): Next {
    if (this.#signalled === undefined) {
      const inTime = this.#inFlight.except('late', 'never');
      const next = inTime.length > 0 ? this.#plan.choose(inTime, true) : 'grace-over';
      if (next !== 'grace-over' || this.#inFlight.isEmpty) return next;
      this.#fireSignals();
      if (this.#inFlight.except('never').length === inTime.length) return next;
    }
    const candidates = this.#inFlight.except('never');
    return candidates.length > 0 ? this.#plan.choose(candidates, true) : 'grace-over';
  }

  /** An action that gives up because its signal has fired says nothing about its effect. */
  #settleNext(attempt: Attempt, records: AttemptRecords, position: number): AttemptStep | undefined {
    const settlement = this.#settlement(position);
    if (this.#signalled?.includes(position)) {
      this.#late.push(lateTrace(position, settlement));
      if ('error' in settlement) return attempt.leave(position, 'in-flight');
    }
    return this.#settle(attempt, records, position, settlement);
  }

  #settlement(position: number): Settlement {
    const until = this.#inFlight.takeSleep(position);
    this.#settled.push(position);
    if (until === undefined) return settlementOf(this.#inFlight.take(position).behaviour);
    this.#plan.sources.passUntil?.(until);
    return sleepOver;
  }

  #driven(end: AttemptEnd, logAtEnd: CallLog, run?: Run, thrown?: Thrown): Driven {
    const { cause, callLog, answers, pending, resumedAt } = this.#plan;
    const left = end === 'crashed' ? this.#journal.left : undefined;
    const known = left?.records.length === 0 ? callLog : logLeft(left?.records ?? []);
    const trace: AttemptTrace = {
      cause,
      callLog,
      answers,
      ...(pending !== undefined && { pending }),
      ...(resumedAt !== undefined && { resumedAt }),
      turns: left === undefined ? this.#turns : coveredTurns(this.#turns, logAtEnd, known),
      calls: callsOf(run?.callLog ?? logAtEnd, [...(run?.pending ?? []), ...this.#executions]),
      executions: this.#executions,
      settled: this.#settled,
      delivered: this.#turns.flatMap(({ cause }) => (cause.type === 'delivery' ? [cause.position] : [])),
      journal: this.#journal.records,
      ...this.#faultsSeen(),
      ...(left !== undefined && left.lost.records > 0 && { lost: left.lost }),
      ...(this.#digest !== undefined && { digest: this.#digest }),
      ...(this.#plan.memory !== 'never' && { memories: this.#memories }),
      ...(run !== undefined && { run }),
      ...(thrown !== undefined && { thrown }),
    };
    return { end, trace, logLeft: logAtEnd, ...(left && { journalLeft: left.records }) };
  }

  #faultsSeen(): Pick<AttemptTrace, 'moves' | 'jumps' | 'abort' | 'signalled' | 'late'> {
    return {
      ...(this.#moved.length > 0 && { moves: this.#moved }),
      ...(this.#jumped.length > 0 && { jumps: this.#jumped }),
      ...(this.#abort !== undefined && { abort: this.#abort }),
      ...(this.#signalled !== undefined && { signalled: this.#signalled }),
      ...(this.#late.length > 0 && { late: this.#late }),
    };
  }
}

/** The calls that begin with a step, in position order. */
function newCalls({ execute, sleeps }: AttemptStep): readonly Call[] {
  return sleeps.length === 0 ? execute : [...execute, ...sleeps].sort((a, b) => a.position - b.position);
}
