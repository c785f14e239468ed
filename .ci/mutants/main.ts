/**
 * `npm run mutants`: changes the sources one place at a time and sees whether a test notices. Which files, if not all, is
 * said by its arguments. Fails where too few are noticed, or where what is not noticed differs from `properties/SURVIVORS.md`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../checkout.ts';
import { type Judgement, judge, scoreOf } from './judge.ts';
import { parseSurvivors, survivorLines } from './survivors.ts';

const scoreMin = 85;
const reportFile = '.stryker/report.json';
const allFiles = ['runtime/log/**/*.ts', 'runtime/session/**/*.ts', '!**/*.test.ts', '!**/testing/**'];

process.chdir(root);
rmSync(reportFile, { force: true });
const given = process.argv.slice(2);
await mutate(given.length > 0 ? given : allFiles);
if (!existsSync(reportFile)) throw new Error(`there was nothing to change in ${given.join(', ')}`);
const judgement = judge(
  JSON.parse(readFileSync(reportFile, 'utf8')),
  parseSurvivors(readFileSync('properties/SURVIVORS.md', 'utf8')),
);
for (const line of reportLines(judgement)) console.log(line);
process.exitCode = isGood(judgement) ? 0 : 1;

async function mutate(files: readonly string[]): Promise<void> {
  const stryker = new Stryker({
    mutate: [...files],
    // See `warm-runner.ts`. Stryker's own runner for Vitest starts a thread per test file and mutant.
    testRunner: 'warm',
    plugins: ['./.ci/mutants/plugin.mjs'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // What runs only while modules are loaded, tables of constants mostly, would need a thread of its own per mutant, which
    // takes a hundred times as long. They are counted in what is printed, and not in the score.
    ignoreStatic: true,
    // Loops without end are nearly always noticed by counting; this is for the others, on a busy machine.
    timeoutMS: 30_000,
    ignorePatterns: ['dist', 'corpora', 'benches', 'coverage', 'biome.json'],
    tempDirName: '.stryker/tmp',
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: reportFile },
    allowConsoleColors: false,
  });
  await stryker.runMutationTest();
}

function isGood({ score, broken, unlisted, outdated }: Judgement): boolean {
  return score >= scoreMin && broken === 0 && unlisted.length === 0 && outdated.length === 0;
}

function reportLines(judgement: Judgement): string[] {
  const { killed, survived, timeouts, notCovered, broken, leftOut, score, unlisted, outdated } = judgement;
  return [
    '',
    ...Object.entries(judgement.files).map(([name, counts]) => `${scoreOf(counts).toFixed(1).padStart(6)} %  ${name}`),
    '',
    ...(unlisted.length > 0 ? ['No test notices these, and properties/SURVIVORS.md gives no reason:', ''] : []),
    ...inFiles(unlisted),
    ...(outdated.length > 0 ? ['Listed in properties/SURVIVORS.md, but noticed now or gone:', ''] : []),
    ...inFiles(outdated),
    `${killed} killed, ${survived} survived, ${timeouts} timed out, ${notCovered} reached by no test, ${broken} broken`,
    `${leftOut} left out: they show only while modules are loaded`,
    `${score.toFixed(1)} % of all are killed; at least ${scoreMin} % must be`,
  ];
}

function inFiles(survivors: Judgement['unlisted']): string[] {
  const files = [...new Set(survivors.map(({ file }) => file))];
  return files.flatMap((file) => [
    `## ${file}`,
    '',
    ...survivorLines(survivors.filter((each) => each.file === file)),
    '',
  ]);
}
