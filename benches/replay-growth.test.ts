import { expect, test } from 'vitest';
import { Engine } from '../runtime/index.ts';
import { growthOfMemory, growthOfTime } from './replay-growth.ts';

test('the exponent is fitted in each round, over what a run costs beyond one of no calls', async () => {
  const { values } = growthOfTime(await Engine.load(), 'sequential', [10, 100, 1000]);
  const costs = (power: number): number[] => [0, 10, 100, 1000].map((calls) => 7 + calls ** power);
  const [linear, quadratic] = [costs(1), costs(2)];
  const names = [0, 10, 100, 1000].map((calls) => `replay sequential ${calls}`);

  const found = values(new Map(names.map((name, at) => [name, [linear[at] ?? 0, quadratic[at] ?? 0]])));

  expect(found.map((exponent) => exponent.toFixed(6))).toEqual(['1.000000', '2.000000']);
});

test('the memory of a replayed run is counted with its log, and more for a longer one', async () => {
  const { subjects } = growthOfMemory(await Engine.load(), 'fan-out', [1000, 5000]);

  const [short = 0, long = 0] = subjects.map(({ read }) => read());

  expect(short).toBeGreaterThan(1000 * 100);
  expect(long).toBeGreaterThan(short * 3);
});
