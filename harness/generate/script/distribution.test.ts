import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scriptFeatures } from '../features.ts';
import { measureDistribution } from './distribution.ts';
import { distributionText } from './distribution-text.ts';

const distribution = measureDistribution(1, 6_000);
const { features, probes, forms } = distribution;

/** In how many scripts of 1,000 a form must occur at least, and those that must occur more often, because faults hide behind them. */
const floor = 0.5;
const floors: Readonly<Record<string, number>> = {
  'promise call': 850,
  'promise race': 40,
  'promise all': 40,
  'promise counted': 40,
  'promise map': 15,
  'promise timeout': 15,
  'promise race of branches': 10,
  'statement workers': 10,
  'statement lock': 8,
  'statement cancelled': 8,
  'statement raced by name': 8,
  'statement lost update': 8,
};

/** Features and probes that take much time, or that one form alone has: they are rarer. */
const dear: readonly string[] = ['spending', 'fuel spent', 'looks counted'];

describe('how often', () => {
  test.each(Object.entries(forms))('%s occurs: not too seldom', (name, share) => {
    expect(share).toBeGreaterThanOrEqual(floors[name] ?? floor);
  });

  test.each(scriptFeatures)('%s is used: in some of a hundred scripts', (feature) => {
    expect(features[feature]).toBeGreaterThan(dear.includes(feature) ? 5 : 15);
  });

  test.each(Object.entries(probes))('there is a %s: in some of a hundred scripts', (name, share) => {
    expect(share).toBeGreaterThan(dear.includes(name) ? 5 : 15);
  });
});

/** The figures of a document, by what they are of. */
function figuresIn(text: string): Map<string, number> {
  return new Map(
    [...text.matchAll(/^\| (\S.*?) +\| +([\d.]+) \|$/gm)].map(([, name = '', share]) => [name, Number(share)]),
  );
}

test('DISTRIBUTION.md tells of all that there is, and about as often: `npm run distribution` writes it', () => {
  const kept = figuresIn(readFileSync('harness/generate/DISTRIBUTION.md', 'utf8'));
  const now = figuresIn(distributionText(distribution));

  expect([...kept.keys()]).toEqual([...now.keys()]);
  for (const [name, share] of now) expect(Math.abs((kept.get(name) ?? 0) - share), name).toBeLessThan(5 + share * 0.3);
});
