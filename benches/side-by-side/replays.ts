import type { Shape } from '../workload.ts';
import type { Recorded, StartedPeer } from './peer.ts';
import { treeCpuMs } from './tree-cpu.ts';

/** A peer that is ready, by its name. */
export interface Contender {
  readonly name: string;
  readonly peer: StartedPeer;
}

/** What a peer took for one shape and size; or why that was not measured. */
export interface ReplayCell {
  readonly name: string;
  readonly shape: Shape;
  readonly calls: number;
  /** In each round, Lockstep's own among them; a peer that is slow has fewer rounds than others. */
  readonly samples: readonly Sample[];
  readonly missing?: string;
}

export interface Sample {
  readonly wallMs: number;
  /** Of this process with its threads, and of the peer's own. */
  readonly cpuMs: number;
}

export interface ReplayOptions {
  readonly shapes: readonly Shape[];
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** After so much a peer has no further turn at a size, once it had three. */
  readonly budgetMs: number;
  /** What takes longer at a time has one turn, and what is expected to take longer than the second has none. */
  readonly onceMs: number;
  readonly neverMs: number;
  readonly onCell?: (cell: ReplayCell) => void;
}

/** Replays everything with everybody, in rounds in which each has a turn. */
export async function compareReplays(contenders: readonly Contender[], options: ReplayOptions): Promise<ReplayCell[]> {
  const cells: ReplayCell[] = [];
  for (const calls of options.sizes) {
    for (const shape of options.shapes) {
      const own = await atOneSize(contenders, shape, calls, cells, options);
      for (const cell of own) options.onCell?.(cell);
      cells.push(...own);
    }
  }
  return cells;
}

async function atOneSize(
  contenders: readonly Contender[],
  shape: Shape,
  calls: number,
  before: readonly ReplayCell[],
  options: ReplayOptions,
): Promise<ReplayCell[]> {
  const turns: Turns[] = [];
  const missing: ReplayCell[] = [];
  for (const contender of contenders) {
    const expectedMs = expected(
      before.filter((cell) => cell.name === contender.name && cell.shape === shape),
      calls,
    );
    const turn = new Turns(contender, options);
    const problem =
      expectedMs > options.neverMs
        ? `left out: it might take ${Math.round(expectedMs / 1000)} s, if it goes on to grow somewhat steeper than before (by 0.7 in the exponent)`
        : await turn.begin(shape, calls);
    if (problem === undefined) turns.push(turn);
    else missing.push({ name: contender.name, shape, calls, samples: [], missing: problem });
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn.take();
  }
  const found: ReplayCell[] = [];
  for (const turn of turns) found.push({ name: turn.name, shape, calls, ...(await turn.end()) });
  return [...found, ...missing];
}

/** Milliseconds, from the last two sizes: growth is taken to be steeper yet, since costs that grow tend to. */
export function expected(cells: readonly ReplayCell[], calls: number): number {
  const points = cells.filter(({ samples, calls: size }) => samples.length > 0 && size > 0);
  const [last, beforeIt] = [points.at(-1), points.at(-2)];
  if (last === undefined || beforeIt === undefined) return cells.some(({ missing }) => missing) ? Number.NaN : 0;
  const power = Math.log(medianMs(last) / medianMs(beforeIt)) / Math.log(last.calls / beforeIt.calls);
  return medianMs(last) * (calls / last.calls) ** Math.max(1, power + 0.7);
}

function medianMs({ samples }: ReplayCell): number {
  const sorted = samples.map(({ wallMs }) => wallMs).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The turns of one peer at one size. */
class Turns {
  readonly #contender: Contender;
  readonly #options: ReplayOptions;
  readonly #samples: Sample[] = [];
  #recorded: Recorded | undefined;
  #spentMs = 0;
  #problem: string | undefined;

  constructor(contender: Contender, options: ReplayOptions) {
    this.#contender = contender;
    this.#options = options;
  }

  get name(): string {
    return this.#contender.name;
  }

  /** Records, and warms up; what is slow is measured by that already. Gives what went wrong. */
  async begin(shape: Shape, calls: number): Promise<string | undefined> {
    try {
      this.#recorded = await this.#contender.peer.record(shape, calls);
      const first = await this.#replay();
      if (first.wallMs > this.#options.onceMs) this.#add(first);
      return undefined;
    } catch (error) {
      return problemText(error);
    }
  }

  async take(): Promise<void> {
    const { budgetMs, onceMs } = this.#options;
    const isSpent = this.#samples.length >= 3 && this.#spentMs > budgetMs;
    const isSlow = (this.#samples[0]?.wallMs ?? 0) > onceMs;
    if (isSpent || isSlow || this.#problem !== undefined) return;
    try {
      this.#add(await this.#replay());
    } catch (error) {
      this.#problem = problemText(error);
    }
  }

  async end(): Promise<Pick<ReplayCell, 'samples' | 'missing'>> {
    try {
      await this.#recorded?.close?.();
    } catch (error) {
      this.#problem ??= problemText(error);
    }
    return this.#problem === undefined ? { samples: this.#samples } : { samples: [], missing: this.#problem };
  }

  #add(sample: Sample): void {
    this.#samples.push(sample);
    this.#spentMs += sample.wallMs;
  }

  async #replay(): Promise<Sample> {
    const processes = this.#contender.peer.processes ?? [];
    await this.#recorded?.before?.();
    const [fromWall, fromCpu] = [performance.now(), treeCpuMs(processes)];
    const counted = await this.#recorded?.replay();
    const wallMs = counted ?? performance.now() - fromWall;
    return { wallMs, cpuMs: treeCpuMs(processes) - fromCpu };
  }
}

function problemText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `failed: ${text.split('\n')[0]?.slice(0, 200)}`;
}
