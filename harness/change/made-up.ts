import type { Engine } from '../../runtime/index.ts';
import { type Bench, inventTrial, playCase, type Trial, valuesOf, type Workflow } from '../workflow/index.ts';
import { cutsOf } from './cuts.ts';
import type { InFlight } from './in-flight.ts';
import type { Side } from './side.ts';

/**
 * Fuzzes the old script and gives every state in which its runs are in flight. The seed decides all of it. In the first case
 * everything is as simple as it can be, for whoever has to read what breaks.
 */
export function* madeUpRuns(
  engine: Engine,
  workflow: Workflow,
  old: Side,
  { cases, seed }: { readonly cases: number; readonly seed: number },
): Generator<InFlight> {
  const { source: script, file: scriptFile } = old;
  const bench = { engine, workflow, values: valuesOf(workflow, script), script, scriptFile };
  for (let number = 0; number < cases; number++) {
    const invented = inventTrial(bench, seed, number);
    yield* cutsOf(number === 0 ? simplest(bench, invented) : invented, number);
  }
}

function simplest(bench: Bench, { case: invented }: Trial): Trial {
  const input = bench.values.input?.simplest ?? null;
  return playCase(bench, { ...invented, input, behaviours: [], schedule: [], faults: [] });
}
