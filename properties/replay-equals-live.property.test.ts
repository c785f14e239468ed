import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behaviour, Case } from '../harness/case/index.ts';
import { cases } from '../harness/generate/index.ts';
import { orders } from './support/orders.ts';
import {
  again,
  asked,
  type Choose,
  expectSameOnReplay,
  nothing,
  type Played,
  play,
  seen,
  type World,
} from './support/play.ts';

/** Does what the case says: an interrupt is a call that nobody answers. */
function worldOf({ behaviours }: Case): World {
  return ({ position }) => {
    const behaviour: Behaviour | undefined = behaviours[position % Math.max(behaviours.length, 1)]?.[0];
    if (behaviour === undefined) return { response: null };
    if (behaviour.type === 'interrupt') return undefined;
    return behaviour.type === 'fail' ? { error: behaviour.failure } : { response: behaviour.value };
  };
}

function played(one: Case, choose: () => Choose): Played {
  const { script, actions, input, data } = one;
  return play({ script, actions, input, data, world: worldOf(one), choose: choose() });
}

describe('replay equals live', () => {
  test('in value, data, console, log, and in memory at every turn', () => {
    fc.assert(
      fc.property(cases(), orders(), (one, choose) => expectSameOnReplay(played(one, choose))),
      { numRuns: 400 },
    );
  });

  test('from any prefix of what was delivered: time travel shows the turns as they were', () => {
    fc.assert(
      fc.property(cases(), orders(), fc.nat(8), (one, choose, cut) => {
        const live = played(one, choose);
        const deliverMax = Math.min(cut, live.delivered);
        const replayed = again(live, { world: nothing, deliverMax });

        expect(replayed.digests).toEqual(live.digests.slice(0, deliverMax + 1));
        expect(replayed.delivered).toBe(deliverMax);
      }),
      { numRuns: 200 },
    );
  });

  test('with other clocks and other dice: reads come from the log', () => {
    fc.assert(
      fc.property(cases(), (one) => {
        const live = played(one, () => () => 0);
        const sources = { now: () => 5, random: () => 0.999 };
        const replayed = again(live, { ...sources, world: nothing, deliverMax: live.delivered });

        expect(seen(replayed)).toEqual(seen(live));
      }),
      { numRuns: 100 },
    );
  });

  test('twice over: the log that a replay leaves replays the same', () => {
    fc.assert(
      fc.property(cases(), orders(), (one, choose) => {
        const replayed = again(played(one, choose), { world: () => undefined });

        expectSameOnReplay(replayed);
        expect(asked(again(replayed, { world: () => undefined }))).toEqual(asked(replayed));
      }),
      { numRuns: 100 },
    );
  });
});
