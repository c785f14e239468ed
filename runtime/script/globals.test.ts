import { expect, test } from 'vitest';
import { providedGlobals } from './globals.ts';
import { globalsOfQuickJS } from './in-quickjs.ts';

test('the provided globals are those of the engine, less what could differ between attempts, plus the bridge', async () => {
  const removed = new Set(['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']);
  const bridge = ['actions', 'clearTimeout', 'console', 'data', 'input', 'setTimeout', 'sleep', 'structuredClone'];

  const wanted = [...(await globalsOfQuickJS()).filter((name) => !removed.has(name)), ...bridge];

  expect([...providedGlobals].sort()).toEqual(wanted.sort());
});
