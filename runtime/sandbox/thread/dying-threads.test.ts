import { expect, test } from 'vitest';
import { defineAction } from '../action.ts';
import type { Run } from '../run.ts';
import { Sandbox } from '../sandbox.ts';
import { stored } from '../testing/held-actions.ts';
import { leasePool } from './shared-pool.ts';

/** Threads that end at random moments, for no fault of the runs that live in them: each run ends as it would have. */

const size = { threads: 3, queueMax: 1_000 };

const scripts = [
  'const out = []; for (let i = 0; i < 12; i++) out.push(await actions.work(i)); console.log(out.length); return out;',
  'return await Promise.all(Array.from({ length: 12 }, (_, i) => actions.work(i)));',
  `const seen = []; await Promise.all([0, 1, 2].map(async (k) => {
     for (let i = 0; i < 4; i++) { const r = await actions.work(4 * k + i); seen.push(r); if (r % 3 === 0) Math.random(); Date.now(); }
   })); return seen.sort((a, b) => a - b);`,
  'const first = await Promise.race([actions.work(0), actions.work(1)]); return [first < 2, await actions.work(2)];',
];
const expected = [range(12), range(12), range(12), [true, 2]];

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** A repeatable draw below `bound`. */
function drawing(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % bound;
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('runs end as if their threads had lived', async () => {
  const draw = drawing(7);
  const executions = new Map<string, number>();
  const work = defineAction({
    name: 'work',
    async execute(i: number, { idempotencyKey }) {
      executions.set(idempotencyKey, (executions.get(idempotencyKey) ?? 0) + 1);
      await pause(draw(25));
      return i;
    },
  });
  const { pool, release } = await leasePool(size);
  await using sandbox = new Sandbox({ actions: [work], ...size });
  const going = range(30).map((n) => sandbox.eval(scripts[n % scripts.length] ?? '', { runId: `r${n}` }));
  let isOver = false;
  let killed = 0;
  const all = Promise.all(going).finally(() => {
    isOver = true;
  });

  while (!isOver) {
    await pause(15 + draw(40));
    const threads = pool.threads.filter(({ attempts }) => attempts > 0);
    if (killed >= 12 || threads.length === 0) continue;
    void threads[draw(threads.length)]?.close();
    killed += 1;
  }
  const runs: Run[] = await all;

  expect(killed).toBeGreaterThan(3);
  runs.forEach((run, n) => {
    expect(run).toMatchObject({ status: 'completed', value: expected[n % expected.length] });
  });
  expect([...executions.values()].filter((count) => count !== 1)).toEqual([]);
  for (const run of runs) expect(await sandbox.replay(stored(run))).toEqual(run);
  await release();
});
