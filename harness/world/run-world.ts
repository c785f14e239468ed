import {
  type Answers,
  answersFromJournal,
  type CompiledScript,
  compileScript,
  defaultLimits,
  type EngineLike,
  type JournalRecord,
  type Run,
  runFromJournal,
  type Session,
  type Turn,
} from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { type RecordingScheduler, recorded, recording, type Scheduler } from '../schedule/index.ts';
import { type Actor, caseActor } from './actor.ts';
import { faultsOfAttempt, jumpBefore, noFaults, secondResume } from './attempt-faults.ts';
import type { AttemptBase, AttemptPlan, DigestTurns, Driven, TurnSession } from './attempt-plan.ts';
import { driveAttempt } from './drive.ts';
import { sleepEndMax } from './in-flight.ts';
import type { MemoryTurns } from './memory.ts';
import { Outside, otherwise } from './outside.ts';
import { punchedRun } from './punch.ts';
import { clockTime, sourcesOfAttempt, startOfAttempt } from './sources.ts';
import { isInvalidScript, thrownOf } from './thrown.ts';
import type { AttemptTrace, Execution, Trace, TraceEnd, TwinTrace } from './trace.ts';

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
  /** Called after every turn of every attempt that counts, with what was executed until then in all of them. */
  readonly onTurn?: (turn: WatchedTurn) => void;
  /** The author's name for the script; one that ends in `.ts` may hold types. Default `script.ts`. */
  readonly file?: string;
  /** What the case's script runs as: the same, compiled already, with counters in it. Default: as it is. */
  readonly compiled?: CompiledScript;
  /** Called at the end of every attempt that counts, while its guest is still there. */
  readonly onAttemptEnd?: (session: Session) => void;
}

/** A turn, and the world as it was when it was over. */
export interface WatchedTurn {
  /** Index into `Trace.attempts`. */
  readonly attempt: number;
  readonly turn: Turn;
  readonly session: TurnSession;
  readonly executions: readonly Execution[];
}

/** How often a run is resumed before the world gives it up. */
const attemptsMax = 100;

/** How often a run that waits for what never comes is aborted, or in which the engine fails, and gone on with before everybody lets it be. */
const futileMax = 3;

/** A second attempt reads another clock and other chances than any that count. */
const twinSources = 2_000;

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
export function attemptBase(testCase: Case, file = 'script.ts', compiled?: CompiledScript): AttemptBase {
  const { actions, onInterrupt, input, data, limits, clock = 'recorded', random = 'recorded' } = testCase;
  return {
    script: compiled ?? compileScript(testCase.script, { actions, file }),
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

/** An attempt that is to be made. */
type Next = Pick<AttemptPlan, 'cause' | 'callLog' | 'answers'> & Partial<AttemptPlan>;

class World {
  readonly #case: Case;
  readonly #options: WorldOptions;
  readonly #scheduler: RecordingScheduler;
  readonly #attempts: AttemptTrace[] = [];
  readonly #twins: TwinTrace[] = [];
  readonly #outside: Outside;
  #pauses = 0;
  #futile = 0;

  constructor(testCase: Case, options: WorldOptions) {
    this.#case = testCase;
    this.#options = options;
    this.#outside = new Outside(options.actor ?? caseActor(testCase));
    this.#scheduler = recording(options.scheduler ?? recorded(testCase.schedule));
  }

  run(): Trace {
    let base: AttemptBase;
    try {
      base = attemptBase(this.#case, this.#options.file, this.#options.compiled);
    } catch (error) {
      return this.#uncompiled(error);
    }
    const end = this.#attemptAll(base);
    return this.#trace(end, end === 'ended' ? this.#punchAll(base) : []);
  }

  #attemptAll(base: AttemptBase): TraceEnd {
    let next: Next | undefined = { cause: 'start', callLog: [], answers: {} };
    while (next !== undefined) {
      const index = this.#attempts.length;
      if (index >= attemptsMax) return 'attempts-spent';
      const driven = driveAttempt(this.#options.engine, base, { ...this.#plan(next), ...this.#watch(index) });
      this.#attempts.push(driven.trace);
      if (driven.end !== 'ended' && driven.end !== 'crashed') return driven.end;
      next = this.#following(driven, next);
      if (next?.cause === 'resume') this.#resumeTwice(base, next);
    }
    return 'ended';
  }

  #plan(given: Next): AttemptPlan {
    const attempt = this.#attempts.length;
    return {
      sources: sourcesOfAttempt(attempt, this.#startOf(attempt)),
      digests: this.#options.digests ?? 'last',
      memory: this.#memory(),
      faults: faultsOfAttempt(this.#case, attempt),
      ...(this.#options.elsewhere && { elsewhere: this.#options.elsewhere }),
      choose: (inFlight, mayEnd) => this.#choose(inFlight, mayEnd),
      execute: (call) => this.#outside.execute(attempt, call),
      ...given,
    };
  }

  #watch(attempt: number): Pick<AttemptPlan, 'onTurn' | 'onEnd'> {
    const { onTurn, onAttemptEnd } = this.#options;
    const { executions } = this.#outside;
    return {
      ...(onTurn && { onTurn: (turn, session) => onTurn({ attempt, turn, session, executions }) }),
      ...(onAttemptEnd && { onEnd: onAttemptEnd }),
    };
  }

  #startOf(attempt: number): number {
    return clockTime(startOfAttempt(attempt) + jumpBefore(this.#case, attempt));
  }

  #choose(inFlight: readonly number[], mayEnd: boolean): number | 'grace-over' {
    return inFlight[this.#scheduler.choose(inFlight.length + (mayEnd ? 1 : 0), inFlight)] ?? 'grace-over';
  }

  /**
   * How the run goes on, if it does: after a crash from its log, after a pause with what people say, or when a sleep is over,
   * and after an abort in any case.
   */
  #following({ end, trace, logLeft, journalLeft }: Driven, before: Next): Next | undefined {
    if (journalLeft !== undefined) return this.#fromJournal(journalLeft, before);
    if (end === 'crashed') return { cause: 'crash', callLog: logLeft, answers: {} };
    const { run, abort } = trace;
    if (run?.status === 'aborted') return this.#afterAbort(run, abort === undefined || abort.why === 'hang');
    return run?.status === 'interrupted' ? this.#afterPause(run) : undefined;
  }

  /** Nobody aborted it: the engine failed, and it will do so again. */
  #afterAbort(run: Run, isFutile: boolean): Next | undefined {
    if (isFutile && ++this.#futile >= futileMax) return undefined;
    return this.#resumed(run, this.#answersTo(run) ?? {});
  }

  #afterPause(run: Run): Next | undefined {
    const answers = this.#answersTo(run);
    const until = endOfSleep(run);
    if (until === undefined) return answers && this.#resumed(run, answers);
    if (answers === undefined) return this.#resumed(run, {}, until);
    // Somebody comes before that, nobody does, or somebody comes too late.
    const choice = this.#scheduler.choose(3);
    return this.#resumed(run, choice === 1 ? {} : answers, choice === 0 ? undefined : until);
  }

  #answersTo(run: Run): Answers | undefined {
    return this.#outside.answersTo(run, this.#scheduler);
  }

  /** Before the first record there was no attempt: it is made anew. */
  #fromJournal(records: readonly JournalRecord[], before: Next): Next {
    if (records.length === 0) return { ...before, cause: 'crash', ...this.#begun(before.resumedAt) };
    const { callLog, pending } = runFromJournal(records);
    return { cause: 'crash', callLog, pending, answers: answersFromJournal(records), ...this.#begun() };
  }

  /** @param until what was waited for. Default: nothing; what happens to be over by then is over. */
  #resumed(run: Run, answers: Answers, until = 0): Next {
    return { cause: 'resume', callLog: run.callLog, pending: run.pending, answers, ...this.#begun(until) };
  }

  /** When the next attempt begins, which is not before `until`. */
  #begun(until = 0): Required<Pick<AttemptPlan, 'sources' | 'resumedAt'>> {
    const attempt = this.#attempts.length;
    const resumedAt = Math.max(this.#startOf(attempt), Math.ceil(until));
    return { sources: sourcesOfAttempt(attempt, resumedAt), resumedAt };
  }

  /** Somebody else goes on with the same run first, and the world forgets all about it. */
  #resumeTwice(base: AttemptBase, next: Next): void {
    const fault = secondResume(this.#case, this.#pauses++);
    if (fault === undefined) return;
    const [of, outside] = [this.#attempts.length - 1, this.#outside.fork()];
    const plan: AttemptPlan = {
      ...this.#plan(next),
      faults: noFaults,
      answers: fault.otherwise ? otherwise(next.answers) : next.answers,
      sources: sourcesOfAttempt(twinSources + of, next.resumedAt),
      execute: (call) => outside.execute(of + 1, call),
    };
    this.#twins.push({ ...driveAttempt(this.#options.engine, base, plan).trace, of });
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
      ...(this.#twins.length > 0 && { twins: this.#twins }),
      executions: this.#outside.executions,
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
function endOfSleep(run: Run): number | undefined {
  const ends = run.pending.flatMap(({ state, until }) => (state === 'sleeping' && until !== undefined ? [until] : []));
  const first = Math.min(...ends);
  return first <= sleepEndMax ? first : undefined;
}
