import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Case, printCase } from '../case/index.ts';
import { keepEntry, parseEntry, printEntry, readCorpus } from './index.ts';

const kept: Case = {
  version: 1,
  script: 'return actions.a();',
  input: { b: 1, a: 2 },
  data: {},
  actions: ['a'],
  onInterrupt: 'stop',
  behaviours: [[{ type: 'respond', value: 'é\ud800' }]],
  schedule: [1],
  faults: [{ type: 'crash', turn: 0 }],
};

describe('the corpus', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'corpus-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('gives back what was kept, under the digest of the case, once', () => {
    const file = keepEntry(directory, { name: 'a pause', shows: 'that it pauses', case: kept });
    keepEntry(directory, { name: 'the same again', shows: '', case: kept });
    expect(readCorpus(directory)).toEqual({
      entries: [{ name: 'a pause', shows: 'that it pauses', case: kept, file }],
      unreadable: [],
    });
    expect(readdirSync(directory)).toHaveLength(1);
  });

  test('reports what it cannot read, with the reason, and reads the rest', () => {
    writeFileSync(join(directory, 'a.json'), 'no json');
    writeFileSync(join(directory, 'b.json'), printCase(kept).replace('"version": 1', '"version": 9'));
    writeFileSync(join(directory, 'c.json'), printCase(kept));
    const { entries, unreadable } = readCorpus(directory);
    expect(entries.map(({ name }) => name)).toEqual(['c']);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not JSON'),
      expect.stringContaining('$.version is 9'),
    ]);
  });

  test('is empty where there is no folder', () => {
    expect(readCorpus(join(directory, 'nowhere'))).toEqual({ entries: [], unreadable: [] });
  });

  test('an entry survives its text', () => {
    const entry = { name: 'n', shows: 's', case: kept };
    expect(parseEntry(printEntry(entry), 'file')).toEqual(entry);
  });

  test('refuses a description of more than a line', () => {
    expect(() => parseEntry(printEntry({ name: 'n', shows: 'a\nb', case: kept }), 'file')).toThrow(/\$\.shows/);
  });
});
