import type { Engine } from '../../runtime/index.ts';
import { inventTrial, valuesOf, type Workflow } from '../workflow/index.ts';
import { cutsOf } from './cuts.ts';
import type { InFlight } from './in-flight.ts';
import type { Side } from './side.ts';

/** Fuzzes the old script and gives every state in which its runs are in flight. The seed decides all of it. */
export function* madeUpRuns(
  engine: Engine,
  workflow: Workflow,
  old: Side,
  { cases, seed }: { readonly cases: number; readonly seed: number },
): Generator<InFlight> {
  const { source: script, file: scriptFile } = old;
  const bench = { engine, workflow, values: valuesOf(workflow, script), script, scriptFile };
  for (let number = 0; number < cases; number++) yield* cutsOf(inventTrial(bench, seed, number), number);
}
