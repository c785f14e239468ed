import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { initialize, load, resolve } from './hooks.ts';
import { findCheckout } from './loader.ts';
import { moduleOf, patched } from './patch.ts';
import { slowdown } from './slowdown.ts';

const root = new URL('../../', import.meta.url);

test('the slowdown is a patch to the source as it is, with as many turns as it is asked for', () => {
  for (const patch of slowdown(1234).patches) {
    const source = readFileSync(new URL(patch.file, root), 'utf8');

    expect(moduleOf(patch.file, patched(source, patch))).toContain('1234');
  }
});

test('a plant that is everywhere gives its text to whoever asks, and what that imports is what was built', () => {
  const texts = new Map([['file:///dist/session.js', 'import "./guard.ts";']]);
  void initialize([{ plant: 'everywhere', reach: new Set(), texts }]);
  const asUsual = (name: string) => ({ url: `as usual: ${name}` });
  const from = (parentURL: string) => resolve('./guard.ts', { parentURL } as never, asUsual as never);

  expect(load('file:///dist/session.js', {} as never, asUsual as never)).toMatchObject({
    source: 'import "./guard.ts";',
  });
  expect(load('file:///dist/guard.js', {} as never, asUsual as never)).toEqual({
    url: 'as usual: file:///dist/guard.js',
  });
  expect(from('file:///dist/session.js')).toMatchObject({ url: 'file:///dist/guard.js' });
  expect(from('file:///dist/other.js')).toEqual({ url: 'as usual: ./guard.ts' });
});

test('a process that is slowed down runs the patched module, and so do its threads', async () => {
  const checkout = findCheckout();
  if (checkout === undefined) throw new Error('Nothing was built.');
  const engine = new URL('runtime/index.js', checkout.built).href;
  const saysWhatIsPlanted = `await import(${JSON.stringify(engine)}); console.log([...globalThis.lockstepPlanted].join());`;
  const thread = `data:text/javascript,${encodeURIComponent(saysWhatIsPlanted)}`;
  const program = `${saysWhatIsPlanted} new (await import('node:worker_threads')).Worker(new URL(${JSON.stringify(thread)}));`;
  const slowed = new URL('harness/plants/slowed-down.js?turns=77', checkout.built).href;

  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    slowed,
    '--input-type=module',
    '-e',
    program,
  ]);

  expect(stdout.trim().split('\n')).toEqual(Array(2).fill('slower by 77 runtime/session/run-session.ts'));
});
