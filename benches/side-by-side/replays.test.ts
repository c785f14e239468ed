import { describe, expect, test } from 'vitest';
import type { StartedPeer } from './peer.ts';
import { compareReplays, expected, type ReplayCell, type ReplayOptions } from './replays.ts';
import { factorAt, missedBounds, replaysText } from './replays-text.ts';

const options: ReplayOptions = {
  shapes: ['sequential'],
  sizes: [10, 100, 1000],
  rounds: 9,
  budgetMs: 1_000_000,
  onceMs: 1_000_000,
  neverMs: 1_000_000,
};

/** It takes what it says it takes. */
function peerThatTakes(msOf: (calls: number) => number): StartedPeer & { turns: number } {
  const peer = {
    turns: 0,
    record: async (_shape: string, calls: number) => ({
      replay: () => {
        peer.turns++;
        return msOf(calls);
      },
    }),
  };
  return peer;
}

function samplesAt(cells: readonly ReplayCell[], name: string, calls: number): number {
  return cells.find((cell) => cell.name === name && cell.calls === calls)?.samples.length ?? -1;
}

describe('replays by peers', () => {
  test('are taken in rounds, a first turn not counted; one that is slow has fewer, and one that took a size once has no second', async () => {
    const contenders = [
      { name: 'quick', peer: peerThatTakes(() => 1) },
      { name: 'slow', peer: peerThatTakes(() => 30) },
      { name: 'slower', peer: peerThatTakes(() => 200) },
    ];

    const cells = await compareReplays(contenders, { ...options, sizes: [10], budgetMs: 100, onceMs: 150 });

    expect(['quick', 'slow', 'slower'].map((name) => samplesAt(cells, name, 10))).toEqual([9, 4, 1]);
    expect(contenders.map(({ peer }) => peer.turns)).toEqual([10, 5, 1]);
  });

  test('leave out what would take too long by how it grew, and say so', async () => {
    const peer = peerThatTakes((calls) => calls ** 2);

    const cells = await compareReplays([{ name: 'quadratic', peer }], { ...options, neverMs: 100_000 });

    expect(samplesAt(cells, 'quadratic', 100)).toBe(9);
    expect(cells.at(-1)).toMatchObject({ calls: 1000, samples: [], missing: expect.stringContaining('left out') });
  });

  test('go on when one of them fails, and say what it said', async () => {
    const failing: StartedPeer = {
      record: async () => ({
        replay: () => {
          throw new Error('no sum');
        },
      }),
    };

    const cells = await compareReplays(
      [
        { name: 'failing', peer: failing },
        { name: 'fine', peer: peerThatTakes(() => 1) },
      ],
      { ...options, sizes: [10] },
    );

    expect(cells).toContainEqual({
      name: 'failing',
      shape: 'sequential',
      calls: 10,
      samples: [],
      missing: 'failed: Error: no sum',
    });
    expect(samplesAt(cells, 'fine', 10)).toBe(9);
    expect(replaysText(cells, {})).toContain('- failing, sequential, 10 calls: failed: Error: no sum');
  });

  test('are expected to grow somewhat steeper than they did', () => {
    const cell = (calls: number, wallMs: number): ReplayCell => ({
      ...{ name: 'a', shape: 'sequential', calls },
      samples: [{ wallMs, cpuMs: wallMs }],
    });

    expect(expected([cell(0, 1), cell(10, 1), cell(100, 10)], 1000)).toBeCloseTo(10 * 10 ** 1.7, 6);
    expect(expected([cell(10, 1), cell(100, 1)], 1000)).toBeCloseTo(10, 6);
    expect(expected([], 10)).toBe(0);
  });
});

describe('the table of replays', () => {
  const cells = (ours: number, theirs: number): ReplayCell[] =>
    Object.entries({ Lockstep: ours, theirs }).map(([name, wallMs]) => ({
      ...{ name, shape: 'fan-out', calls: 10_000 },
      samples: Array.from({ length: 9 }, (_, i) => ({ wallMs: wallMs * (1 + i / 100), cpuMs: wallMs * 2 })),
    }));

  test('has a factor with its interval, and says whether it is what is to be reached', () => {
    expect(factorAt(cells(50, 600), 'theirs', 10_000)).toEqual({ median: 12, low: 12, high: 12 });
    expect(replaysText(cells(50, 600), { theirs: 10 })).toContain(
      '| 624    | 1,200       | 62.4      | 12 (12–12)     | 10 ✓     |',
    );
  });

  test('names who is not as slow as is to be reached', () => {
    expect(missedBounds(cells(50, 600), { theirs: 10 })).toEqual([]);
    expect(missedBounds(cells(50, 400), { theirs: 10 })).toEqual([
      'theirs, fan-out, 10,000 calls: 8 times, and not 10',
    ]);
  });
});
