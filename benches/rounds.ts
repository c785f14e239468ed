import { Bench } from 'tinybench';
import { cpuClock, cpuMicroseconds } from './cpu-clock.ts';

/** Something that is measured. `run` does it once and checks that it did. */
export interface Subject {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

export interface Effort {
  /** How often each subject has its turn. */
  readonly rounds: number;
  /** Milliseconds of CPU time of one turn, at least; a subject that takes longer runs once. */
  readonly turnMs: number;
  /** Milliseconds of CPU time for which each runs before anything counts. Default: twice a turn. */
  readonly warmUpMs?: number;
}

/** Microseconds of CPU time of one run of each subject, by name: the median of each round. Of a reading, what was read. */
export type Measured = ReadonlyMap<string, readonly number[]>;

/** Samples of a turn. Each is of as many runs as fill its share, since the clock counts whole microseconds. */
const samplesPerTurn = 5;

/** Something else than time that is read once a round, as bytes. */
export interface Reading {
  readonly name: string;
  readonly read: () => number;
}

/** Measures subjects in interleaved rounds. */
export async function measure(subjects: readonly (Subject | Reading)[], effort: Effort): Promise<Measured> {
  const rounds = await Rounds.warmedUp(subjects, effort.turnMs, effort.warmUpMs);
  for (let round = 0; round < effort.rounds; round++) await rounds.take();
  return rounds.measured;
}

/**
 * Interleaved rounds: each subject has its turn in every round, in alternating directions, so that whatever disturbs the
 * machine disturbs all of them. The first turn of each warms up and does not count.
 */
export class Rounds {
  readonly #turns: readonly (Turns | Readings)[];
  #taken = 0;

  private constructor(turns: readonly (Turns | Readings)[]) {
    this.#turns = turns;
  }

  /** Each subject runs for `warmUpMs` at least before anything counts: code that is compiled meanwhile would count as work. */
  static async warmedUp(
    subjects: readonly (Subject | Reading)[],
    turnMs: number,
    warmUpMs = turnMs * 2,
  ): Promise<Rounds> {
    const turns = [];
    for (const subject of subjects) {
      turns.push('read' in subject ? new Readings(subject) : await Turns.warmedUp(subject, turnMs, warmUpMs));
    }
    return new Rounds(turns);
  }

  get taken(): number {
    return this.#taken;
  }

  get measured(): Measured {
    return new Map(this.#turns.map(({ name, medians }) => [name, medians]));
  }

  /** One round: of all, or of those with these names. */
  async take(names?: readonly string[]): Promise<void> {
    const turns = names === undefined ? this.#turns : this.#turns.filter(({ name }) => names.includes(name));
    for (const turn of this.#taken % 2 === 0 ? turns : turns.toReversed()) await turn.take();
    this.#taken++;
  }
}

class Readings {
  readonly medians: number[] = [];
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  get name(): string {
    return this.#reading.name;
  }

  take(): void {
    this.medians.push(this.#reading.read());
  }
}

/** The rounds of one subject. */
export function roundsOf(measured: Measured, name: string): readonly number[] {
  const rounds = measured.get(name);
  if (rounds === undefined) throw new Error(`nothing was measured under the name "${name}"`);
  return rounds;
}

/** The turns of one subject. */
class Turns {
  readonly medians: number[] = [];
  readonly #subject: Subject;
  readonly #turnMs: number;
  readonly #runsPerSample: number;

  private constructor(subject: Subject, turnMs: number, runsPerSample: number) {
    this.#subject = subject;
    this.#turnMs = turnMs;
    this.#runsPerSample = runsPerSample;
  }

  static async warmedUp(subject: Subject, turnMs: number, warmUpMs: number): Promise<Turns> {
    const sampleMs = turnMs / samplesPerTurn;
    let runMs = Number.POSITIVE_INFINITY;
    for (let runs = 1, spentMs = 0; spentMs < warmUpMs; runs *= 2) {
      const from = cpuMicroseconds();
      await repeat(subject, runs);
      const tookMs = (cpuMicroseconds() - from) / 1000;
      runMs = Math.min(runMs, Math.max(tookMs / runs, 1e-5));
      spentMs += Math.max(tookMs, 1e-3);
    }
    return new Turns(subject, turnMs, Math.max(1, Math.ceil(sampleMs / runMs)));
  }

  get name(): string {
    return this.#subject.name;
  }

  async take(): Promise<void> {
    const bench = new Bench({
      time: this.#turnMs,
      iterations: 1,
      warmup: false,
      throws: true,
      timestampProvider: cpuClock,
    });
    const runs = this.#runsPerSample;
    bench.add(this.name, () => repeat(this.#subject, runs), { async: true });
    const [task] = await bench.run();
    const result = task?.result;
    if (result?.state !== 'completed') throw new Error(`"${this.name}" was not measured: ${result?.state}`);
    this.medians.push((result.latency.p50 * 1000) / runs);
  }
}

/** A host promise for the whole, and one for each run that gives one. */
async function repeat({ run }: Subject, runs: number): Promise<void> {
  for (let i = 0; i < runs; i++) {
    const running = run();
    if (running !== undefined) await running;
  }
}
