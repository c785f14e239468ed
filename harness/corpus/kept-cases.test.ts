import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { runCase } from '../oracle/index.ts';
import { readCorpus } from './index.ts';

const corpus = readCorpus(fileURLToPath(new URL('../../corpora/cases', import.meta.url)));

test('every kept case still parses, and says what it shows', () => {
  expect(corpus.unreadable).toEqual([]);
  expect(corpus.entries.length).toBeGreaterThan(30);
  for (const { name, shows, file } of corpus.entries) expect([name, shows], file).not.toContain('');
});

test('every kept case still runs, and breaks no promise', async () => {
  const engine = await Engine.load();
  for (const entry of corpus.entries) {
    const { trace, failures } = runCase(entry.case, { engine, effort: 'sampled' });
    expect([trace.end, failures], entry.file).toEqual(['ended', []]);
  }
});

test('fifty calls, of which twenty pause, take twenty resumes', async () => {
  const entry = corpus.entries.find(({ file }) => file.endsWith('fifty-calls-twenty-resumes.json'));
  if (entry === undefined) throw new Error('The case is gone.');
  const { trace } = runCase(entry.case, { engine: await Engine.load(), effort: 'sampled' });
  expect(trace.attempts).toHaveLength(21);
  expect(trace.executions).toHaveLength(70);
});
