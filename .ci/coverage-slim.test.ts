import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { root } from './checkout.ts';
import { type Coverage, slim, slimAll } from './coverage-slim.ts';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-coverage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (path: string): string => pathToFileURL(join(root, path)).href;
const counted = [
  at('runtime/log/codec.ts'),
  join(root, 'harness/cli/main.ts'),
  at('dist/harness/cli/main.js'),
  at('node_modules/.cache/lockstep/worker.js'),
];
const others = ['node:fs', at('node_modules/acorn/dist/acorn.js'), at('runtime/log/codec.test.ts'), 'file:///tmp/a.ts'];

test('what the report counts stays, and nothing else', () => {
  const coverage = { result: [...counted, ...others].map((url) => ({ url, functions: [] })) };

  expect(slim(coverage).result).toEqual(counted.map((url) => ({ url, functions: [] })));
});

test('of source maps those stay that are nowhere else', () => {
  const [source = '', , built = ''] = counted;

  const { 'source-map-cache': maps } = slim({ result: [], 'source-map-cache': { [source]: 1, [built]: 2 } });

  expect(maps).toEqual({ [source]: 1 });
});

test('each whole file of a folder is made small once, and one that is being written stays as it is', () => {
  const results = (urls: readonly string[]) => JSON.stringify({ result: urls.map((url) => ({ url })) });
  writeFileSync(join(folder, 'coverage-1.json'), results([...counted, ...others]));
  writeFileSync(join(folder, 'coverage-2.json'), results(counted).slice(0, -5));

  slimAll(folder);
  slimAll(folder);

  const names = readdirSync(folder).sort();
  expect(names).toEqual(['coverage-2.json', expect.stringMatching(/^slim-/)]);
  const [left, small] = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(left).toBe(results(counted).slice(0, -5));
  expect((JSON.parse(small ?? '') as Coverage).result.map(({ url }) => url)).toEqual(counted);
});
