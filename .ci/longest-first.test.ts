import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './checkout.ts';
import { longest, longestFirst } from './longest-first.ts';

test('the files that are begun with are there', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('they come before all others, the longest first, and the others stay in their order', () => {
  const [first = '', second = ''] = longest;
  const others = ['runtime/log/codec.test.ts', 'harness/case/codec.test.ts'];

  expect(longestFirst([second, ...others, first], (path) => path)).toEqual([first, second, ...others]);
});
