import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { behaving, runCase } from '../oracle/index.ts';
import { caseAt } from './case-source.ts';
import { explore, isForked, together } from './forks.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const indices = Array.from({ length: 40 }, (_, index) => index);

function exploreAll(of: EngineLike = engine) {
  return together(indices.map((index) => explore(of, caseAt(5, index), { seed: 5, index })));
}

describe('going on from rare states', () => {
  test('is the same for the same seed and number, but for its time', () => {
    const [one, other] = [exploreAll(), exploreAll()];

    expect(other.tally).toEqual(one.tally);
    expect(one.tally.forks).toBeGreaterThan(1);
    expect(one.tally.turns).toBeGreaterThan(one.tally.futures);
    expect(one.tally.futures).toBe(8 * one.tally.forks);
    expect(one).toMatchObject({ failures: [], mistakes: [] });
    expect(one.timing.forked.turns).toBe(one.timing.fromTheTop.turns);
  });

  test('finds what goes wrong after a restore, as ordinary cases that fail by themselves', () => {
    const broken = forgettingInput(engine);

    const { failures } = exploreAll(broken);

    expect(failures.length).toBeGreaterThan(0);
    const [first] = failures;
    expect(first?.case?.faults).toEqual([{ type: 'snapshot', turn: expect.any(Number) }]);
    expect(runCase(first?.case as Case, { engine: broken }).failures).not.toEqual([]);
  });

  test('is done for a few of the first cases', () => {
    const forked = Array.from({ length: 10_000 }, (_, index) => index).filter(isForked);

    expect(forked).toHaveLength(64);
    expect(Math.max(...forked)).toBeLessThan(1_024);
  });
});

/** Restored, it answers every call with something else than what is recorded. */
const forgettingInput = behaving((session, { snapshot }) => {
  if (snapshot === undefined) return {};
  return {
    deliver: (position: number, _outcome: unknown, at?: string) =>
      session.deliver(position, { response: 'forgotten' }, at),
    get callLog() {
      return session.callLog.map((entry) =>
        entry?.type === 'action' && 'response' in entry && entry.response === 'forgotten'
          ? { ...entry, response: null }
          : entry,
      );
    },
  };
});
