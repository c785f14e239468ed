import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import { oracles } from '../../oracle/index.ts';
import { onAnotherHost } from '../../world/index.ts';
import { plants } from '../plants.ts';
import type { Means } from './self-check.ts';
import { selfChecks } from './self-checks.ts';

let means: Means;

beforeAll(async () => {
  means = { engine: await Engine.load(), elsewhere: onAnotherHost(await Engine.load()) };
});

describe('the self-checks', () => {
  test.each(selfChecks)('$name finds nothing wrong', async (check) => {
    expect(await check.problems(means)).toEqual([]);
  });

  test.each(selfChecks)('$name has a plant that it must catch', ({ name }) => {
    expect(plants.filter(({ caughtBy }) => caughtBy === name)).not.toEqual([]);
  });

  test('see that an oracle whose body is gone says yes to everything', async () => {
    const [first] = oracles;
    if (first === undefined) throw new Error('There is no oracle.');
    const { check } = first;

    Object.assign(first, { check: () => undefined });
    const problems = await selfChecks[0]?.problems(means);
    Object.assign(first, { check });

    expect(problems?.[0]).toContain(first.name);
  });
});
