import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../runtime/index.ts';
import { defineWorkflow } from './define.ts';
import { type FuzzOptions, fuzzWorkflow } from './fuzz.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-examiner-'));
  // Three conditions, each of which needs a certain constant: chance alone hardly ever meets all of them.
  writeFileSync(
    join(folder, 'nested.ts'),
    `const order = await actions.read();
    if (order.kind === 'gift-wrapped') {
      if (order.total > 7_000) {
        const shop = await actions.shop();
        if (shop.region === 'overseas') return shop.not.there;
      }
    }
    return 'plain';`,
  );
  engine = await Engine.load();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nested = () =>
  defineWorkflow({
    name: 'nested',
    script: join(folder, 'nested.ts'),
    actions: {
      read: { output: z.object({ kind: z.string(), total: z.int().min(0).max(9_000) }) },
      shop: { output: z.object({ region: z.string() }) },
    },
  });

function fuzzed(options: FuzzOptions) {
  return fuzzWorkflow(nested(), { engine, cases: 600, ...options });
}

test('a mistake behind three conditions is found with guidance, and hardly without', { timeout: 120_000 }, async () => {
  const found = { guided: 0, blind: 0 };
  for (const seed of [1, 2, 3]) {
    found.guided += (await fuzzed({ seed })).failures.length;
    found.blind += (await fuzzed({ seed, guided: false })).failures.length;
  }

  expect(found.guided).toBe(3);
  expect(found.blind).toBeLessThan(2);
});

test('what a guided campaign found needs no seed: its case is small and plays in the plain script', async () => {
  const { failures, hits } = await fuzzed({ seed: 1 });

  expect(failures[0]?.case.behaviours).toEqual([
    [{ type: 'respond', value: { kind: 'gift-wrapped', total: 7_001 } }],
    [{ type: 'respond', value: { region: 'overseas' } }],
  ]);
  expect(failures[0]?.case.script).toContain("if (order.kind === 'gift-wrapped') {");
  expect(hits?.every((count) => count > 0)).toBe(true);
});
