import {
  type Answers,
  answersFromJournal,
  compileScript,
  defaultLimits,
  type EngineLike,
  type InterruptedRun,
  type JournalRecord,
  type PendingCall,
  runFromJournal,
} from '../../runtime/index.ts';
import type { Case, Reaction } from '../case/index.ts';
import { type RecordingScheduler, recorded, recording, type Scheduler } from '../schedule/index.ts';
import { type Actor, caseActor } from './actor.ts';
import {
  type AttemptBase,
  type AttemptPlan,
  type DigestTurns,
  type Driven,
  driveAttempt,
  sleepEndMax,
} from './drive.ts';
import type { MemoryTurns } from './memory.ts';
import { isMove } from './moves.ts';
import { punchedRun } from './punch.ts';
import { sourcesOfAttempt, startOfAttempt } from './sources.ts';
import { isInvalidScript, thrownOf } from './thrown.ts';
import type { AttemptTrace, Execution, Trace, TraceEnd } from './trace.ts';

export interface WorldOptions {
  readonly engine: EngineLike;
  /** Plays the actions. Default: the case's own behaviours. */
  readonly actor?: Actor;
  /** Decides the order in which calls settle. Default: the case's schedule. */
  readonly scheduler?: Scheduler;
  /** After which turns the guest's memory is hashed. Default: `last`. */
  readonly digests?: DigestTurns;
  /** After which turns of every attempt it is kept, to be compared. Default: `never`. */
  readonly memory?: MemoryTurns;
  /** Another engine, for what is restored elsewhere. Default: the same. */
  readonly elsewhere?: EngineLike;
  /** The author's name for the script; one that ends in `.ts` may hold types. Default `script.ts`. */
  readonly file?: string;
}

/** How often a run is resumed before the world gives it up. */
const attemptsMax = 100;

/** The name and the time under which the world runs a case. */
export const worldRunId = 'run';
export const worldStartedAt = 1_700_000_000_000;

/**
 * Runs a case to its end in a simulated world: actions, people, clock, randomness and crashes are the case's, and
 * nothing else takes part, so the same case gives the same trace. Never throws for what the runtime does.
 */
export function runWorld(testCase: Case, options: WorldOptions): Trace {
  return new World(testCase, options).run();
}

/** Fuel of a case that sets none: a tenth of the runtime's, so that an endless loop costs a moment and not seconds. */
const worldFuel = defaultLimits.fuel / 10;

/** What all attempts at a case have in common. Throws `LinkError` and `ScriptSyntaxError`. */
export function attemptBase(testCase: Case, file = 'script.ts'): AttemptBase {
  const { actions, onInterrupt, input, data, limits, clock = 'recorded', random = 'recorded' } = testCase;
  return {
    script: compileScript(testCase.script, { actions, file }),
    actions,
    onInterrupt,
    input,
    data,
    runId: worldRunId,
    startedAt: worldStartedAt,
    clock,
    randomness: random,
    limits: { fuel: worldFuel, ...limits },
  };
}

class World {
  readonly #case: Case;
  readonly #options: WorldOptions;
  readonly #actor: Actor;
  readonly #scheduler: RecordingScheduler;
  readonly #attempts: AttemptTrace[] = [];
  readonly #executions: Execution[] = [];
  /** How often each position has been executed. */
  readonly #executed = new Map<number, number>();
  /** What people do about the interrupt at a position. */
  readonly #reactions = new Map<number, Reaction>();

  constructor(testCase: Case, options: WorldOptions) {
    this.#case = testCase;
    this.#options = options;
    this.#actor = options.actor ?? caseActor(testCase);
    this.#scheduler = recording(options.scheduler ?? recorded(testCase.schedule));
  }

  run(): Trace {
    let base: AttemptBase;
    try {
      base = attemptBase(this.#case, this.#options.file);
    } catch (error) {
      return this.#uncompiled(error);
    }
    const end = this.#attemptAll(base);
    return this.#trace(end, end === 'ended' ? this.#punchAll(base) : []);
  }

  #attemptAll(base: AttemptBase): TraceEnd {
    let next: Partial<AttemptPlan> | undefined = {
      cause: 'start',
      ...this.#crashFault(),
      moves: this.#case.faults.filter(isMove),
    };
    while (next !== undefined) {
      if (this.#attempts.length >= attemptsMax) return 'attempts-spent';
      const driven = driveAttempt(this.#options.engine, base, this.#plan(next));
      this.#attempts.push(driven.trace);
      if (driven.end !== 'ended' && driven.end !== 'crashed') return driven.end;
      next = this.#following(driven);
    }
    return 'ended';
  }

  #plan(given: Partial<AttemptPlan>): AttemptPlan {
    return {
      cause: 'resume',
      callLog: [],
      answers: {},
      sources: sourcesOfAttempt(this.#attempts.length),
      digests: this.#options.digests ?? 'last',
      memory: this.#memory(),
      ...(this.#options.elsewhere && { elsewhere: this.#options.elsewhere }),
      choose: (inFlight, mayEnd) => this.#choose(inFlight, mayEnd),
      execute: (call) => this.#execute(call),
      ...given,
    };
  }

  #crashFault(): Pick<AttemptPlan, 'crashAt' | 'crashAtRecord'> {
    const atTurn = this.#case.faults.find((candidate) => candidate.type === 'crash');
    const atRecord = this.#case.faults.find((candidate) => candidate.type === 'crash-record');
    return { ...(atTurn && { crashAt: atTurn.turn }), ...(atRecord && { crashAtRecord: atRecord.record }) };
  }

  #choose(inFlight: readonly number[], mayEnd: boolean): number | 'grace-over' {
    return inFlight[this.#scheduler.choose(inFlight.length + (mayEnd ? 1 : 0), inFlight)] ?? 'grace-over';
  }

  #execute(call: Parameters<AttemptPlan['execute']>[0]): Execution {
    const execution = this.#executed.get(call.position) ?? 0;
    this.#executed.set(call.position, execution + 1);
    const behaviour = this.#actor.execute({ ...call, execution });
    if (behaviour.type === 'interrupt') this.#reactions.set(call.position, behaviour.then);
    const executed = { attempt: this.#attempts.length, ...call, execution, behaviour };
    this.#executions.push(executed);
    return executed;
  }

  /** How the run goes on, if it does: after a crash from its log, after a pause with what people say, or when a sleep is over. */
  #following({ end, trace, logLeft, journalLeft }: Driven): Partial<AttemptPlan> | undefined {
    if (journalLeft !== undefined) return { cause: 'crash', ...this.#fromJournal(journalLeft) };
    if (end === 'crashed') return { cause: 'crash', callLog: logLeft };
    const { run } = trace;
    if (run?.status !== 'interrupted') return undefined;
    const answers = this.#answersTo(run);
    const until = endOfSleep(run);
    if (until === undefined) return answers && this.#resumed(run, answers);
    if (answers === undefined) return this.#resumed(run, {}, until);
    // Somebody comes before that, nobody does, or somebody comes too late.
    const choice = this.#scheduler.choose(3);
    return this.#resumed(run, choice === 1 ? {} : answers, choice === 0 ? undefined : until);
  }

  /** Before the first record there was no run: it begins anew. */
  #fromJournal(records: readonly JournalRecord[]): Partial<AttemptPlan> {
    if (records.length === 0) return {};
    const { callLog, pending } = runFromJournal(records);
    return { callLog, pending, answers: answersFromJournal(records), resumedAt: startOfAttempt(this.#attempts.length) };
  }

  /** @param until what was waited for. Default: nothing; what happens to be over by then is over. */
  #resumed(run: InterruptedRun, answers: Answers, until = 0): Partial<AttemptPlan> {
    const attempt = this.#attempts.length;
    const resumedAt = Math.max(startOfAttempt(attempt), Math.ceil(until));
    const sources = sourcesOfAttempt(attempt, resumedAt);
    return { cause: 'resume', callLog: run.callLog, pending: run.pending, answers, sources, resumedAt };
  }

  /** What people say this time: all that will ever be said, or one answer alone. `undefined`: nothing, any more. */
  #answersTo(run: InterruptedRun): Answers | undefined {
    const answerable = run.pending.filter((call) => this.#isAnswerable(call));
    if (answerable.length === 0) return run.pending.some(isUnderWay) ? {} : undefined;
    const choice = answerable.length === 1 ? 0 : this.#scheduler.choose(answerable.length + 1);
    const answered = choice === 0 ? answerable : answerable.slice(choice - 1, choice);
    return Object.fromEntries(answered.map(({ position }) => [position, this.#answerAt(position)]));
  }

  #isAnswerable({ position, state }: PendingCall): boolean {
    return state === 'interrupted' && (this.#reactions.get(position)?.type ?? 'leave') !== 'leave';
  }

  #answerAt(position: number): Answers[number] {
    const reaction = this.#reactions.get(position);
    if (reaction?.type === 'reject') return { reject: reaction.reason };
    return { answer: reaction?.type === 'answer' ? reaction.answer : null };
  }

  #punchAll(base: AttemptBase): AttemptTrace[] {
    const run = this.#attempts.at(-1)?.run;
    if (run === undefined || (run.status !== 'completed' && run.status !== 'failed')) return [];
    return this.#case.faults.flatMap((fault) =>
      fault.type === 'punch'
        ? [punchedRun(this.#options.engine, base, run, fault.positions, this.#options.memory ?? 'never').trace]
        : [],
    );
  }

  /** What is asked for, and where the attempt before ended: there the next one has to be in the same state. */
  #memory(): MemoryTurns {
    const { memory = 'never' } = this.#options;
    const before = this.#attempts.at(-1)?.turns.length;
    if (before === undefined || memory === 'never' || memory === 'every') return memory;
    return [...(memory === 'last' ? [] : memory), before - 1];
  }

  #trace(end: TraceEnd, punched: readonly AttemptTrace[]): Trace {
    return {
      attempts: this.#attempts,
      punched,
      executions: this.#executions,
      decisions: this.#scheduler.decisions,
      end,
    };
  }

  #uncompiled(error: unknown): Trace {
    const thrown = thrownOf(error);
    const attempt: AttemptTrace = {
      cause: 'start',
      callLog: [],
      answers: {},
      turns: [],
      calls: [],
      executions: [],
      settled: [],
      delivered: [],
      thrown,
    };
    this.#attempts.push(attempt);
    return this.#trace(isInvalidScript(error) ? 'invalid' : 'thrown', []);
  }
}

/** When the first of the run's sleeps is over, if that is ever. */
function endOfSleep(run: InterruptedRun): number | undefined {
  const ends = run.pending.flatMap(({ state, until }) => (state === 'sleeping' && until !== undefined ? [until] : []));
  const first = Math.min(...ends);
  return first <= sleepEndMax ? first : undefined;
}

/** A call that a resume executes without anybody answering. */
function isUnderWay({ state }: PendingCall): boolean {
  return state === 'in-flight' || state === 'not-started';
}
