import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';
import { cases } from '../generate/index.ts';
import { random } from '../schedule/index.ts';
import { caseOfFuture, type Fork, forkAt, runFuture, runWorld } from '../world/index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const behaviours: Behaviour[][] = [
  [{ type: 'respond', value: 'other' }],
  [{ type: 'fail', failure: { name: 'Error', message: 'no stock' } }],
];

/** Forks of generated cases, at their second turn or later. */
function forks(count: number): Fork[] {
  const found: Fork[] = [];
  for (const one of fc.sample(cases(), { seed: 11, numRuns: count }))
    for (const turn of [1, 2, 4]) found.push(...[forkAt(engine, one, turn) ?? []].flat());
  return found;
}

describe('a future', () => {
  test('is what the ordinary case does that it stands for, to the byte', () => {
    const all = forks(120);
    for (const [seed, fork] of all.entries()) {
      const future = runFuture(engine, fork, { behaviours, scheduler: random(seed) });
      const fromTheTop = runWorld(caseOfFuture(fork, { behaviours }, future.decisions), { engine, digests: 'never' });

      expect(future.attempts[0]?.run).toEqual(fromTheTop.attempts[0]?.run);
      expect(future.attempts[0]?.turns).toEqual(fromTheTop.attempts[0]?.turns);
    }
    expect(all.length).toBeGreaterThan(30);
  });

  test('differs from others', () => {
    const fork = forks(60).find(({ snapshot: _, ...one }) => one.positions > 3) as Fork;
    const logs = Array.from({ length: 10 }, (_, seed) =>
      JSON.stringify(runFuture(engine, fork, { behaviours, scheduler: random(seed) }).attempts[0]?.run?.callLog),
    );

    expect(new Set(logs).size).toBeGreaterThan(1);
  });
});
