import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureSets } from '../features.ts';
import { type Script, scripts } from './scripts.ts';
import { compile, linesOf } from './testing/compile.ts';

const anyScript = featureSets().chain(scripts);

/** The simplest script that a search with this seed finds for a condition. */
function simplest(condition: (source: string) => boolean, seed: number): string | undefined {
  const found = fc.check(
    fc.property(anyScript, ({ source }) => !condition(source)),
    { seed, numRuns: 20_000 },
  );
  return found.counterexample?.[0].source;
}

const seeds = [1, 2, 3, 4];

/** What is looked for, and the one program that is left of whatever had it. */
const exact: Readonly<Record<string, readonly [RegExp, string]>> = {
  'a call': [/actions\./, 'const user = await actions.fetchUser();\n'],
  'a race between two calls': [
    /Promise\.race\(\[\s*actions\.\w+\([^)]*\),\s*actions/,
    'const first = await Promise.race([actions.fetchUser(), actions.fetchUser()]);\n',
  ],
  'a loop': [/^for \(let i = 0/m, 'for (let i = 0; i < 1; i++) {}\n'],
  'a coin': [/const \w+ = Math\.random\(\) < 0\.5/, 'const value = Math.random() < 0.5;\n'],
};

/** What is looked for, and how many lines may be left. */
const small: Readonly<Record<string, readonly [RegExp, number]>> = {
  'an answer in the input of the next call': [
    /const user = await actions\.fetchUser\(.*\n(.*\n)*.*actions\.\w+\(user\)/,
    9,
  ],
  'a subclass': [/ extends /, 15],
  'a lock': [/locked\(/, 6],
  'a saga that releases': [/actions\.release\(\{ booking: \w+ \}\)\.catch/, 9],
  'a counter that several write': [/counter = before/, 7],
  'a cancelled loop': [/isOver = true/, 10],
  'a race between two that go on': [/Promise\.race\(\[\s*actions\S*\.then\(async \((first)\d*\) => \{/, 7],
  'a timer that is cleared': [/clearTimeout/, 3],
  'a generator left early': [/break;\n\}/, 8],
  'retry with backoff': [/2 \*\* attempt/, 9],
};

describe('shrinking', () => {
  test.each(
    Object.entries(exact).flatMap(([name, [pattern, text]]) =>
      seeds.map((seed) => [name, seed, pattern, text] as const),
    ),
  )('leads to the smallest program with %s (seed %i)', (_name, seed, pattern, text) => {
    expect(simplest((source) => pattern.test(source), seed)).toBe(text);
  });

  test.each(
    Object.entries(small).flatMap(([name, [pattern, lines]]) =>
      seeds.map((seed) => [name, seed, pattern, lines] as const),
    ),
  )('leads to a small program with %s (seed %i)', (_name, seed, pattern, lines) => {
    const found = simplest((source) => pattern.test(source), seed);

    expect(found?.trimEnd().split('\n').length, found).toBeLessThanOrEqual(lines);
  });

  test('never gives a script that is not valid', () => {
    const shrunk: Script[] = [];
    fc.check(
      fc.property(anyScript, (script) => {
        shrunk.push(script);
        return linesOf(script) < 12;
      }),
      { seed: 9, numRuns: 300 },
    );

    expect(shrunk.length).toBeGreaterThan(20);
    for (const script of shrunk) compile(script);
  });
});
