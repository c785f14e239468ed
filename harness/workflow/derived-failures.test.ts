import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../runtime/index.ts';
import { defineWorkflow } from './define.ts';
import { fuzzWorkflow } from './fuzz.ts';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-derived-'));
const engine = await Engine.load();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, ...lines: string[]): string {
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

test('what simulate refuses because of a crash needs the crash in the smallest case, too', async () => {
  const workflow = defineWorkflow({
    name: 'twice',
    script: script('twice', 'try {', '  await actions.pay();', '} catch {', '  await actions.pay();', '}'),
    without: ['undeclared-failures'],
    model: () => new Set<string>(),
    actions: {
      pay: {
        output: z.null(),
        simulate(_input, { model, idempotencyKey, fail }) {
          if (model.has(idempotencyKey)) return fail('PAID_ALREADY');
          model.add(idempotencyKey);
          return null;
        },
      },
    },
    invariants: { 'it is paid once': ({ model }) => model.size <= 1 },
  });

  const { failures } = await fuzzWorkflow(workflow, { engine, cases: 200 });

  expect(failures).toMatchObject([{ name: 'it is paid once', case: { faults: [{ type: 'crash', turn: 0 }] } }]);
});

test('what a schema refuses is in the smallest case, too', async () => {
  const workflow = defineWorkflow({
    name: 'refused',
    script: script('refused', 'const { n } = await actions.count();', 'await actions.use({ n: 3 - n });'),
    actions: {
      count: { output: z.object({ n: z.int().min(0).max(20) }) },
      use: { input: z.object({ n: z.int().min(0) }) },
    },
  });

  const { failures } = await fuzzWorkflow(workflow, { engine, cases: 200 });

  expect(failures).toMatchObject([{ kind: 'invalid-input', timeline: expect.stringContaining('use({"n":-1})') }]);
});
