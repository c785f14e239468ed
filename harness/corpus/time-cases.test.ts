import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Engine, type Json } from '../../runtime/index.ts';
import { runCase } from '../oracle/index.ts';
import { readCorpus } from './index.ts';

const corpus = readCorpus(fileURLToPath(new URL('../../corpora/cases', import.meta.url)));
const engine = await Engine.load();

/** Each with how it ends, after how many attempts, and how often an action was executed. */
test.each<[string, Json, number, number]>([
  ['approval-timeout-nobody-answers', 'nobody', 2, 1],
  ['approval-timeout-nobody-answers-event', 'nobody', 2, 1],
  ['approval-timeout-answered-before', 'yes', 2, 2],
  ['approval-timeout-answered-too-late', 'nobody', 2, 1],
  ['timer-cleared-after-it-was-recorded', [], 2, 3],
  ['sleep-across-a-clock-that-goes-back', true, 3, 2],
  ['sleeps-that-are-over-together', [1, 3, 2, 0], 2, 0],
])('%s ends with %j', (file, value, attempts, executions) => {
  const entry = corpus.entries.find((candidate) => candidate.file.endsWith(`/${file}.json`));
  if (entry === undefined) throw new Error('The case is gone.');

  const { trace, failures } = runCase(entry.case, { engine });

  expect(failures).toEqual([]);
  expect(trace.attempts.at(-1)?.run).toMatchObject({ status: 'completed', value });
  expect([trace.attempts.length, trace.executions.length]).toEqual([attempts, executions]);
});
