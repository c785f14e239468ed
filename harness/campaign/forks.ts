import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { likeOf } from '../minimise/index.ts';
import { oracles, runCase } from '../oracle/index.ts';
import { type Draw, drawFrom, mixSeeds, random, recorded } from '../schedule/index.ts';
import { caseOfFuture, type Fork, type Future, forkAt, runFuture, runWorld, type Trace } from '../world/index.ts';
import { rareStates } from './rare-states.ts';
import { startStopwatch } from './stopwatch.ts';
import type { FailedCase } from './task.ts';

/** Of the first cases of a campaign, one in so many is gone on with in other ways from a rare state that it reached. */
const forkOneIn = 16;
const forkedMax = 1_024;
/** From each rare state, so many futures. */
const futuresPerFork = 8;
/** So many of them are run from the top as well, to tell what the snapshot saves. */
const timedFromTop = 2;

/** What going on from snapshots came to. */
export interface ForkTally {
  /** Rare states from which it went on. */
  forks: number;
  futures: number;
  /** Turns of the futures, those not counted that led to the fork. */
  turns: number;
}

/** Milliseconds for turns that were new. */
export interface ForkTiming {
  readonly forked: { ms: number; turns: number };
  readonly fromTheTop: { ms: number; turns: number };
}

export interface Explored {
  readonly tally: ForkTally;
  readonly timing: ForkTiming;
  readonly failures: readonly FailedCase[];
  readonly mistakes: readonly { readonly index: number; readonly message: string }[];
}

/** All that came of several explorations. */
export function together(parts: readonly Explored[]): Explored {
  const sum = noForks();
  for (const part of parts) addForks(sum, part);
  return {
    ...sum,
    failures: parts.flatMap(({ failures }) => failures),
    mistakes: parts.flatMap(({ mistakes }) => mistakes),
  };
}

/** What going on from snapshots came to, so far. */
export type Forks = Pick<Explored, 'tally' | 'timing'>;

export function noForks(): Forks {
  const none = (): { ms: number; turns: number } => ({ ms: 0, turns: 0 });
  return { tally: { forks: 0, futures: 0, turns: 0 }, timing: { forked: none(), fromTheTop: none() } };
}

/** Adds another part to the first. */
export function addForks({ tally, timing }: Forks, other: Forks): void {
  for (const field of ['forks', 'futures', 'turns'] as const) tally[field] += other.tally[field];
  for (const field of ['forked', 'fromTheTop'] as const) add(timing[field], other.timing[field]);
}

/** Whether a campaign goes on from a rare state of the case with that number. */
export function isForked(index: number): boolean {
  return index < forkedMax && index % forkOneIn === forkOneIn - 1;
}

const judges = oracles.filter(({ name }) =>
  ['replay-equals-live', 'resume-equals-uninterrupted', 'restore-equals-replay'].includes(name),
);

/**
 * Goes on from a rare state of a case in several ways, each from the same snapshot, and judges each: its log gives the same run and
 * memory from the top. What fails is an ordinary case, and fails in the ordinary way. Depends on the seed and the case's number alone,
 * but for its timing.
 */
export function explore(
  engine: EngineLike,
  testCase: Case,
  { seed, index }: { seed: number; index: number },
): Explored {
  const draw = drawFrom(mixSeeds(seed, ~index));
  const fork = rareFork(engine, testCase, draw);
  const explored = new Exploration(engine, index);
  if (fork === undefined) return explored;
  explored.tally.forks++;
  // One that fails says enough of the fork.
  for (let i = 0; i < futuresPerFork && explored.failures.length === 0; i++)
    explored.future(fork, draw, i < timedFromTop);
  return explored;
}

/** A case that waits less often has hardly another future. */
const waitsMin = 3;

/** Where the case first was in one of its rare states while it had some way to go; half-way, where only its end shows any. */
function rareFork(engine: EngineLike, testCase: Case, draw: Draw): Fork | undefined {
  const trace = runWorld({ ...testCase, faults: [] }, { engine, digests: 'never' });
  const waits = trace.attempts[0]?.turns.filter((turn) => turn.state === 'waiting').length ?? 0;
  if (waits < waitsMin) return undefined;
  const onItsWay = Array.from({ length: waits - 1 }, (_, turn) => turn);
  const reached = rareStates.flatMap((state) => onItsWay.find((turn) => state.reached(upTo(trace, turn))) ?? []);
  const from = reached[draw(Math.max(1, reached.length))] ?? Math.floor(waits / 2);
  // Where a question is open or a sleep, nothing can be forked: then a little earlier.
  for (let turn = from; turn >= 0; turn--) {
    const fork = forkAt(engine, testCase, turn);
    if (fork !== undefined) return fork;
  }
  return undefined;
}

/** What was to be seen of it after that turn. */
function upTo({ attempts: [first], ...trace }: Trace, turn: number): Trace {
  if (first === undefined) return { ...trace, attempts: [] };
  const { run: _, turns, delivered, settled, ...attempt } = first;
  const seen = {
    turns: turns.slice(0, turn + 1),
    delivered: delivered.slice(0, turn),
    settled: settled.slice(0, turn),
  };
  return { ...trace, attempts: [{ ...attempt, ...seen }] };
}

class Exploration implements Explored {
  readonly tally: ForkTally = { forks: 0, futures: 0, turns: 0 };
  readonly failures: FailedCase[] = [];
  readonly mistakes: { index: number; message: string }[] = [];
  readonly timing = { forked: { ms: 0, turns: 0 }, fromTheTop: { ms: 0, turns: 0 } };
  readonly #engine: EngineLike;
  readonly #index: number;

  constructor(engine: EngineLike, index: number) {
    this.#engine = engine;
    this.#index = index;
  }

  future(fork: Fork, draw: Draw, timed: boolean): void {
    const behaviours = rotated(fork.case.behaviours, draw);
    const elapsed = startStopwatch();
    const trace = runFuture(this.#engine, fork, { behaviours, scheduler: random(draw(2 ** 30)) });
    const ms = elapsed();
    const turns = (trace.attempts[0]?.turns.length ?? 0) - fork.turns.length;
    this.tally.futures++;
    this.tally.turns += turns;
    const ordinary = caseOfFuture(fork, { behaviours }, trace.decisions);
    if (timed) this.#time(ms, turns, ordinary);
    const later = trace.decisions.slice(fork.decisions.length);
    this.#judge(fork, ordinary, () => ({ behaviours, scheduler: recorded(later) }));
  }

  #time(ms: number, turns: number, ordinary: Case): void {
    const elapsed = startStopwatch();
    runWorld({ ...ordinary, faults: [] }, { engine: this.#engine, digests: 'never' });
    add(this.timing.fromTheTop, { ms: elapsed(), turns });
    add(this.timing.forked, { ms, turns });
  }

  #judge(fork: Fork, ordinary: Case, future: () => Future): void {
    const [engine, index] = [this.#engine, this.#index];
    const { failures } = runCase(ordinary, {
      engine,
      effort: 'sampled',
      oracles: judges,
      digests: 'never',
      play: (memory) => runFuture(engine, fork, future(), memory),
    });
    if (failures.length === 0) return;
    const report = runCase(ordinary, { engine });
    const like = likeOf(report);
    const { schedule } = ordinary;
    if (like !== undefined)
      this.failures.push({ index, schedule, where: like.where, case: ordinary, failures: report.failures });
    else this.mistakes.push({ index, message: `A future fails from its snapshot alone: ${failures[0]?.message}` });
  }
}

function add(sum: { ms: number; turns: number }, { ms, turns }: { ms: number; turns: number }): void {
  sum.ms += ms;
  sum.turns += turns;
}

/** The same behaviours, beginning with another one. */
function rotated(behaviours: Case['behaviours'], draw: Draw): Case['behaviours'] {
  const from = draw(Math.max(1, behaviours.length));
  return [...behaviours.slice(from), ...behaviours.slice(0, from)];
}
