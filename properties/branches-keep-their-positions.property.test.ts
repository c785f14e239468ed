import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyOrder, orders } from './support/orders.ts';
import { again, asked, expectSameOnReplay, type Played, play, type World } from './support/play.ts';
import { cutOff, likeBefore } from './support/settle-order.ts';

const twoBranches = 'await Promise.all([0, 1].map(async (k) => { await actions.a({ k }); await actions.b({ k }); }));';

const nestedFanOut = `
  return Promise.all([1, 2].map(async (i) => Promise.all([1, 2, 3, 4, 5].map(async (j) => {
    await actions.a({ i, j });
    return actions.b({ i, j });
  }))));`;

const hopping = `
  await Promise.all([
    (async () => { await actions.a(); for (let i = 0; i < input.hops; i++) await null; await actions.x(); })(),
    (async () => { await actions.b(); await actions.y(); })(),
  ]);`;

/** Resumes from every possible pause, letting what is left settle in the order in which it did. */
function expectSamePositionsAfterEveryPause(live: Played): void {
  for (let outcomes = 0; outcomes <= live.delivered; outcomes++) {
    const callLog = cutOff(live, outcomes);
    const resumed = again(live, { callLog, choose: likeBefore(live) });

    expect(asked(resumed)).toEqual(asked(live));
    expect(resumed.digests).toEqual(live.digests);
  }
}

describe('each branch keeps its positions', () => {
  test('when two branches of two calls each settle in any order, with a pause at any call', () => {
    const count = everyOrder((choose) => {
      const live = play({ script: twoBranches, choose });
      expectSameOnReplay(live);
      expectSamePositionsAfterEveryPause(live);
    });

    expect(count).toBe(6);
  });

  test('in a nested fan-out of ten branches, whose calls settle in arbitrary order', () => {
    fc.assert(
      fc.property(orders(), (choose) => {
        const live = play({ script: nestedFanOut, choose: choose() });

        expect(live.callLog).toHaveLength(20);
        expectSameOnReplay(live);
        expectSamePositionsAfterEveryPause(live);
      }),
      { numRuns: 25 },
    );
  });

  test.each([0, 1, 2, 3, 5, 8, 13, 16])(
    'when two outcomes are at hand before either branch goes on (%i hops)',
    (hops) => {
      const count = everyOrder((choose) => {
        const live = play({ script: hopping, input: { hops }, choose });

        expect(asked(live).toSorted()).toEqual(['a null', 'b null', 'x null', 'y null']);
        expectSameOnReplay(live);
        expectSamePositionsAfterEveryPause(live);
      });

      expect(count).toBe(6);
    },
  );

  test('when a hole is punched where two branches take the next position each', () => {
    const script = `
      await Promise.all([
        (async () => { await actions.a({}); return actions.ticket({ of: 'a' }); })(),
        (async () => { await actions.b({}); return actions.ticket({ of: 'b' }); })(),
      ]);`;
    everyOrder((choose) => {
      const live = play({ script, choose });
      for (const hole of live.callLog.keys()) {
        const punched = again(live, { callLog: live.callLog.with(hole, null) });

        expect(punched.executed.map(({ position }) => position)).toEqual([hole]);
        expect(punched.callLog).toEqual(live.callLog);
        expect(punched.digests).toEqual(live.digests);
      }
    });
  });

  test('when several holes are punched and settle in their old order', () => {
    fc.assert(
      fc.property(orders(), fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 8 }), (choose, holes) => {
        const live = play({ script: nestedFanOut, choose: choose() });
        const callLog = live.callLog.map((entry, position) => (holes.includes(position) ? null : entry));
        const punched = again(live, { callLog, choose: likeBefore(live) });

        expect(punched.executed.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
          holes.toSorted((a, b) => a - b),
        );
        expect(punched.callLog).toEqual(live.callLog);
      }),
      { numRuns: 40 },
    );
  });

  test('and a replay that has everything at hand takes no other', () => {
    const world: World = ({ name }) => ({ response: name });
    const live = play({ script: hopping, input: { hops: 5 }, choose: () => 1, world });

    expect(asked(again(live))).toEqual(asked(live));
  });
});
