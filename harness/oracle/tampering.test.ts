import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallLog, canonicalJson, compileScript, type Json, parseCallLog } from '../../runtime/index.ts';
import { drawFrom } from '../schedule/index.ts';
import { holeSets } from './hole-sets.ts';
import { logMutations, reorderedInputs } from './log-mutation.ts';
import { otherJson } from './other-json.ts';
import { mutateScript } from './script-mutation.ts';

const log: CallLog = [
  { type: 'action', name: 'a', input: { x: 1 }, response: 1, order: 2 },
  { type: 'now', response: 5 },
  { type: 'action', name: 'b', input: null, response: 2, order: 0 },
  null,
  { type: 'action', name: 'a', input: [1, 'é'], error: { name: 'E', message: 'm' }, order: 1 },
];

describe('tampering with a log', () => {
  test('always gives a log that is well-formed and another one', () => {
    fc.assert(
      fc.property(fc.nat(log.length), fc.nat(), fc.constantFrom(...logMutations), (position, seed, mutation) => {
        const tampered = mutation.apply(log, position, { actions: ['a', 'b'], draw: drawFrom(seed) });
        if (tampered === undefined) return;
        expect(() => parseCallLog(tampered)).not.toThrow();
        expect(tampered).not.toEqual(log);
      }),
    );
  });

  test('every way applies somewhere, and none changes what lies before the position', () => {
    for (const mutation of logMutations) {
      const applied = log.flatMap((_, position) => {
        const tampered = mutation.apply(log, position, { actions: ['a', 'b'], draw: drawFrom(1) });
        if (tampered === undefined) return [];
        const asked = (entries: CallLog) => entries.slice(0, position).map((entry) => entry && { ...entry, order: 0 });
        expect(asked(tampered), mutation.name).toEqual(asked(log));
        return [position];
      });
      expect(applied, mutation.name).not.toEqual([]);
    }
  });

  test('reordering keys changes texts and no values', () => {
    const [entry] = reorderedInputs([
      { type: 'action', name: 'a', input: { a: 1, b: { c: [{ d: 1, e: 2 }] } }, response: null },
    ]);
    expect(JSON.stringify(entry)).toContain('{"b":{"c":[{"e":2,"d":1}]},"a":1}');
  });

  test('another value is always another, also canonically', () => {
    const json = fc.jsonValue().filter((value) => !Object.is(value, -0)) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        expect(canonicalJson(otherJson(value, drawFrom(seed)))).not.toBe(canonicalJson(value));
      }),
    );
  });
});

describe('holes', () => {
  test('are punched into what is recorded only; thoroughly, into every position by itself', () => {
    const thorough = holeSets(log, 'thorough', drawFrom(3));
    expect(thorough.flat()).not.toContain(3);
    expect(thorough).toEqual(expect.arrayContaining([[0], [1], [2], [4], [0, 1, 2, 4]]));
    expect(new Set(thorough.map(String)).size).toBe(15);
    const long = Array.from({ length: 9 }, () => log[0] ?? null);
    expect(holeSets(long, 'thorough', drawFrom(3))).toEqual(
      expect.arrayContaining([[8], [7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]]),
    );
    for (let seed = 0; seed < 50; seed++) {
      const [sampled = []] = holeSets(log, 'sampled', drawFrom(seed));
      expect(sampled.length).toBeGreaterThan(0);
      expect(sampled).not.toContain(3);
    }
  });
});

describe('changing a script', () => {
  const script = "const x = await actions.a({ id: 41 });\nif (x) await actions.b('k');\nreturn x;";

  test('renames calls, removes lines, changes literals and adds a call', () => {
    const mutants = mutateScript(script, ['a', 'b'], 'thorough', drawFrom(1));
    expect(mutants.map(({ what }) => what)).toEqual([
      'a replaced by b',
      'b replaced by a',
      'line 1 removed',
      'line 2 removed',
      '41 made one more',
      'a call added at the top',
    ]);
    for (const mutant of mutants) expect(mutant.script).not.toBe(script);
  });

  test('gives scripts of which most compile', () => {
    const mutants = mutateScript(script, ['a', 'b'], 'thorough', drawFrom(1));
    const compiled = mutants.filter((mutant) => {
      try {
        return compileScript(mutant.script, { actions: ['a', 'b'] });
      } catch {
        return false;
      }
    });
    expect(compiled.length).toBeGreaterThanOrEqual(5);
  });
});
