import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { oracles } from '../oracle/index.ts';
import { moduleOf, patched, StalePlant } from './patch.ts';
import { plants } from './plants.ts';
import { selfChecks } from './self-checks/self-checks.ts';

const root = new URL('../../', import.meta.url);

function sourceOf(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

describe('plants', () => {
  test('of every part there are as many as it takes', () => {
    const count = (bed: string) => plants.filter(({ breaks }) => breaks === bed).length;

    expect(plants.length).toBeGreaterThanOrEqual(28);
    for (const bed of ['log', 'guard', 'order', 'holes', 'values', 'clock', 'random', 'snapshot', 'resume'])
      expect(count(bed), bed).toBeGreaterThanOrEqual(2);
    for (const bed of ['zone', 'fuel', 'threads']) expect(count(bed), bed).toBeGreaterThanOrEqual(1);
    expect(count('harness')).toBeGreaterThanOrEqual(5);
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
  });

  test.each(plants)('$name is a patch to the source as it is, and named after somebody who can catch it', (plant) => {
    const names = [...oracles, ...selfChecks].map(({ name }) => name);
    for (const file of new Set(plant.patches.map((patch) => patch.file))) {
      const source = sourceOf(file);
      const text = plant.patches.filter((patch) => patch.file === file).reduce(patched, source);

      expect(moduleOf(file, text)).not.toBe(moduleOf(file, source));
    }
    expect(names).toContain(plant.caughtBy);
  });

  test('a patch whose text is not there, or there twice, is refused', () => {
    const patch = { file: 'some/file.ts', find: 'x = 1;', replace: 'x = 2;' };

    expect(patched('let x = 1;', patch)).toBe('let x = 2;');
    expect(() => patched('let y = 1;', patch)).toThrow(StalePlant);
    expect(() => patched('x = 1; x = 1;', patch)).toThrow(/2 times in some\/file\.ts/);
  });
});
