import { describe, expect, test } from 'vitest';
import type { TriedPlant } from '../campaign/index.ts';
import type { Plant } from './plant.ts';
import { plants } from './plants.ts';
import { tryPlants } from './try-plants.ts';

/** The thread's code as it is built: a worker cannot run TypeScript. */
const workerUrl = new URL('../../dist/harness/plants/worker.js', import.meta.url);

const file = 'runtime/session/guard.ts';

function plant(name: string, find: string, replace: string, caughtBy = 'guard-always-fires'): Plant {
  return { name, breaks: 'guard', what: 'It is a test.', caughtBy, patches: [{ file, find, replace }] };
}

const real = plants.find(({ name }) => name === 'input-not-compared') as Plant;
const harmless = plant('harmless', "return 'kind';", "return 'kind' as const;");
const stale = plant('stale', 'what was there once', '');
/** What runs in other threads than those of plants is as it was built. */
const notOnTheWay: Plant = {
  ...plant('not-on-the-way', '', '', 'schedulers-keep-their-word'),
  patches: [{ file: 'runtime/sandbox/thread/worker.ts', find: "post('ready');", replace: "post('ready' as const);" }],
};

describe('plants in threads', () => {
  test('are noticed one by one: what one breaks is whole in the next, and those after a stale one are tried', async () => {
    const tried = await tryPlants({
      seed: 1,
      threads: 1,
      casesMax: 80,
      plants: [real, stale, harmless, real],
      workerUrl,
    });

    expect(tried.map(({ name }) => name)).toEqual([real.name, 'stale', 'harmless', real.name]);
    expect(tried[0]).toMatchObject({ caught: expect.any(String), breaks: 'guard' });
    expect(tried[1]?.problem).toMatch(/occurs 0 times in runtime\/session\/guard\.ts/);
    expect(tried[2]).toMatchObject({ cases: 80 });
    expect(tried[2]?.caught).toBeUndefined();
    expect(tried[3]?.cases).toBe(tried[0]?.cases);
  });

  test('take as many cases on two threads as on one', async () => {
    const some = plants.filter(({ breaks }) => breaks === 'holes' || breaks === 'zone');
    const cases = (tried: readonly TriedPlant[]) => tried.map(({ name, cases, caught }) => ({ name, cases, caught }));

    const onOne = await tryPlants({ seed: 2, threads: 1, casesMax: 40, plants: some, workerUrl });
    const onTwo = await tryPlants({ seed: 2, threads: 2, casesMax: 40, plants: some, workerUrl });

    expect(cases(onTwo)).toEqual(cases(onOne));
  });

  test('that nothing comes of are stale, and not survivors', async () => {
    const [tried] = await tryPlants({ seed: 1, threads: 1, plants: [notOnTheWay], workerUrl });

    expect(tried?.problem).toMatch(/takes no part/);
  });
});
