import { describe, expect, test } from 'vitest';
import type { Case } from '../case/index.ts';
import type { BrokenPromise } from '../oracle/index.ts';
import { type Finding, sortIntoBuckets } from './buckets.ts';
import { runCampaign } from './campaign.ts';
import { caseAt, shrinkGenerated } from './case-source.ts';
import { Crew, CrewBroken } from './crew.ts';
import { runGate } from './gate.ts';
import { judgeGenerated, judgeRepeated } from './gate-judgement.ts';
import { mergeAlike } from './minimise-buckets.ts';
import { puppet, repeatUrl, workerUrl } from './testing/threads.ts';
import { together } from './verdict.ts';

async function withCrew<T>(url: URL, use: (crew: Crew) => Promise<T>, caseMs = 1_000): Promise<T> {
  const crew = new Crew({ threads: 1, caseMs, workerUrl: url });
  try {
    return await use(crew);
  } finally {
    await crew.close();
  }
}

const indices = [3, 4, 5, 6, 7];

describe('a case of a campaign', () => {
  test('depends on the seed and its number alone', () => {
    expect(caseAt(4, 17)).toEqual(caseAt(4, 17));
    expect(caseAt(4, 17)).not.toEqual(caseAt(4, 18));
    expect(caseAt(4, 17)).not.toEqual(caseAt(5, 17));
  });

  test('is where its shrinking begins', () => {
    const tried: Case[] = [];
    shrinkGenerated({ seed: 4, index: 17 }, [1], (candidate) => {
      tried.push(candidate);
      return tried.length === 1;
    });
    expect(tried[0]).toEqual({ ...caseAt(4, 17), schedule: [1] });
  });

  test('shrinks to a smaller one that still fails', () => {
    const fails = ({ actions }: Case) => actions.length > 0;
    const index = Array.from({ length: 50 }, (_, i) => i).find((i) => fails(caseAt(4, i))) as number;
    const shrunk = shrinkGenerated({ seed: 4, index }, [1, 2], fails) as Case;
    expect(fails(shrunk)).toBe(true);
    expect(shrunk.schedule).toEqual([1, 2]);
    expect(shrunk.script.length).toBeLessThan(caseAt(4, index).script.length + 1);
  });
});

describe('a crew', () => {
  test('names the case that ends its thread, and examines all others', async () => {
    const { examined, lethal } = await withCrew(puppet('process.exit(7);'), (crew) =>
      crew.examine({ type: 'examine-generated', seed: 1, indices }),
    );
    expect(lethal).toMatchObject([{ index: 5, kind: 'died', message: expect.stringContaining('7') }]);
    expect(examined.reduce((sum, { tally }) => sum + tally.cases, 0)).toBe(4);
  });

  test('kills a thread that never comes back from a case', async () => {
    const { lethal } = await withCrew(puppet('for (;;);'), (crew) =>
      crew.examine({ type: 'examine-generated', seed: 1, indices }),
    );
    expect(lethal).toMatchObject([{ index: 5, kind: 'hung' }]);
  });

  test('lets a case take long that has many executions, and shows them', async () => {
    const busy = 'const until = Date.now() + 2500; while (Date.now() < until) Atomics.add(workerData.progress, 2, 1);';
    const { examined, lethal } = await withCrew(puppet(busy), (crew) =>
      crew.examine({ type: 'examine-generated', seed: 1, indices }),
    );
    expect(lethal).toEqual([]);
    expect(examined).toMatchObject([{ tally: { cases: 5 } }]);
  });

  test('keeps the numbers of given cases when one of them is lethal', async () => {
    const cases = Array.from({ length: 7 }, () => caseAt(1, 1));
    const { lethal } = await withCrew(puppet("throw new Error('out of it');"), (crew) =>
      crew.examine({ type: 'examine-given', cases }),
    );
    expect(lethal).toMatchObject([{ index: 5, kind: 'died', message: expect.stringContaining('out of it') }]);
  });

  test('ends its busy threads too when it is closed', async () => {
    const crew = new Crew({ threads: 1, caseMs: 60_000, workerUrl: puppet('for (;;);') });
    const examining = crew.examine({ type: 'examine-generated', seed: 1, indices: [5, 6] });
    const ended = expect(examining).rejects.toThrow('The thread was closed.');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await crew.close();
    await ended;
  });

  test('is broken where threads do not even start', async () => {
    const url = new URL('data:text/javascript,process.exit(1)');
    await expect(
      withCrew(url, (crew) => crew.examine({ type: 'examine-generated', seed: 1, indices })),
    ).rejects.toThrow(CrewBroken);
  });
});

describe('the threads of a crew', () => {
  const deep = (script: string, limits: Case['limits'] = {}): Case => ({
    ...caseAt(1, 1),
    script,
    actions: [],
    behaviours: [],
    faults: [],
    schedule: [],
    limits,
  });

  test('have a stack on which the deepest recursion meets the limit of the guest, not of its host', async () => {
    const nested = 'let x = []; for (let i = 0; i < 20000; i++) x = [x];';
    const cases = [
      deep("return JSON.parse('['.repeat(20000) + ']'.repeat(20000)).length;"),
      // It looks for cycles at every level: its work grows with the square of the stack, to seconds on a whole one.
      deep(`${nested} return JSON.stringify(x).length;`, { stackBytes: 64 * 1024 }),
      deep(`${nested} return String(x).length;`),
      deep('const f = () => f(); return f();'),
      deep("return eval('('.repeat(20000) + '1' + ')'.repeat(20000));"),
    ];
    const { examined, lethal } = await withCrew(
      workerUrl,
      (crew) => crew.examine({ type: 'examine-given', cases }),
      60_000,
    );
    expect(lethal).toEqual([]);
    expect(examined).toMatchObject([{ tally: { endings: { failed: 5 } }, failures: [], mistakes: [] }]);
  });
});

describe('a campaign', () => {
  test('is the same on one thread and on two', async () => {
    const [one, two] = [
      await runCampaign({ seed: 11, cases: 60, threads: 1, workerUrl }),
      await runCampaign({ seed: 11, cases: 60, threads: 2, workerUrl }),
    ];
    const { timing: _one, ...first } = one;
    const { timing: _two, ...second } = two;
    expect(second).toEqual(first);
    expect(one).toMatchObject({ failed: 0, buckets: [], mistakes: [], endedBy: 'cases', tally: { cases: 60 } });
  });

  test('examines exactly its share when it is split', async () => {
    const shards = [1, 2, 3].map((index) =>
      runCampaign({ seed: 11, cases: 20, threads: 1, workerUrl, shard: { index, count: 3 } }),
    );
    const parts = await Promise.all(shards);
    const whole = await runCampaign({ seed: 11, cases: 60, threads: 1, workerUrl });
    expect(parts.reduce((sum, { fingerprint }) => (sum + fingerprint) >>> 0, 0)).toBe(whole.fingerprint);
    expect(parts.reduce((sum, { tally }) => sum + tally.turns, 0)).toBe(whole.tally.turns);
  });

  test('reports a lethal case as a failure, with the case, and goes on', async () => {
    const result = await runCampaign({ seed: 1, cases: 30, threads: 1, workerUrl: puppet('process.exit(7);') });
    expect(result.failed).toBe(1);
    expect(result.tally.cases).toBe(30);
    expect(result.buckets).toMatchObject([
      { kind: 'thread-died', first: { index: 5 }, case: caseAt(1, 5), occurrences: 1 },
    ]);
  });

  test('stops when it is told to, and says so', async () => {
    const controller = new AbortController();
    const result = await runCampaign({
      seed: 1,
      cases: 100_000,
      threads: 1,
      workerUrl: puppet(''),
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(result.endedBy).toBe('signal');
    expect(result.tally.cases).toBeLessThan(100_000);
  });
});

describe('the gate', () => {
  test('passes a sound runtime', async () => {
    const result = await runGate({ seed: 5, cases: 48, threads: 1, workerUrl, repeatUrl });
    expect(result).toMatchObject({ verdict: 'PASS', reasons: [], generated: { tally: { cases: 48 } } });
  });

  test('is broken where its threads do not start', async () => {
    const result = await runGate({
      seed: 5,
      cases: 48,
      threads: 1,
      workerUrl: new URL('data:text/javascript,process.exit(1)'),
    });
    expect(result.verdict).toBe('BROKEN');
  });

  test('listens to the workflows, and names a kept case that no longer parses beside what they found', async () => {
    const corpus = {
      entries: [{ name: 'kept', shows: '', file: 'kept.json', case: caseAt(1, 1) }],
      unreadable: [{ file: 'old.json', reason: 'why' }],
    };
    const workflows = () => Promise.resolve({ verdict: 'FAIL' as const, reasons: ['A workflow is wrong.'], found: 7 });
    const result = await runGate({ seed: 5, cases: 24, threads: 1, workerUrl, repeatUrl, corpus, workflows });
    expect(result).toMatchObject({ verdict: 'FAIL', workflows: 7, corpus: { tally: { cases: 1 }, failed: 0 } });
    expect(result.reasons).toEqual([expect.stringContaining('old.json'), 'A workflow is wrong.']);
  });

  test('does not pass on too few cases, on scripts that do not compile, or on mistakes of its own', async () => {
    const result = await runCampaign({ seed: 1, cases: 30, threads: 1, workerUrl: puppet('') });
    expect(judgeGenerated(result, 31).verdict).toBe('INCONCLUSIVE');
    expect(judgeGenerated({ ...result, tally: { ...result.tally, invalid: 2 } }, 30).verdict).toBe('BROKEN');
    expect(judgeGenerated({ ...result, mistakes: ['an oracle threw'] }, 30).verdict).toBe('BROKEN');
    expect(judgeGenerated({ ...result, tally: { ...result.tally, cases: 5_000 } }, 30).reasons[0]).toContain(
      'never reached',
    );
    expect(judgeGenerated({ ...result, failed: 1 }, 30).verdict).toBe('FAIL');
    expect(judgeGenerated(result, 30).verdict).toBe('PASS');
  });

  test('does not trust a campaign whose cases leave other traces the second time', () => {
    const hash = (index: number, seen: number) => ({ index, made: 1, seen, judged: 1 });
    const again = { type: 'done', hashes: [hash(9, 5), hash(4, 5), hash(1, 1)] } as const;
    const { verdict, reasons } = judgeRepeated([hash(1, 1), hash(4, 2), hash(9, 2)], again);
    expect([verdict, reasons[0]]).toEqual(['BROKEN', expect.stringContaining('Case 4 left another trace')]);
    expect(judgeRepeated([hash(1, 1), hash(4, 5)], again).verdict).toBe('PASS');
    expect(judgeRepeated([], { type: 'failed', message: 'no' }).verdict).toBe('BROKEN');
    expect(judgeRepeated([], { type: 'killed', message: 'no' }).verdict).toBe('INCONCLUSIVE');
  });

  test('takes the gravest verdict and all reasons: a promise that broke outweighs a harness that is broken too', () => {
    const reasons = (verdict: 'FAIL' | 'INCONCLUSIVE' | 'BROKEN') => ({ verdict, reasons: [verdict] });
    expect(together([reasons('INCONCLUSIVE'), reasons('FAIL')])).toEqual({
      verdict: 'FAIL',
      reasons: ['INCONCLUSIVE', 'FAIL'],
    });
    expect(together([reasons('BROKEN'), reasons('FAIL')]).verdict).toBe('FAIL');
    expect(together([reasons('INCONCLUSIVE'), reasons('BROKEN')]).verdict).toBe('BROKEN');
    expect(together([])).toEqual({ verdict: 'PASS', reasons: [] });
  });
});

describe('buckets', () => {
  const failure = (oracle: string, kind: string): BrokenPromise => ({ oracle, kind, promise: '', message: '' });
  const finding = (rank: number, kind: string): Finding => ({
    rank,
    failure: failure('o', kind),
    first: { index: rank },
    caseOf: () => caseAt(1, rank),
  });

  test('hold alike failures, the earliest first', () => {
    const sorted = sortIntoBuckets([finding(9, 'a'), finding(2, 'b'), finding(4, 'a')]);
    expect(sorted.map((bucket) => bucket.map(({ rank }) => rank))).toEqual([[2], [4, 9]]);
  });

  test('become one where the minimised failures are one, with the smaller case', () => {
    const bucket = (index: number, found: string, shown: string, script: string) => ({
      ...failure('o', found),
      occurrences: index,
      first: { index },
      case: { ...caseAt(1, 1), script },
      failure: failure('o', shown),
      minimal: true,
      isLate: false,
    });
    const merged = mergeAlike([
      bucket(1, 'a', 'x', 'long script'),
      bucket(2, 'b', 'x', 'short'),
      bucket(3, 'c', 'y', ''),
    ]);
    expect(merged.map(({ occurrences, case: { script } }) => [occurrences, script])).toEqual([
      [3, 'short'],
      [3, ''],
    ]);
  });
});
