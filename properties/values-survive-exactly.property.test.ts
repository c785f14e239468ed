import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hardValues } from '../harness/generate/index.ts';
import type { Json } from '../runtime/index.ts';
import { again, expectSameOnReplay, play, scriptValue } from './support/play.ts';

const roundTrip = 'data.kept = input; const answer = await actions.echo(input); return [answer, data.kept, input];';

/** Texts are compared, so that order of keys and lone surrogates count. */
const text = (value: Json) => JSON.stringify(value);

describe('values survive exactly', () => {
  test('as input, data, call input, response and value, live and on replay', () => {
    fc.assert(
      fc.property(hardValues(), (value) => {
        const live = play({ script: roundTrip, input: value });

        expect(text(scriptValue(live))).toBe(text([value, value, value]));
        expect(text(live.data)).toBe(text({ kept: value }));
        expect(text(live.callLog[0] as unknown as Json)).toContain(text(value));
        expectSameOnReplay(live);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a lone surrogate', '\ud800'],
    ['surrogates the wrong way round', '\udfff\ud800'],
    ['a line separator', '\u2028'],
    ['a NUL', 'a\u0000b'],
    [
      'keys named like built-ins',
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"hasOwnProperty":3,"then":4,"toJSON":5}'),
    ],
    ['an own __proto__ that is a string', JSON.parse('{"__proto__":"x"}')],
    ['keys that look like indices, as JSON.parse orders them', JSON.parse('{"b":1,"1":2,"0":3}')],
    ['a thousand levels', JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))],
    ['a million characters', 'x'.repeat(1_000_000)],
    ['the smallest and the largest numbers', [5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53]],
    ['the empty key', { '': '' }],
  ] as [string, Json][])('%s', (_name, value) => {
    const live = play({ script: roundTrip, input: value });

    expect(text(scriptValue(live))).toBe(text([value, value, value]));
    expectSameOnReplay(live);
  });

  test('-0 becomes 0, on every path', () => {
    const live = play({
      script: 'const r = await actions.a({ z: -0 }); return [Object.is(r, 0), Object.is(input, 0)];',
      input: -0,
      world: () => ({ response: -0 }),
    });

    expect(scriptValue(live)).toEqual([true, true]);
    expect(scriptValue(again(live))).toEqual([true, true]);
  });

  test('prototypes are not set by what comes in', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    const script =
      'const r = await actions.a(input); return [({}).polluted ?? null, r.polluted ?? null, Object.keys(r), Object.getPrototypeOf(r) === Object.prototype];';

    expect(scriptValue(play({ script, input: hostile }))).toEqual([null, null, ['__proto__'], true]);
  });
});

describe('what JSON would corrupt is an error that names its place', () => {
  test.each([
    ['{ items: [{ price: NaN }] }', '$.items[0].price is NaN'],
    ['[Infinity]', '$[0]'],
    ['{ n: 10n }', '$.n'],
    ['{ m: new Map() }', '$.m'],
    ['{ deep: { s: new Set([1]) } }', '$.deep.s'],
    ['[undefined]', '$[0]'],
    ['[() => 1]', '$[0]'],
    ['(() => { const o = {}; o.self = o; return o; })()', '$.self'],
  ])('%s', (expression, place) => {
    const script = `try { await actions.a(${expression}); } catch (e) { return [e.name, e.message]; }`;
    const live = play({ script });

    expect(scriptValue(live)).toEqual(['TypeError', expect.stringContaining(place)]);
    expect(live.callLog).toEqual([]);
    expectSameOnReplay(live);
  });

  test('as the value of a script it fails the run', () => {
    const live = play({ script: 'await actions.a(); return { total: 0 / 0 };' });

    expect(live.outcome).toMatchObject({
      error: { name: 'TypeError', message: expect.stringContaining('$.total is NaN') },
    });
    expectSameOnReplay(live);
  });

  test('conversions of JSON itself apply: dates become strings, properties without a value go', () => {
    const live = play({
      script: 'return await actions.a({ when: new Date(0), gone: undefined, f() {}, [Symbol("s")]: 1, n: null });',
    });

    expect(scriptValue(live)).toEqual({ when: '1970-01-01T00:00:00.000Z', n: null });
  });

  test('a call takes one argument or none', () => {
    const live = play({
      script: 'const r = await actions.a(); try { actions.a(1, 2); } catch (e) { return [r, e.name]; }',
    });

    expect(scriptValue(live)).toEqual([null, 'TypeError']);
    expect(live.callLog).toHaveLength(1);
  });
});
