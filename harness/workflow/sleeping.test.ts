import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../runtime/index.ts';
import { defineWorkflow } from './define.ts';
import { fuzzWorkflow } from './fuzz.ts';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-sleep-'));
const engine = await Engine.load();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Books a seat and waits three days for the payment. */
function booking(name: string, afterTimeout: string) {
  const script = join(folder, `${name}.ts`);
  writeFileSync(
    script,
    `
const seat = await actions.reserve();
const paid = await Promise.race([actions.askToPay({ seat }), sleep(3 * 86_400_000).then(() => false)]);
if (paid) return await actions.confirm({ seat });
${afterTimeout}
return 'released';
`,
  );
  return defineWorkflow({
    name,
    script,
    clock: 'event',
    random: 'seeded',
    model: () => ({ isHeld: false, isPaid: false }),
    actions: {
      reserve: {
        output: z.number(),
        simulate: (_, { model }) => {
          model.isHeld = true;
          return 7;
        },
      },
      askToPay: { input: z.object({ seat: z.number() }), interrupts: { answer: z.boolean() } },
      confirm: {
        input: z.object({ seat: z.number() }),
        output: z.null(),
        simulate: (_, { model }) => {
          model.isPaid = true;
          return null;
        },
      },
      release: {
        input: z.object({ seat: z.number() }),
        output: z.null(),
        simulate: (_, { model }) => {
          model.isHeld = false;
          return null;
        },
      },
    },
    invariants: {
      'no seat is held that nobody paid for': ({ model, run }) =>
        run.status !== 'completed' || model.isPaid || !model.isHeld,
    },
    without: ['crashes', 'failures', 'undeclared-failures'],
  });
}

test('what happens when a timeout is over is tried, and a mistake there is found and shown', async () => {
  const result = await fuzzWorkflow(booking('forgetful', ''), { engine, cases: 60, seed: 3 });

  expect(result).toMatchObject({ verdict: 'FAIL', failures: [{ kind: 'invariant' }] });
  const [failure] = result.failures;
  expect(failure?.case).toMatchObject({ clock: 'event', random: 'seeded' });
  expect(failure?.timeline).toMatch(/2 sleeps until \d{4}-\d\d-\d\d/);
});

test('a workflow that does the right thing then passes', async () => {
  const result = await fuzzWorkflow(booking('careful', 'await actions.release({ seat });'), {
    engine,
    cases: 60,
    seed: 3,
  });

  expect(result.failures).toEqual([]);
});
