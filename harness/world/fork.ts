import type { CallLog, EngineLike, ExecutableCall, Session, Snapshot } from '../../runtime/index.ts';
import type { Behaviour, Case } from '../case/index.ts';
import { recorded, recording, type Scheduler, scheduleOf } from '../schedule/index.ts';
import { caseActor } from './actor.ts';
import type { AttemptBase } from './attempt-plan.ts';
import { driveAttempt } from './drive.ts';
import type { MemoryTurns } from './memory.ts';
import { attemptBase, runWorld } from './run-world.ts';
import { type Sources, sourcesOfAttempt } from './sources.ts';
import type { Execution, Trace, TurnTrace } from './trace.ts';

/**
 * Where a case's first attempt waited, and all that it takes to go on from there in one way and another, without running
 * what led there again. Every future is also an ordinary case, which runs from the top: see `caseOfFuture`.
 */
export interface Fork {
  /** Without faults, which look at what was. */
  readonly case: Case;
  readonly base: AttemptBase;
  /** After this turn. */
  readonly turn: number;
  readonly callLog: CallLog;
  readonly snapshot: Snapshot;
  readonly logHash: string;
  /** The turns that led there. */
  readonly turns: readonly TurnTrace[];
  /** The decisions that led there. */
  readonly decisions: readonly number[];
  /** How many positions were reserved there. */
  readonly positions: number;
}

/** How it may go on. */
export interface Future {
  /** What the calls do that had not been asked for. */
  readonly behaviours: Behaviour[][];
  readonly scheduler: Scheduler;
}

/**
 * Runs a case to its end and takes a snapshot after that turn. `undefined`: it did not come there, it does not wait there for calls alone
 * (a question is open, or a sleep), or its clock is told by events, whose times a future could not repeat.
 */
export function forkAt(engine: EngineLike, testCase: Case, turn: number): Fork | undefined {
  if (testCase.clock === 'event') return undefined;
  const plain: Case = { ...testCase, faults: [] };
  let taken: Omit<Fork, 'case' | 'base' | 'turns'> | undefined;
  const sessions: Session[] = [];
  const watched: EngineLike = {
    fingerprint: engine.fingerprint,
    open: (options) => sessions[sessions.push(engine.open(options)) - 1] as Session,
  };
  const scheduler = recording(recorded(plain.schedule));
  const watching: Scheduler = {
    name: 'recorded',
    choose: (count, candidates) => {
      const session = sessions[0] as Session;
      if (sessions.length === 1 && session.delivered === turn && waitsFor(session, count, candidates))
        taken ??= { turn, ...stateOf(session), decisions: [...scheduler.decisions] };
      return scheduler.choose(count, candidates);
    },
  };
  const { attempts } = runWorld(plain, { engine: watched, scheduler: watching, digests: 'never' });
  const turns = attempts[0]?.turns.slice(0, turn + 1);
  return taken && turns && { ...taken, turns, case: plain, base: attemptBase(plain) };
}

function waitsFor(session: Session, count: number, candidates: readonly number[] | undefined): boolean {
  const open = session.state === 'waiting' ? session.outstanding : [];
  const isOpen = candidates?.every((position) =>
    open.some((call) => call.position === position && call.name !== 'sleep'),
  );
  const hasSlept = session.callLog.some((entry) => entry?.type === 'action' && entry.name === 'sleep');
  return count === candidates?.length && count === open.length && isOpen === true && !hasSlept;
}

function stateOf(session: Session): Pick<Fork, 'callLog' | 'snapshot' | 'logHash' | 'positions'> {
  const { callLog, logHash, positions } = session;
  return { callLog, logHash, positions, snapshot: session.snapshot() };
}

/** Goes on from a fork to the end of the attempt. The trace is as if it had been run from the top. */
export function runFuture(engine: EngineLike, fork: Fork, future: Future, memory: MemoryTurns = 'never'): Trace {
  const { base, callLog, snapshot, logHash, turns } = fork;
  const executions: Execution[] = [];
  const scheduler = recording(future.scheduler);
  const actor = caseActor(withBehaviours(fork, future.behaviours));
  const execute = (call: ExecutableCall): Execution => {
    const executed = { attempt: 0, ...call, execution: 0, behaviour: actor.execute({ ...call, execution: 0 }) };
    executions.push(executed);
    return executed;
  };
  const restoring: EngineLike = {
    fingerprint: engine.fingerprint,
    open: (options) => engine.open({ ...options, snapshot, logHash }),
  };
  const { end, trace } = driveAttempt(restoring, base, {
    cause: 'start',
    callLog,
    answers: {},
    sources: sourcesAfter(callLog),
    digests: 'never',
    memory,
    choose: (inFlight, mayEnd) =>
      inFlight[scheduler.choose(inFlight.length + (mayEnd ? 1 : 0), inFlight)] ?? 'grace-over',
    execute,
  });
  const attempt = { ...trace, callLog: [], turns: [...turns, ...trace.turns] };
  const decisions = [...fork.decisions, ...scheduler.decisions];
  return { attempts: [attempt], punched: [], executions, decisions, end: end === 'crashed' ? 'ended' : end };
}

/** A future as an ordinary case: it runs from the top, by way of a snapshot at the fork, and then as the future did. */
export function caseOfFuture(
  fork: Fork,
  { behaviours }: Pick<Future, 'behaviours'>,
  decisions: readonly number[],
): Case {
  return {
    ...withBehaviours(fork, behaviours),
    schedule: scheduleOf(decisions),
    faults: [{ type: 'snapshot', turn: fork.turn }],
  };
}

/** What was asked for by then does what it did; what comes after does what these say. */
function withBehaviours({ case: before, positions }: Fork, behaviours: Behaviour[][]): Case {
  const { length } = before.behaviours;
  const known = Array.from({ length: positions }, (_, at) =>
    length === 0 ? [] : (before.behaviours[at % length] ?? []),
  );
  return { ...before, behaviours: [...known, ...behaviours] };
}

/** The clock and the dice of a first attempt that has read what is in the log. */
function sourcesAfter(log: CallLog): Sources {
  const sources = sourcesOfAttempt(0);
  for (const entry of log) {
    if (entry?.type === 'now') sources.now();
    if (entry?.type === 'random') sources.random();
  }
  return sources;
}
