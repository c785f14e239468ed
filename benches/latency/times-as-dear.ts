import type { Engine } from '../../runtime/index.ts';
import { measure, roundsOf } from '../rounds.ts';
import { pairwise, perOperation } from '../row.ts';
import { recordLog, replayRun } from '../session-runs.ts';
import { type Interval, medianInterval, quartiles } from '../statistics.ts';
import type { Shape } from '../workload.ts';

/** A ratio that was measured: the median over the rounds, and where it lies with a confidence of 95 %. */
export interface MeasuredRatio {
  readonly value: number;
  readonly interval: Interval;
}

const calls = 200;
const effort = { rounds: 15, turnMs: 20 };

/** What a replayed call costs in one engine, as a multiple of what it costs in another one. In rounds that both have part in. */
export async function timesAsDear(shape: Shape, engine: Engine, than: Engine): Promise<MeasuredRatio> {
  const subjects = Object.entries({ engine, than }).flatMap(([name, one]) =>
    [0, calls].map((count) => {
      const log = recordLog(one, shape, count);
      return { name: `${name} ${count}`, run: () => replayRun(one, shape, log) };
    }),
  );
  const measured = await measure(subjects, effort);
  const oneCall = (name: string): number[] =>
    perOperation(roundsOf(measured, `${name} ${calls}`), roundsOf(measured, `${name} 0`), calls);
  const ratios = pairwise(oneCall('engine'), oneCall('than'), (cost, other) => cost / other);
  return { value: quartiles(ratios).median, interval: medianInterval(ratios) };
}
