import { CallLogMismatchError, type Engine, type Exchange } from '../runtime/index.ts';
import { type MemoryUse, memoryUse } from './memory.ts';

/**
 * Does anything leak or drift when instances are reset again and again, and when runs are aborted by a host exception that goes
 * through the engine's frames? One process, one engine, many runs, most of which are stopped in the middle of a turn. At
 * intervals it is noted how much memory there is, and whether a fixed run still has the digest that it had at first.
 */
export interface SoakOptions {
  /** How many runs. */
  readonly runs: number;
  /** How many runs lie between two samples. */
  readonly every: number;
  readonly onSample?: (sample: SoakSample) => void;
}

export interface SoakSample extends MemoryUse {
  /** How many runs there were before. */
  readonly runs: number;
  /** Of the fixed run, at its end. */
  readonly digest: string;
}

export interface SoakReport {
  readonly samples: readonly SoakSample[];
  /** What drifted, a sentence each; empty where nothing did. */
  readonly problems: readonly string[];
}

export function soak(engine: Engine, { runs, every, onSample }: SoakOptions): SoakReport {
  const samples: SoakSample[] = [];
  const sample = (done: number): void => {
    const taken = { runs: done, digest: fixedRun(engine), ...memoryUse() };
    samples.push(taken);
    onSample?.(taken);
  };
  sample(0);
  for (let run = 0; run < runs; run++) {
    endings[run % endings.length]?.(engine);
    if ((run + 1) % every === 0) sample(run + 1);
  }
  return { samples, problems: driftOf(samples) };
}

/** Runs by the way they end. Each checks that it ended so. */
const endings: readonly ((engine: Engine) => void)[] = [
  completes,
  runsOutOfFuel,
  mismatches,
  reachesALimit,
  losesItsHost,
];

const busyScript = `const kept = Array.from({ length: 50 }, (_, i) => ({ i, text: 'item ' + i }));
data.before = await actions.a({ n: kept.length });`;

function open(engine: Engine, script: string, options: Partial<Parameters<Engine['open']>[0]> = {}) {
  return engine.open({ script, actions: ['a', 'b'], now: () => 1_700_000_000_000, random: () => 0.5, ...options });
}

function fixedRun(engine: Engine): string {
  const session = open(engine, `${busyScript} return [Date.now(), Math.random(), await actions.b(data)];`);
  session.start();
  session.deliver(0, { response: { list: [1, 2, 3] } });
  const exchange = session.deliver(3, { response: 'done' });
  if (exchange.state !== 'completed') throw new Error(`the fixed run is ${exchange.state}`);
  const digest = session.digest();
  session.close();
  return digest;
}

function completes(engine: Engine): void {
  fixedRun(engine);
}

/** Stopped by the engine's own interrupt, inside a loop of the script. */
function runsOutOfFuel(engine: Engine): void {
  const session = open(engine, `${busyScript} for (;;) kept.push(kept.shift());`, { limits: { fuel: 1 } });
  session.start();
  expectLimit(session.deliver(0, { response: null }), session.outcome, 'LIMIT_FUEL');
  session.close();
}

/** Stopped inside a call that the log does not have. */
function mismatches(engine: Engine): void {
  const callLog = [{ type: 'action', name: 'a', input: { n: 51 }, response: null, order: 0 } as const];
  const session = open(engine, busyScript, { callLog });
  try {
    session.start();
  } catch (error) {
    if (error instanceof CallLogMismatchError) return;
    throw error;
  }
  throw new Error('a script that leaves its log was not stopped');
}

/** Stopped inside a call, with many calls open. */
function reachesALimit(engine: Engine): void {
  const session = open(engine, 'for (;;) actions.a({ deep: [[[{}]]] });', { limits: { inFlight: 20 } });
  expectLimit(session.start(), session.outcome, 'LIMIT_IN_FLIGHT');
  session.close();
}

/** The host's own function throws, in the middle of a turn. */
function losesItsHost(engine: Engine): void {
  const lost = new Error('the clock is broken');
  const session = open(engine, 'try { new Date(); } catch {} finally { actions.a(); }', {
    now: () => {
      throw lost;
    },
  });
  try {
    session.start();
  } catch (error) {
    session.close();
    if (error === lost) return;
    throw error;
  }
  throw new Error('an exception of the host was lost');
}

function expectLimit({ state }: Exchange, outcome: unknown, code: string): void {
  const error = (outcome as { error?: { code?: string } } | undefined)?.error;
  if (state !== 'failed' || error?.code !== code) throw new Error(`not ${code}: ${JSON.stringify(outcome)}`);
}

/**
 * Memory may settle in the first quarter. After that it may grow by these shares, or by so many bytes if that is more. One linear
 * memory that is kept has sixteen times the bytes that are tolerated outside of the heap.
 */
const tolerated = {
  rssBytes: [0.1, 16 * 2 ** 20],
  heapBytes: [0.1, 2 * 2 ** 20],
  externalBytes: [0, 2 ** 20],
} as const;

/** What drifts in a series of samples: a digest that changes, memory that goes on growing. */
export function driftOf(samples: readonly SoakSample[]): string[] {
  const digests = new Set(samples.map(({ digest }) => digest));
  const problems = digests.size > 1 ? [`the fixed run had ${digests.size} different digests`] : [];
  const settled = samples.slice(Math.floor(samples.length / 4));
  for (const [name, [share, bytes]] of Object.entries(tolerated) as [keyof MemoryUse, readonly [number, number]][]) {
    const [from, to] = [settled.at(0)?.[name] ?? 0, settled.at(-1)?.[name] ?? 0];
    if (to - from > Math.max(from * share, bytes)) problems.push(`${name} grew from ${from} to ${to}`);
  }
  return problems;
}
