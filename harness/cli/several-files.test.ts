import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'refund',
  script: './refund.workflow.ts',
  input: z.object({ euros: z.number().int().min(1).max(300) }),
  actions: {
    askHuman: { input: z.object({ question: z.string() }), interrupts: { answer: z.boolean() } },
    pay: { input: z.object({ cents: z.number() }), output: z.object({ ok: z.boolean() }), effect: 'once', execute: () => ({ ok: true }) },
  },
  turnInvariants: { 'knows its turn': ({ turn }) => turn >= 0 },
  invariants: {
    'whole amounts are paid': ({ executions, input }) =>
      executions.every(({ name, input: given }) => name !== 'pay' || (given as { cents: number }).cents === input.euros * 100),
  },
});
`;
const script = `
import { cents } from '../lib/money';
import type { Nothing } from './nothing';
export default async function refund(input: { euros: number }) {
  if (!(await actions.askHuman({ question: 'Refund ' + input.euros + '?' }))) return { refunded: 0 };
  await actions.pay({ cents: cents(input.euros) });
  return { refunded: input.euros };
}
`;
const money = `
import { times } from 'fees';
/** Euros as cents. */
export function cents(euros: number): number {
  return times(euros, 100);
}
`;
const files = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'lockstep.config.ts':
    "import { defineConfig } from 'lockstep/harness';\nexport default defineConfig({ workflows: ['flows/*.fuzz.ts', '!flows/old.fuzz.ts'], budget: '1s' });",
  'flows/refund.fuzz.ts': declaration,
  'flows/old.fuzz.ts': 'throw new Error("left out");',
  'flows/refund.workflow.ts': script,
  'lib/money.ts': money,
  'node_modules/fees/package.json': '{ "name": "fees", "main": "fees.js" }',
  'node_modules/fees/fees.js': 'exports.times = function (a, b) {\n  return a * b;\n};\n',
};
const project = (changes: Record<string, string> = {}) => makeProject({ ...files, ...changes });
const fuzz = ['fuzz', '--cases', '60', '--seed', '5', '--threads', '2'];

describe('a workflow whose script is several files', () => {
  test('is run, resumed and replayed, from any folder', async () => {
    const folder = project();
    const flows = join(folder, 'flows');

    const paused = await lockstep(flows, ['run', 'refund.fuzz.ts', '--input', '{"euros":5}', '--out', '../run.json']);
    const resumed = await lockstep(folder, ['resume', 'run.json', '--answer', 'true', '--out', 'done.json']);
    const replayed = await lockstep(flows, ['replay', '../done.json']);

    expect([paused.exit, paused.stderr]).toEqual([10, expect.stringContaining('Refund 5?')]);
    expect([resumed.exit, JSON.parse(resumed.stdout), resumed.stderr]).toEqual([0, { refunded: 5 }, '']);
    expect([replayed.exit, replayed.stderr]).toEqual([0, '']);
  });

  test('is fuzzed by the config above, from any folder', async () => {
    const { exit, stdout, stderr } = await lockstep(join(project(), 'lib'), fuzz);

    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toContain('PASS  60 cases');
    expect(stdout).toContain('lockstep fuzz ../flows/refund.fuzz.ts --seed 5 --cases 60');
  });

  test('is wrong in a file that it imports: the failure leads there, and its case can be played again', async () => {
    const folder = project({
      'lib/money.ts': money.replace('return', "if (euros > 99) throw new TypeError('too much');\n  return"),
    });

    const { exit, stdout } = await lockstep(folder, [...fuzz, '--json', 'out.json']);
    const [failure] = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).failures;
    const replay = /lockstep (replay \S+)/.exec(stdout)?.[1]?.split(' ') ?? [];
    const again = await lockstep(folder, replay);

    expect(exit).toBe(1);
    expect(failure).toMatchObject({ kind: 'exception', location: { file: 'lib/money.ts', line: 5 } });
    expect(stdout).toContain('lib/money.ts:5');
    expect(stdout).not.toContain('sourceMappingURL');
    expect([again.exit, again.stdout + again.stderr]).toEqual([1, expect.stringContaining('lib/money.ts:5')]);
  });

  test('is wrong in a file that it imports: from another folder the failure is named from there', async () => {
    const folder = project({
      'lib/money.ts': money.replace('return', "if (euros > 99) throw new TypeError('too much');\n  return"),
    });

    const { stdout } = await lockstep(join(folder, 'flows'), fuzz);

    expect(stdout).toMatch(
      / at \.\.\/lib\/money\.ts:5:\d+\n +5 \| {3}if \(euros > 99\) throw new TypeError\('too much'\);\n/,
    );
  });

  test('fails in a run with the line of the file', async () => {
    const folder = project({
      'flows/refund.workflow.ts': "import { cents } from '../lib/money';\nexport default () => cents(null);",
      'lib/money.ts': 'export const cents = (euros: number[]) =>\n  euros.length;\n',
    });

    const { exit, stderr } = await lockstep(folder, ['run', 'flows/refund.fuzz.ts', '--input', '{"euros":5}']);

    expect(exit).toBe(1);
    expect(stderr).toMatch(/TypeError: .*\n {2}at lib\/money\.ts:2:\d+\n {2}2 \| {3}euros\.length;\n/);
  });

  test('imports what it cannot: the command says so before anything runs', async () => {
    const folder = project({
      'lib/money.ts': "import { env } from 'node:process';\nexport const cents = () => env.RATE;",
    });

    const { exit, stderr } = await lockstep(folder, fuzz);

    expect(exit).toBe(1);
    expect(stderr).toContain('node:process (lib/money.ts:1:21): a script cannot use what Node brings along');
    expect(stderr).toContain('  imported by flows/refund.workflow.ts');
  });
});

test('a script of several files runs by itself', async () => {
  const folder = project({ 'sum.ts': "import { cents } from './lib/money';\nexport default () => cents(2);" });

  const { exit, stdout, stderr } = await lockstep(join(folder, 'lib'), ['run', '../sum.ts']);

  expect([exit, stdout, stderr]).toEqual([0, '200\n', '']);
});
