import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allFeatures, type Feature, featureSets, scriptFeatures } from '../features.ts';
import { type Script, scripts } from './scripts.ts';

const anyScript = featureSets().chain(scripts);
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => unknown;

/** Compiles a script as strict code that sees only the sandbox's globals; throws a SyntaxError. */
function compile({ source }: Script): void {
  const main = /^export default (.*)/s.exec(source);
  const body = main === null ? source : `return (${main[1]})(input);`;
  new AsyncFunction('actions', 'input', 'data', 'console', `'use strict';\n${body}`);
}

const linesOf = ({ source }: Script) => source.trimEnd().split('\n').length;

/** The simplest script that a search with this seed finds for a condition. */
function simplest(condition: (script: Script) => boolean, seed: number): string | undefined {
  const found = fc.check(
    fc.property(anyScript, (script) => !condition(script)),
    { seed, numRuns: 5_000 },
  );
  return found.counterexample?.[0].source;
}

describe('generated scripts', () => {
  test('are valid JavaScript', () => {
    fc.assert(fc.property(anyScript, compile), { numRuns: 1_000 });
  });

  test('say which actions they call', () => {
    fc.assert(
      fc.property(anyScript, ({ source, actions }) => {
        const called = [...source.matchAll(/actions\.([\w.]+)\(/g)].map((match) => match[1]);

        expect([...new Set(called)].sort()).toEqual(actions);
      }),
    );
  });

  test('are the same for the same seed', () => {
    const twice = [1, 2].map(() => fc.sample(anyScript, { seed: 17, numRuns: 200 }));

    expect(twice[0]).toEqual(twice[1]);
  });

  test('are small: the median has five to twelve lines', () => {
    const lengths = fc
      .sample(anyScript, { seed: 5, numRuns: 2_000 })
      .map(linesOf)
      .sort((a, b) => a - b);

    expect(lengths[1_000]).toBeGreaterThanOrEqual(5);
    expect(lengths[1_000]).toBeLessThanOrEqual(12);
    expect(lengths.at(-1)).toBeLessThan(80);
  });
});

/** What shows in a script's text that a feature is in use. */
const marks: Record<(typeof scriptFeatures)[number], RegExp> = {
  all: /Promise\.all\(\[(?!\d)/,
  race: /Promise\.race\(/,
  any: /Promise\.any\(/,
  settled: /Promise\.allSettled\(/,
  map: /Promise\.all\(\[1(, \d)*\]\.map\(/,
  branches: /\(async \(\) => \{/,
  functions: /async function step|const step|async \(\) => \[await/,
  loops: /for \(let (i|tries)|for \(const item/,
  generators: /async function\*|for await|\(function\* \(/,
  closures: /\(left\) => \(right\)|count\+\+|tally/,
  classes: /#count/,
  catching: /catch \(error\d*\) \{|\.catch\(|attempt/,
  throwing: /throw new \w+\('no luck'\)/,
  sleeps: /(?<!\w)sleep\(/,
  timers: /setTimeout\(/,
  branching: /if \(|switch \(| \? /,
  hops: /await null;|Promise\.resolve\((?!\{ then)/,
  thenables: /then: \(resolve|new Promise\(/,
  detached: /void |const task/,
  continuations: /\.then\((async )?\(result|\.finally\(/,
  workers: /queue\.shift\(\)/,
  order: /seen/,
  clock: /Date\.now|new Date\(\)/,
  random: /Math\.random\(\)/,
  zone: /new Date\((0|1e12|2024|'2024)/,
  spending: /spent\+\+/,
  data: /data\.|\(data\)/,
  console: /console\.\w+\('now'/,
  collections: /new (Set|Map|WeakMap)\(|\.sort\(/,
  numbers: /Uint8Array|Float64Array|\d+n|Array\.from/,
  text: /`got|\.replace\(|\.exec\(|\.split\(/,
  objects: /get late|new Proxy|\.\.\.Object|\.\.\.rest|structuredClone|new Date\(\d/,
  stacks: /stack/,
  module: /^export default/,
};

/** Features whose scripts have the marks of others: a timeout is a race. */
const borrowing: readonly Feature[] = ['thenables', 'continuations', 'sleeps', 'timers'];

describe('swarm', () => {
  const sample = fc.sample(anyScript, { seed: 11, numRuns: 2_000 });
  const count = (mark: RegExp, list: readonly Script[]) => list.filter(({ source }) => mark.test(source)).length;

  test.each(scriptFeatures)('%s occurs in at least one script of a hundred', (feature) => {
    expect(count(marks[feature], sample)).toBeGreaterThan(20);
  });

  test.each(['race', 'any', 'settled', 'classes', 'random', 'workers', 'detached', 'module'] as const)(
    'without %s, no script has it',
    (feature) => {
      const others = new Set<Feature>(allFeatures.filter((name) => name !== feature && !borrowing.includes(name)));
      const without = fc.sample(scripts(others), { seed: 3, numRuns: 500 });

      expect(count(marks[feature], without)).toBe(0);
    },
  );

  test('with no feature at all, scripts only call and wait', () => {
    const plain = fc.sample(scripts(new Set()), { seed: 3, numRuns: 300 });

    for (const { source } of plain) expect(source).toMatch(/^(const \w+ = .*;\n|return .*;\n)*$/);
  });
});

describe('shrinking', () => {
  test.each([1, 2, 3, 4])('leads to the smallest race (seed %i)', (seed) => {
    expect(simplest(({ source }) => /Promise\.race\(\[\s*actions(?![^\]]*(sleep|setTimeout))/.test(source), seed)).toBe(
      'const result = await Promise.race([actions.fetchUser(), actions.fetchUser()]);\n',
    );
  });

  test.each([1, 2, 3, 4])('takes what matters out of blocks and branches (seed %i)', (seed) => {
    expect(
      simplest(({ source }) => source.includes('Math.random() < 0.5'), seed)?.split('\n').length,
    ).toBeLessThanOrEqual(3);
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
