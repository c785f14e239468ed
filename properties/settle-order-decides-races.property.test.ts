import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyOrder, orders } from './support/orders.ts';
import { again, asked, type Choose, expectSameOnReplay, play, scriptValue, type World } from './support/play.ts';

const race = `
  const slow = async () => {
    for (let i = 0; i < input.hops; i++) await null;
    return actions.a();
  };
  const winner = await Promise.race([slow(), actions.b()]);
  return await actions.after({ winner });`;

/** Pauses in `after`, which is where a resume could take another winner. */
const pausing: World = ({ name }) => (name === 'after' ? undefined : { response: `${name} won` });
const finishing: World = ({ name, input }) => ({ response: name === 'after' ? input : `${name} won` });

/** Chooses by name where it can. */
const first =
  (name: string): Choose =>
  (outstanding) =>
    Math.max(
      0,
      outstanding.findIndex((call) => call.name === name),
    );

const hops = Array.from({ length: 17 }, (_, i) => i);

describe('a race is decided by the order in which outcomes settled', () => {
  test.each(hops)('whatever number of microtasks a branch takes: %i', (count) => {
    for (const name of ['a', 'b']) {
      const live = play({ script: race, input: { hops: count }, world: pausing, choose: first(name) });
      const resumed = again(live, { world: finishing });

      expect(asked(live).at(-1)).toBe(`after {"winner":"${name} won"}`);
      expect(scriptValue(resumed)).toEqual({ winner: `${name} won` });
      expectSameOnReplay(live);
      expectSameOnReplay(resumed);
    }
  });

  test('and position plays no part: the later call wins if it was answered first', () => {
    const live = play({
      script: 'return await Promise.race([actions.a(), actions.b()]);',
      choose: () => 1,
      world: finishing,
    });

    expect(scriptValue(live)).toBe('b won');
    expect(scriptValue(again(live))).toBe('b won');
  });

  test('in combinators that look at all, some or none of the failures', () => {
    const script = `
      const calls = () => [actions.a(), actions.b(), actions.c()];
      const seen = [];
      for (const call of calls()) call.then((r) => seen.push(r), (e) => seen.push(e.code));
      const any = await Promise.any(calls()).catch((e) => e.errors.map((one) => one.code));
      const race = await Promise.race(calls()).catch((e) => e.code);
      const settled = await Promise.allSettled(calls());
      return { any, race, settled: settled.map((s) => s.status), seen };`;
    const fails = fc.subarray(['a', 'b', 'c']);

    fc.assert(
      fc.property(fails, orders(), (failing, choose) => {
        const world: World = ({ name }) =>
          failing.includes(name) ? { error: { name: 'Error', message: name, code: name } } : { response: name };

        expectSameOnReplay(play({ script, choose: choose(), world }));
      }),
    );
  });

  test('for every order of four calls whose continuations count', () => {
    const script = `
      let count = 0;
      const ranks = await Promise.all(['a', 'b', 'c', 'd'].map(async (k) => { await actions.ask({ k }); return ++count; }));
      return ranks;`;
    const values = new Set<string>();

    const count = everyOrder((choose) => {
      const live = play({ script, choose });
      values.add(JSON.stringify(scriptValue(live)));
      expectSameOnReplay(live);
    });

    expect(count).toBe(24);
    expect(values.size).toBe(24);
  });
});
