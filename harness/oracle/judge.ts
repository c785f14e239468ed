import { type EngineLike, LockstepError } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { drawFrom, type Scheduler, scheduleOf, seedOfText } from '../schedule/index.ts';
import {
  type Actor,
  type AttemptBase,
  type AttemptTrace,
  attemptBase,
  type DigestTurns,
  type MemoryTurns,
  onAnotherHost,
  reusingMemory,
  runWorld,
  type Trace,
  thrownOf,
  type WorldOptions,
} from '../world/index.ts';
import { thrownDivergence } from './comparison.ts';
import { nothingEndsSilently } from './nothing-ends-silently.ts';
import type { Divergence, Effort, Oracle, OracleContext } from './oracle.ts';
import { oracles as allOracles } from './oracles.ts';
import type { Probe } from './probe.ts';
import { isSampled } from './sampling.ts';

export interface JudgeOptions {
  readonly engine: EngineLike;
  /** Another engine, for what goes on elsewhere. Default: the same one, as if on another host. */
  readonly elsewhere?: EngineLike;
  /** Default: all. */
  readonly oracles?: readonly Oracle[];
  /** Default `thorough`. */
  readonly effort?: Effort;
  /** See `OracleContext`. Default: none, everything that the effort allows. */
  readonly probe?: Probe | undefined;
  /** Decides in place of the case's schedule, once. What it decided is the schedule of the case that is judged. */
  readonly scheduler?: Scheduler;
  /** Makes the actor that plays the actions, fresh for every run of the case. Default: the case's behaviours. */
  readonly actor?: () => Actor;
  readonly file?: string;
  /** After which turns the trace has a hash of the guest's memory. Default: `last`. */
  readonly digests?: DigestTurns;
  /** How the case is run, every time to the same trace, with its memory kept as asked. Default: in the world, from the top. */
  readonly play?: (memory: MemoryTurns) => Trace;
}

/** What became of a case. Plain data. */
export interface CaseReport {
  readonly trace: Trace;
  /** Every promise that it broke, in the order of the oracles. Empty: none. */
  readonly failures: readonly BrokenPromise[];
  /** Executions of the script, those of the oracles included. */
  readonly executions: number;
  /** Whether memory was compared after every turn, and not at the end alone. */
  readonly everyTurn: boolean;
  /** Situations that further executions of the script were in, sorted. */
  readonly met: readonly string[];
}

export interface BrokenPromise extends Divergence {
  /** Name of the oracle. */
  readonly oracle: string;
  readonly promise: string;
}

/** Runs a case in the world and judges it by the oracles. Throws only where the harness itself is wrong. */
export function runCase(testCase: Case, options: JudgeOptions): CaseReport {
  return reusingMemory(() => judgeCase(testCase, options));
}

/** The same, but the oracles are told that something else was observed. */
export function runFalsified(testCase: Case, options: JudgeOptions, falsify: (trace: Trace) => Trace): CaseReport {
  return reusingMemory(() => judgeCase(testCase, options, falsify));
}

function judgeCase(given: Case, options: JudgeOptions, falsify = (trace: Trace): Trace => trace): CaseReport {
  const { engine, elsewhere = onAnotherHost(engine), effort = 'thorough', oracles = allOracles, actor, file } = options;
  const play = (played: Case, how: Pick<WorldOptions, 'memory' | 'digests' | 'scheduler'>): Trace =>
    runWorld(played, { engine, elsewhere, ...how, ...(actor && { actor: actor() }), ...(file && { file }) });
  const { scheduler, digests = 'last' } = options;
  const scheduled = scheduler && play(given, { memory: 'last', digests, scheduler });
  const testCase = scheduled === undefined ? given : { ...given, schedule: scheduleOf(scheduled.decisions) };
  const seed = seedOfText(JSON.stringify(testCase));
  const everyTurn = isSampled({ effort, draw: drawFrom(seed) }, 'everyTurn');
  const memory: MemoryTurns = everyTurn ? 'every' : 'last';
  const run = (memory: MemoryTurns, digests: DigestTurns): Trace =>
    options.play?.(memory) ??
    runWorld(testCase, { engine, elsewhere, memory, digests, ...(actor && { actor: actor() }), ...(file && { file }) });
  const observed = falsify(run(memory, options.digests ?? 'last'));
  const trace = withoutMemories(observed);
  let executions = trace.attempts.length + (trace.twins ?? []).length + trace.punched.length;
  if (trace.end === 'invalid') return { trace, failures: [], executions, everyTurn, met: [] };
  const base = compiledBase(testCase, file);
  if (base === undefined) return { trace, failures: judgeUncompiled(trace), executions, everyTurn, met: [] };
  const met = new Set<string>();
  const common = {
    case: testCase,
    trace: observed,
    engine,
    elsewhere,
    base,
    memory,
    again: (turns: MemoryTurns) => play(testCase, { memory: turns, digests: 'never' }),
    effort,
    probe: options.probe,
    ran: () => void executions++,
    met: (situation: string) => void met.add(situation),
  };
  // Each oracle draws for itself, so that one that draws more changes nothing for the others.
  const failures = oracles.flatMap((oracle) =>
    judgeBy(oracle, { ...common, draw: drawFrom(seed ^ seedOfText(oracle.name)) }),
  );
  return { trace, failures, executions, everyTurn, met: [...met].sort() };
}

/** What is left is plain data, which may go anywhere. */
function withoutMemories(trace: Trace): Trace {
  const without = ({ memories: _, ...attempt }: AttemptTrace): AttemptTrace => attempt;
  const { attempts, twins = [], punched } = trace;
  return {
    ...trace,
    attempts: attempts.map(without),
    ...(twins.length > 0 && { twins: twins.map(({ of, ...attempt }) => ({ ...without(attempt), of })) }),
    punched: punched.map(without),
  };
}

function compiledBase(testCase: Case, file: string | undefined): AttemptBase | undefined {
  try {
    return attemptBase(testCase, file);
  } catch {
    return undefined;
  }
}

/** The compiler threw something that is no verdict on the script: there is nothing to judge but that. */
function judgeUncompiled(trace: Trace): BrokenPromise[] {
  const { name: oracle, promise } = nothingEndsSilently;
  const thrown = trace.attempts.at(-1)?.thrown ?? { name: 'Error', message: 'The script compiles sometimes.' };
  return [{ ...thrownDivergence('Compiling the script', thrown), oracle, promise }];
}

function judgeBy(oracle: Oracle, context: OracleContext): BrokenPromise[] {
  const divergence = divergenceFrom(oracle, context);
  return divergence === undefined ? [] : [{ ...divergence, oracle: oracle.name, promise: oracle.promise }];
}

/** What the runtime throws at a further execution (that the log of a run is none, say) breaks the promise it was made for. */
function divergenceFrom(oracle: Oracle, context: OracleContext): Divergence | undefined {
  try {
    return oracle.check(context);
  } catch (error) {
    if (error instanceof LockstepError) return thrownDivergence('A further execution', thrownOf(error));
    throw error;
  }
}
