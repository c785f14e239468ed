import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allFeatures, type Feature, featureSets, scriptFeatures } from '../features.ts';
import { formsIn } from './distribution.ts';
import { isAllowed } from './grammar.ts';
import { programs, scripts } from './scripts.ts';
import { compile, linesOf } from './testing/compile.ts';

const anyScript = featureSets().chain(scripts);

describe('generated scripts', () => {
  test('are valid JavaScript', () => {
    fc.assert(fc.property(anyScript, compile), { numRuns: 3_000 });
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

  test('are small: the median has five to fifteen lines', () => {
    const lengths = fc
      .sample(anyScript, { seed: 5, numRuns: 2_000 })
      .map(linesOf)
      .sort((a, b) => a - b);

    expect(lengths[1_000]).toBeGreaterThanOrEqual(5);
    expect(lengths[1_000]).toBeLessThanOrEqual(15);
    expect(lengths.at(-1)).toBeLessThan(100);
  });
});

describe('swarm', () => {
  test.each(scriptFeatures)('without %s, no script has a form of it', (feature) => {
    const others = new Set<Feature>(allFeatures.filter((name) => name !== feature));
    const without = fc.sample(programs(others), { seed: 3, numRuns: 60 });

    expect(without.filter(({ form }) => feature === 'module' && form === 'module')).toEqual([]);
    for (const program of without) expect(formsIn(program).every((form) => isAllowed(form, others))).toBe(true);
  });

  test('with no feature at all, scripts only call, wait and compute', () => {
    const plain = fc.sample(scripts(new Set()), { seed: 3, numRuns: 300 });

    for (const { source } of plain)
      expect(source).not.toMatch(/async|Promise\.(?!resolve)|\bif\b|\bfor\b|Date|Math|seen|data\b/);
  });
});

describe('what a script computes', () => {
  test('is used by its kind: fields, items and comparisons, as people write them', () => {
    const sources = fc.sample(anyScript, { seed: 2, numRuns: 3_000 }).map(({ source }) => source);
    const count = (pattern: RegExp): number => sources.filter((source) => pattern.test(source)).length;

    expect(count(/if \(\w+\??\.(ok|paid|vip)\)/)).toBeGreaterThan(10);
    expect(count(/\.map\(\(item\) => /)).toBeGreaterThan(10);
    expect(count(/asNumber\(\w+\??\.(total|count|price)\) [+*-] /)).toBeGreaterThan(10);
    expect(count(/actions\.charge\(\{ amount: /)).toBeGreaterThan(50);
  });
});
