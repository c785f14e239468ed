import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { Engine } from '../../runtime/index.ts';
import { ReleaseRecorded, writeRelease } from './folder.ts';
import { goldenPlans } from './plans/index.ts';
import { recordPlan } from './record.ts';
import { replayProblem } from './replay.ts';

/** `npm run golden:record`: leaves the runs of this release in `corpora/logs/<version>/`. Never touches a folder that is there. */
async function main(): Promise<number> {
  const { version } = createRequire(import.meta.url)('lockstep/package.json') as { version: string };
  const folder = join('corpora/logs', process.argv[2] ?? version);
  const engine = await Engine.load();
  const runs = goldenPlans.flatMap((plan) => recordPlan(engine, plan));
  const problems = runs.flatMap(({ name, run }) => {
    const problem = replayProblem(engine, run);
    return problem === undefined ? [] : [`${name} does not replay: ${problem}`];
  });
  if (problems.length > 0) return complain(1, `Nothing was recorded.\n${problems.join('\n')}`);
  writeRelease(folder, runs);
  process.stdout.write(`${runs.length} runs recorded in ${folder}. Commit them: every later release replays them.\n`);
  return 0;
}

function complain(exit: number, text: string): number {
  process.stderr.write(`${text}\n`);
  return exit;
}

function refusal(error: unknown): number {
  if (!(error instanceof ReleaseRecorded)) throw error;
  return complain(
    2,
    `${error.message} A release is recorded once. Raise the version in package.json, or, if this one was never released, delete the folder first.`,
  );
}

process.exitCode = await main().catch(refusal);
