import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './checkout.ts';

/**
 * Begins with the test files that take longest, so that no core is left alone with one of them in the end. Vitest by itself
 * knows that from the last run, which a fresh clone has not had, and else begins with the largest files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), ({ moduleId }) => relative(root, moduleId).replaceAll('\\', '/'));
  }
}

/** The others stay in their order. */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  return [...files].sort((a, b) => rank(pathOf(a)) - rank(pathOf(b)));
}

function rank(path: string): number {
  const at = longest.indexOf(path);
  return at === -1 ? longest.length : at;
}

/** Each takes more than ten seconds, the longest first. */
export const longest: readonly string[] = [
  '.ci/documents/documents.test.ts',
  'harness/cli/campaign.test.ts',
  'properties/hostile-scripts-harm-nobody.property.test.ts',
  'harness/cli/workflow-faults.test.ts',
  'harness/cli/fuzz-threads.test.ts',
  'harness/cli/kinds.test.ts',
  'harness/cli/check-change.test.ts',
  'harness/cli/run.test.ts',
  'harness/cli/kept-failures.test.ts',
  'harness/cli/journal.test.ts',
  'harness/cli/merge.test.ts',
  'harness/cli/report-schema.test.ts',
  'harness/cli/latency-option.test.ts',
  'harness/cli/out-of-memory.test.ts',
  'harness/cli/corpus.test.ts',
  'harness/cli/vitest-door.test.ts',
  'harness/cli/several-files.test.ts',
  'harness/campaign/campaign.test.ts',
];
