import { beforeAll, describe, expect, test } from 'vitest';
import { type CallLog, Engine, type EngineLike } from '../../runtime/index.ts';
import type { BrokenPromise } from '../oracle/index.ts';
import { bucketKey, type Finding, sortIntoBuckets } from './buckets.ts';
import { caseAt } from './case-source.ts';
import type { Crew } from './crew.ts';
import { minimiseKept, redundantIn } from './kept.ts';
import { mergeAlike, minimiseBuckets } from './minimise-buckets.ts';
import { perform } from './perform.ts';
import type { Examined, MinimisedCase } from './task.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const seed = 3;

/** Reads of the clock and of chance are both made again on replay: two bugs, which the oracle calls the same. */
function readingAgain(): EngineLike {
  const again = (log: CallLog = []): CallLog =>
    log.map((entry) => {
      if (entry?.type === 'now') return { ...entry, response: entry.response + 1 };
      return entry?.type === 'random' ? { ...entry, response: 0.125 } : entry;
    });
  return {
    fingerprint: engine.fingerprint,
    open: (given) => engine.open({ ...given, callLog: again(given.callLog) }),
  };
}

function findingsOf(on: EngineLike, cases: number): Finding[] {
  const indices = Array.from({ length: cases }, (_, i) => i);
  const task = { type: 'examine-generated', seed, indices } as const;
  const { failures } = perform(on, task, () => {}, on) as Examined;
  return failures.flatMap(({ index, where, schedule, failures: [failure] }) =>
    failure === undefined
      ? []
      : [{ rank: index, failure, where, first: { index }, caseOf: () => ({ ...caseAt(seed, index), schedule }) }],
  );
}

/** What a crew does, in this thread. */
function crewOn(on: EngineLike): Pick<Crew, 'threads' | 'examine' | 'minimise' | 'trim'> {
  return {
    threads: 1,
    examine: (task: Parameters<Crew['examine']>[0]) =>
      Promise.resolve({ examined: [perform(on, task, () => {}, on) as Examined], lethal: [] }),
    trim: (task: Parameters<Crew['trim']>[0]) => Promise.resolve(perform(on, task, () => {}, on) as MinimisedCase),
    minimise: (task: Parameters<Crew['minimise']>[0]) =>
      Promise.resolve(perform(on, task, () => {}, on) as MinimisedCase),
  };
}

describe('a bucket', () => {
  test('holds one failure of many generated scripts, whatever their names, numbers and lines', () => {
    const findings = findingsOf(readingAgain(), 60);

    const buckets = sortIntoBuckets(findings);

    expect(findings.length).toBeGreaterThan(10);
    expect(new Set(findings.map(({ failure, where }) => bucketKey(failure, where))).size).toBe(buckets.length);
    expect(buckets.length).toBeLessThan(findings.length / 2);
    const reads = buckets.filter(([{ failure }]) => failure.kind === 'log:read').map(([{ where }]) => where);
    expect(reads).toContain('now');
    expect(new Set(reads).size).toBe(reads.length);
  });

  test('is shown by its smallest case, counted in full, and named by its first', async () => {
    const [bucket] = sortIntoBuckets(findingsOf(readingAgain(), 60)).filter((all) => all.length > 2);
    if (bucket === undefined) throw new Error('No failure was found three times.');

    const [shown] = await minimiseBuckets(crewOn(readingAgain()), [bucket], { budgetMs: 60_000, onDone: () => {} });

    expect(shown).toMatchObject({ occurrences: bucket.length, first: bucket[0].first, minimal: true });
    expect([shown?.kind, shown?.where]).toEqual([bucket[0].failure.kind, bucket[0].where]);
    expect(shown?.case.script.split('\n').length).toBeLessThanOrEqual(3);
  });

  test('is left as it was found where it is too late', async () => {
    const [bucket] = sortIntoBuckets(findingsOf(readingAgain(), 30));
    if (bucket === undefined) throw new Error('No failure was found.');
    const options = { budgetMs: 60_000, onDone: () => {}, signal: AbortSignal.abort() };

    const [shown] = await minimiseBuckets(crewOn(readingAgain()), [bucket], options);

    expect(shown).toMatchObject({ occurrences: bucket.length, minimal: false });
  });
});

test('buckets that turn out to be one after minimising merge, unless they are at another kind of call', () => {
  const failure: BrokenPromise = { oracle: 'o', promise: 'p', kind: 'k', message: 'm' };
  const bucket = (index: number, where: string | undefined, script: string) => ({
    ...failure,
    where,
    occurrences: 1,
    first: { index },
    case: { ...caseAt(seed, 0), script },
    failure,
    minimal: true,
    isLate: false,
  });

  const merged = mergeAlike([bucket(1, 'now', 'longer'), bucket(2, 'now', 'short'), bucket(3, 'random', 'other')]);

  expect(merged.map(({ occurrences, case: { script } }) => [occurrences, script])).toEqual([
    [2, 'short'],
    [1, 'other'],
  ]);
});

test('a minimisation that is told to stop gives the smallest so far', () => {
  const on = readingAgain();
  const [found] = findingsOf(on, 60).filter(({ failure }) => failure.kind === 'log:read');
  if (found === undefined) throw new Error('No failure was found.');
  const { oracle, kind } = found.failure;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  let begun = 0;
  const begin = (): void => {
    if (++begun === 5) Atomics.store(stop, 0, 1);
  };
  const task = {
    type: 'minimise',
    case: found.caseOf(),
    oracle,
    kind,
    where: found.where,
    budgetMs: 60_000,
    stop,
  } as const;

  const shown = perform(on, task, begin, on) as MinimisedCase;

  expect([shown.minimal, shown.isLate, shown.failure.kind]).toEqual([false, false, kind]);
  expect(shown.tried).toBeLessThanOrEqual(5);
});

describe('kept cases', () => {
  const entry = (file: string, script: string) => ({
    name: file,
    shows: '',
    file,
    case: { ...caseAt(seed, 0), script, input: null, data: {}, actions: [], behaviours: [], schedule: [], faults: [] },
  });
  const failing = entry('failing', 'const at = Date.now();\nconst other = 7;\nreturn { at, other };');
  const passing = entry('passing', 'const other = 7;\nif (false) Date.now();\nreturn other;');

  test('get smaller and fail as before, or keep all that happens where they do not fail', async () => {
    const crew = crewOn(readingAgain());

    const small = await minimiseKept(crew, failing, { budgetMs: 60_000 });
    const trimmed = await minimiseKept(crew, passing, { budgetMs: 60_000 });

    expect(small).toMatchObject({ preserved: 'failure', minimal: true, case: { script: 'Date()' } });
    expect(trimmed).toMatchObject({ preserved: 'story', minimal: true, case: { script: 'return 7;' } });
  });

  test('are redundant where one that is smaller, or kept by hand, shows the same; those kept by hand never are', async () => {
    const crew = crewOn(readingAgain());
    const again = entry('again', 'return Date.now();');

    const redundant = await redundantIn(crew, [passing, entry('twin', 'return 7;')], [failing, again, passing]);

    expect(redundant.map(({ entry: { file }, why }) => [file, why])).toEqual([
      ['passing', expect.stringContaining('breaks no promise any more')],
      ['failing', 'it fails as again does'],
    ]);
  });
});
