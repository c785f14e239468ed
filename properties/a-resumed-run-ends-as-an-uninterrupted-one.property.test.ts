import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../harness/generate/index.ts';
import { orders } from './support/orders.ts';
import { again, type Played, play, seen } from './support/play.ts';
import { cutOff, likeBefore } from './support/settle-order.ts';

/** Goes on from what was recorded when so many outcomes had settled. */
function resumedAfter(live: Played, outcomes: number, callLog = cutOff(live, outcomes)): Played {
  return again(live, { callLog, choose: likeBefore(live) });
}

describe('a run that stopped anywhere and went on', () => {
  test('ends as if it had not stopped, in memory too, when the rest settles in the same order', () => {
    fc.assert(
      fc.property(cases(), orders(), ({ script, actions, input, data }, choose) => {
        const live = play({ script, actions, input, data, choose: choose() });
        for (let outcomes = 0; outcomes <= live.delivered; outcomes++)
          expect(seen(resumedAfter(live, outcomes))).toEqual(seen(live));
      }),
      { numRuns: 150 },
    );
  });

  test('also when it stopped again and again', () => {
    fc.assert(
      fc.property(cases(), orders(), ({ script, actions, input, data }, choose) => {
        const live = play({ script, actions, input, data, choose: choose() });
        let callLog = cutOff(live, 0);
        for (let outcomes = 1; outcomes <= live.delivered; outcomes++) {
          const step = again(live, {
            callLog,
            choose: likeBefore(live),
            deliverMax: outcomes - 1,
            world: () => undefined,
          });
          expect(step.digests).toEqual(live.digests.slice(0, outcomes));
          callLog = cutOff(live, outcomes);
        }

        expect(seen(resumedAfter(live, live.delivered, callLog))).toEqual(seen(live));
      }),
      { numRuns: 60 },
    );
  });

  test('with a log that ends early, where another has holes', () => {
    fc.assert(
      fc.property(cases(), ({ script, actions, input, data }) => {
        const live = play({ script, actions, input, data });
        const holes = cutOff(live, 1);
        const short = holes.slice(0, holes.findLastIndex((entry) => entry !== null) + 1);

        expect(seen(resumedAfter(live, 1, short))).toEqual(seen(resumedAfter(live, 1, holes)));
      }),
      { numRuns: 60 },
    );
  });
});
