import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from '../checkout.ts';
import { type Architecture, violationsOf } from './check.ts';
import { ambientFiles, parts } from './rules.ts';

test('this checkout keeps its own rules', () => {
  const paths = trackedFiles().filter(
    (path) => /^(runtime|harness|properties|benches|corpora)\/.*\.(m?[jt]s)$/.test(path) && !isRunInSandbox(path),
  );
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));

  expect(files.size).toBeGreaterThan(20);
  expect(violationsOf({ files, parts, ambientFiles })).toEqual([]);
});

/** What a sandbox runs may read the clock: there every read is recorded. */
function isRunInSandbox(path: string): boolean {
  return /^corpora\/(workflows\/.*\.workflow\.ts|scripts\/(runs|refused)\/.*)$/.test(path);
}

describe('a planted breach is found', () => {
  const rules = {
    parts: {
      'core/low': [],
      'core/high': ['core/low'],
      'core/index.ts': ['core/low', 'core/high'],
      shop: ['core/index.ts'],
    },
    ambientFiles: [{ path: 'core/low/clock.ts', uses: ['Date.now', 'node:fs'], reason: 'the one clock' }],
  };
  const sound = {
    'core/low/clock.ts':
      "import { statSync } from 'node:fs';\nexport const now = () => Date.now() + statSync('.').mtimeMs;\n",
    'core/low/deep/value.ts': 'export interface Value { fetch: number; process(): void }\n',
    'core/high/run.ts':
      "import { now } from '../low/clock.ts';\nimport type { Value } from '../low/deep/value.ts';\nexport const run = (value: Value) => now() + value.fetch;\n",
    'core/index.ts': "export { run } from './high/run.ts';\n",
    'shop/index.ts': "export { cart } from './cart.ts';\n",
    'shop/cart.ts': "import { run } from '../core/index.ts';\nexport const cart = run;\n",
    'shop/cart.test.ts':
      "import { readFileSync } from 'node:fs';\nimport { cart } from './cart.ts';\ncart({ fetch: readFileSync.length + Date.now(), process() {} });\n",
  };

  test('and a sound tree has none', () => {
    expect(violationsOf(tree({}))).toEqual([]);
  });

  test('and types that refer to each other are no circle', () => {
    const planted = {
      'shop/a.ts': "import type { B } from './b.ts';\nexport interface A { b: B }\n",
      'shop/b.ts': "import type { A } from './a.ts';\nexport interface B { a?: A }\n",
    };

    expect(violationsOf(tree(planted))).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'an import upward',
      { 'core/low/up.ts': "import { run } from '../high/run.ts';\nexport const up = run;\n" },
      'core/low/up.ts:1: imports core/high/run.ts, but core/low may only import itself',
    ],
    [
      'an import of a type upward',
      { 'core/low/up.ts': "\nexport type { run } from '../high/run.ts';\n" },
      'core/low/up.ts:2: imports core/high/run.ts, but core/low may only import itself',
    ],
    [
      'a dynamic import upward',
      { 'core/low/up.ts': "export const up = () => import('../high/run.ts');\n" },
      'core/low/up.ts:1: imports core/high/run.ts, but core/low may only import itself',
    ],
    [
      'an import type upward',
      { 'core/low/up.ts': "export type Up = import('../high/run.ts').Run;\n" },
      'core/low/up.ts:1: imports core/high/run.ts, but core/low may only import itself',
    ],
    [
      'a way past a part that is not a door',
      { 'shop/till.ts': "import { now } from '../core/low/clock.ts';\nexport const till = now;\n" },
      'shop/till.ts:1: imports core/low/clock.ts, but shop may only import core/index.ts',
    ],
    [
      'a way past a door',
      { 'core/high/peek.ts': "import { cart } from '../../shop/cart.ts';\nexport const peek = cart;\n" },
      'core/high/peek.ts:1: imports shop/cart.ts past the door shop/index.ts',
    ],
    [
      'a folder without rules',
      { 'cellar/a.ts': "import { run } from '../core/index.ts';\nexport const a = run;\n" },
      'cellar/a.ts: belongs to no part; give its folder a line in .ci/layering/rules.ts',
    ],
    [
      'an import of a test',
      {
        'core/high/a.test.ts': 'export const a = 1;\n',
        'shop/b.ts': "import { a } from '../core/high/a.test.ts';\nexport const b = a;\n",
      },
      'shop/b.ts:1: imports the test core/high/a.test.ts; move what both need into a file of its own',
    ],
    [
      'a circle',
      {
        'shop/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
        'shop/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      },
      'shop/a.ts: imports itself in a circle: shop/a.ts → shop/b.ts → shop/a.ts',
    ],
    [
      'a clock',
      { 'shop/a.ts': 'export const a = Date.now();\n' },
      'shop/a.ts:1: uses Date.now; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'another clock',
      { 'shop/a.ts': 'export const a = new Date();\n' },
      'shop/a.ts:1: uses new Date(); only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'a third clock',
      { 'shop/a.ts': 'export const a = performance.now();\n' },
      'shop/a.ts:1: uses performance; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'chance',
      { 'shop/a.ts': 'export const a = { roll: Math.random };\n' },
      'shop/a.ts:1: uses Math.random; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'the environment',
      { 'shop/a.ts': 'export const { HOME } = process.env;\n' },
      'shop/a.ts:1: uses process; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'a timer',
      { 'shop/a.ts': 'export const a = () => setTimeout(() => {}, 1);\n' },
      'shop/a.ts:1: uses setTimeout; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'a timer handed on',
      { 'shop/a.ts': 'export const a = { timer: setTimeout };\n' },
      'shop/a.ts:1: uses setTimeout; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'the network',
      { 'shop/a.ts': "export const a = globalThis.fetch('x');\n" },
      'shop/a.ts:1: uses fetch; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'the disk',
      { 'shop/a.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n" },
      'shop/a.ts:1: uses node:fs; only the files listed in .ci/layering/rules.ts may',
    ],
    [
      'a listed file that needs it no more',
      { 'core/low/clock.ts': "import { statSync } from 'node:fs';\nexport const now = statSync;\n" },
      'core/low/clock.ts: no longer uses Date.now; take it out of .ci/layering/rules.ts',
    ],
    [
      'a star',
      { 'shop/a.ts': "export * from './cart.ts';\n" },
      'shop/a.ts:1: exports *; name what leaves through this door',
    ],
    ['a default', { 'shop/a.ts': 'const a = 1;\nexport default a;\n' }, 'shop/a.ts:2: has a default export; name it'],
    [
      'a default function',
      { 'shop/a.ts': 'export default function a() {}\n' },
      'shop/a.ts:1: has a default export; name it',
    ],
    [
      'a default by another name',
      { 'shop/a.ts': 'const a = 1;\nexport { a as default };\n' },
      'shop/a.ts:2: has a default export; name it',
    ],
    [
      'a folder for everything',
      { 'shop/utils/a.ts': 'export const a = 1;\n' },
      'shop/utils/a.ts: "utils" says nothing; name the subject',
    ],
    [
      'a file for everything',
      { 'shop/helpers.ts': 'export const a = 1;\n' },
      'shop/helpers.ts: "helpers.ts" says nothing; name the subject',
    ],
    [
      'a file without end',
      { 'shop/a.ts': 'export {};\n'.repeat(301) },
      'shop/a.ts: has 301 lines, and 300 are the most; it holds two ideas',
    ],
  ])('%s', (_, planted, violation) => {
    expect(violationsOf(tree(planted))).toEqual([violation]);
  });

  function tree(planted: Record<string, string>): Architecture {
    return { ...rules, files: new Map(Object.entries({ ...sound, ...planted })) };
  }
});
