import { defineAction, Sandbox } from '../../runtime/index.ts';
import { type Effort, measure, roundsOf } from '../rounds.ts';
import { type BenchRow, benchRow } from '../row.ts';
import { response } from '../workload.ts';
import type { Peers } from './packages.ts';

const source = 'return (await actions.step({ i: 0 })).amount;';

/** What does it cost to run a script with one call in a thread, when threads and script are warm? */
export async function warmCall({ run }: Peers, effort: Effort): Promise<BenchRow[]> {
  await using sandbox = new Sandbox({ actions: [defineAction({ name: 'step', execute: () => response })] });
  const hostFunctions = { actions: { step: () => response } };
  const measured = await measure(
    [
      { name: 'ours', run: async () => check((await sandbox.eval(source)) as { value?: unknown }) },
      { name: 'run', run: async () => check(await run({ source, hostFunctions })) },
    ],
    effort,
  );
  return [
    benchRow(
      'a script with one call, in a warm thread',
      'Sandbox.eval with default options, against run(); the host function answers at once',
      roundsOf(measured, 'ours'),
      [{ to: 'run', rounds: roundsOf(measured, 'run'), atMost: 1 / 20 }],
    ),
  ];
}

function check({ value }: { value?: unknown }): void {
  if (value !== 5) throw new Error(`a measured run came out wrong: ${JSON.stringify(value)}`);
}
