import { Bench } from 'tinybench';

/** Something that is measured. `run` does it once and checks that it did. */
export interface Subject {
  readonly name: string;
  readonly run: () => void | Promise<void>;
  /** Whether `run` returns a promise to wait for. */
  readonly async?: boolean;
}

export interface Effort {
  /** How often each subject has its turn. */
  readonly rounds: number;
  /** Milliseconds of one turn, at least; a subject that takes longer runs once. */
  readonly turnMs: number;
}

/** Microseconds of one run of each subject, by name: the median of each round. */
export type Measured = ReadonlyMap<string, readonly number[]>;

/**
 * Measures subjects in interleaved rounds: each has its turn in every round, in alternating directions, so that whatever
 * disturbs the machine disturbs all of them. The first round warms up and does not count.
 */
export async function measure(subjects: readonly Subject[], effort: Effort): Promise<Measured> {
  const measured = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= effort.rounds; round++) {
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const median = await medianOfTurn(subject, effort.turnMs);
      if (round > 0) measured.get(subject.name)?.push(median);
    }
  }
  return measured;
}

/** The rounds of one subject. */
export function roundsOf(measured: Measured, name: string): readonly number[] {
  const rounds = measured.get(name);
  if (rounds === undefined) throw new Error(`nothing was measured under the name "${name}"`);
  return rounds;
}

async function medianOfTurn(subject: Subject, turnMs: number): Promise<number> {
  const bench = new Bench({ time: turnMs, iterations: 1, warmup: false, throws: true });
  bench.add(subject.name, subject.run, { async: subject.async ?? false });
  const [task] = await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`"${subject.name}" was not measured: ${result?.state}`);
  return result.latency.p50 * 1000;
}
