import { expect, test } from 'vitest';
import { Engine } from '../runtime/index.ts';
import { driftOf, type SoakSample, soak } from './soak.ts';

const mebibyte = 2 ** 20;

function sample(runs: number, changed: Partial<SoakSample> = {}): SoakSample {
  return { runs, digest: 'd', rssBytes: 80 * mebibyte, heapBytes: 7 * mebibyte, externalBytes: mebibyte, ...changed };
}

test('a few thousand resets and aborted runs leave the same memory behind', async () => {
  const engine = await Engine.load();

  const { samples, problems } = soak(engine, { runs: 4000, every: 500 });

  expect(samples.map(({ runs }) => runs)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]);
  expect(problems).toEqual([]);
});

test('a leak in any memory is found, and so is another digest', () => {
  const series = (change: (runs: number) => Partial<SoakSample>) =>
    driftOf([0, 1, 2, 3, 4, 5, 6, 7].map((runs) => sample(runs, change(runs))));

  expect(series(() => ({}))).toEqual([]);
  expect(series((runs) => ({ rssBytes: (80 + 4 * runs) * mebibyte }))).toHaveLength(1);
  expect(series((runs) => ({ heapBytes: (7 + runs) * mebibyte }))).toHaveLength(1);
  expect(series((runs) => ({ externalBytes: mebibyte * (1 + runs) }))).toHaveLength(1);
  expect(series((runs) => ({ digest: runs === 7 ? 'other' : 'd' }))).toEqual(['the fixed run had 2 different digests']);
});
