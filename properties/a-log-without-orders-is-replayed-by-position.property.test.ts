import { describe, expect, test } from 'vitest';
import { type ActionEntry, type CallLog, CallLogFormatError } from '../runtime/index.ts';
import { again, echo, engine, expectSameOnReplay, nothing, play, scriptValue } from './support/play.ts';

const order =
  'const seen = []; await Promise.all([1, 2, 3].map(async (i) => { seen.push(await actions.a({ i })); })); return seen;';

const byHand = (...responses: (number | null)[]): CallLog =>
  responses.map((response, i) =>
    response === null ? null : { type: 'action', name: 'a', input: { i: i + 1 }, response },
  );

describe('a log by hand, without orders', () => {
  test('delivers the lowest recorded position that is open', () => {
    expect(scriptValue(play({ script: order, callLog: byHand(10, 20, 30), world: nothing }))).toEqual([10, 20, 30]);
  });

  test('waits for a fresh call only when nothing recorded is left', () => {
    const run = play({
      script: order,
      callLog: byHand(10, null, 30),
      world: ({ position }) => ({ response: position }),
    });

    expect(scriptValue(run)).toEqual([10, 30, 1]);
    expect(run.executed.map(({ position }) => position)).toEqual([1]);
  });

  test('comes out with orders, which replay as it ran', () => {
    const run = play({ script: order, callLog: byHand(10, null, 30), world: echo });

    expect(run.callLog.map((entry) => entry?.type === 'action' && entry.order)).toEqual([0, 2, 1]);
    expectSameOnReplay(run);
    expect(scriptValue(again(run, { world: nothing }))).toEqual(scriptValue(run));
  });

  test('a sequential script reads it like any other log', () => {
    const script = 'const r = []; for (let i = 1; i < 4; i++) r.push(await actions.a({ i }), Date.now()); return r;';
    const live = play({ script, now: () => 5 });
    const bare = live.callLog.map((entry) => (entry?.type === 'action' ? withoutOrder(entry) : entry));
    const replayed = again(live, { callLog: bare, world: nothing });

    expect(replayed.callLog).toEqual(live.callLog);
    expect(replayed.digests).toEqual(live.digests);
  });
});

describe('orders that make no sense are refused before anything runs', () => {
  const entry = (order?: number) =>
    ({ type: 'action', name: 'a', input: null, response: 1, ...(order !== undefined && { order }) }) as const;

  test.each([
    ['some have one and some have none', [entry(0), entry()]],
    ['two are the same', [entry(0), entry(0)]],
    ['one is negative', [entry(-1)]],
    ['one is no integer', [entry(0.5)]],
  ] as [string, CallLog][])('%s', (_what, callLog) => {
    expect(() => engine.open({ script: 'return actions.a();', actions: ['a'], callLog })).toThrow(CallLogFormatError);
  });
});

function withoutOrder(entry: ActionEntry): ActionEntry {
  const { order: _order, ...rest } = entry;
  return rest;
}
