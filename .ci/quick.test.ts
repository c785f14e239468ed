import { expect, test } from 'vitest';
import { longest } from './longest-first.ts';
import { leftOut, stepsFor } from './quick.ts';

test('types, format, lint and layering are looked at, and then the tests that import what has changed', () => {
  const steps = stepsFor(['docs/README.md', 'runtime/log/codec.ts']);

  expect(steps.slice(0, -1).map(([program, what]) => `${program} ${what}`)).toEqual([
    'tsc --noEmit',
    'biome format',
    'biome lint',
    'vitest run',
  ]);
  expect(steps.at(-1)).toEqual(expect.arrayContaining(['related', '--run', 'runtime/log/codec.ts']));
  expect(steps.at(-1)).not.toContain('docs/README.md');
});

test('no test is run where no source has changed', () => {
  expect(stepsFor(['docs/README.md'])).toHaveLength(4);
});

test('tests that take long or start what is built are left out, unless they have changed', () => {
  const [slow = ''] = longest;

  expect(leftOut([])).toEqual(expect.arrayContaining([slow, 'harness/cli/usage.test.ts']));
  expect(leftOut([])).not.toContain('runtime/log/codec.test.ts');
  expect(leftOut([slow])).not.toContain(slow);
});
