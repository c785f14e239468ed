import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject, root } from './spawned.ts';

const refundFuzz = `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const node = z.object({ name: z.string(), get inner() { return z.array(node); } });

export default defineWorkflow({
  name: 'refund order',
  script: './refund.workflow.ts',
  input: z.object({ orderId: z.string(), reason: z.enum(['late', 'broken']).optional() }),
  actions: {
    'shop.getOrder': {
      description: 'Looks an order up.',
      input: z.object({ id: z.string().describe('As on the invoice.') }),
      output: z.object({ total: z.number(), parts: node }),
    },
    askHuman: { input: z.object({ question: z.string() }), interrupts: { answer: z.boolean() } },
    notify: { input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
    ping: {},
  },
});
`;

const refundScript = `import type { RefundOrderActions, RefundOrderInput } from './refund.actions.d.ts';
declare const actions: RefundOrderActions;

export default async function refund(input: RefundOrderInput): Promise<boolean> {
  const order = await actions.shop.getOrder({ id: input.orderId });
  const first: string | undefined = order.parts.inner[0]?.inner[0]?.name;
  if (order.total > 100 && !(await actions.askHuman({ question: 'Pay?' }))) return false;
  await sleep(1_000);
  await actions.notify({ text: input.reason ?? first ?? 'none' });
  await actions.ping();
  console.log('done', structuredClone(order));
  return true;
}
`;

const greetFuzz = `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

export default defineWorkflow({
  name: 'greet',
  script: './greet.js',
  actions: {
    notify: { input: z.object({ text: z.string() }) },
    ping: { input: z.object({ host: z.string() }) },
  },
});
`;

const tsconfig = {
  compilerOptions: { strict: true, target: 'ES2022', lib: ['ES2023'], types: [], module: 'NodeNext', noEmit: true },
  include: ['*.workflow.ts', 'global.d.ts'],
};

const project = makeProject({
  'package.json': '{ "type": "module" }\n',
  'tsconfig.json': JSON.stringify(tsconfig),
  'lockstep.config.ts': "export default { workflows: ['./refund.fuzz.ts', './greet.fuzz.ts'] };\n",
  'refund.fuzz.ts': refundFuzz,
  'refund.workflow.ts': refundScript,
  'greet.fuzz.ts': greetFuzz,
  'greet.js': "await actions.notify({ text: 'hello' });\n",
});

describe('declarations beside the scripts', () => {
  test('are written for the workflows of the config, and a script type-checks with them', async () => {
    const { exit, stdout } = await lockstep(project, ['types']);

    expect(stdout).toBe('refund.actions.d.ts\ngreet.actions.d.ts\n');
    expect(exit).toBe(0);
    expect(typeProblems()).toBe('');
  });

  test('say what schemas and descriptions say', () => {
    expect(read('refund.actions.d.ts')).toContain(`export interface RefundOrderActions {
  readonly shop: {
    /** Looks an order up. */
    getOrder(input: {
      /** As on the invoice. */
      id: string;
    }): Promise<{ total: number; parts: ShopGetOrderOutput }>;
  };
  askHuman(input: { question: string }): Promise<boolean>;
  notify(input: { text: string }): Promise<any>;
  ping(input?: unknown): Promise<any>;
}

/** What it is started with. */
export type RefundOrderInput = { orderId: string; reason?: 'late' | 'broken' };

export type ShopGetOrderOutput = { name: string; inner: ShopGetOrderOutput[] };
`);
  });

  test('show TypeScript what is wrong in a script', () => {
    const wrong = [
      'actions.shop.getOrder({ id: 1 })',
      "actions.shop.getOrders({ id: '1' })",
      "fetch('/')",
      'await sleep()',
    ];
    writeFileSync(join(project, 'wrong.workflow.ts'), `${refundScript}\n${wrong.join(';\n')};\n`);

    const problems = typeProblems();
    writeFileSync(join(project, 'wrong.workflow.ts'), '');

    expect(problems.match(/TS\d+/g)).toEqual(['TS2322', 'TS2551', 'TS2304', 'TS2554']);
  });

  test('are up to date until a schema changes', async () => {
    const before = await lockstep(project, ['types', '--check']);
    writeFileSync(join(project, 'refund.fuzz.ts'), refundFuzz.replace('total: z.number()', 'total: z.string()'));
    const after = await lockstep(project, ['types', '--check', 'refund.fuzz.ts', 'greet.fuzz.ts']);
    const unchanged = read('refund.actions.d.ts');
    await lockstep(project, ['types']);

    expect(before).toMatchObject({ exit: 0, stdout: expect.stringContaining('up to date') });
    expect(after).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('refund.actions.d.ts is not what the schemas say'),
    });
    expect(after.stderr).not.toContain('greet.actions.d.ts');
    expect(unchanged).toContain('total: number');
    expect(read('refund.actions.d.ts')).toContain('total: string');
    writeFileSync(join(project, 'refund.fuzz.ts'), refundFuzz);
    await lockstep(project, ['types']);
  });

  test('never take the place of somebody’s own work', async () => {
    const own = '/** By hand. */\nexport interface GreetActions {}\n';
    const made = read('greet.actions.d.ts');
    writeFileSync(join(project, 'greet.actions.d.ts'), own);

    const { exit, stderr } = await lockstep(project, ['types']);

    expect(stderr).toContain('greet.actions.d.ts is there and was not made by');
    expect(exit).toBe(2);
    expect(read('greet.actions.d.ts')).toBe(own);
    writeFileSync(join(project, 'greet.actions.d.ts'), made);
  });

  test('differ for one script that two workflows declare: refused', async () => {
    writeFileSync(join(project, 'other.fuzz.ts'), greetFuzz.replace('./greet.js', './refund.workflow.ts'));

    const { exit, stderr } = await lockstep(project, ['types', 'refund.fuzz.ts', 'other.fuzz.ts']);

    expect(stderr).toContain('refund order (refund.fuzz.ts) and greet (other.fuzz.ts)');
    expect(exit).toBe(2);
  });
});

describe('global declarations', () => {
  test('serve a script that declares nothing itself', async () => {
    const body = refundScript.split('\n').slice(3).join('\n').replace('input: RefundOrderInput', '');
    writeFileSync(join(project, 'bare.workflow.ts'), body);

    const { exit } = await lockstep(project, ['types', 'refund.fuzz.ts', '--out', 'global.d.ts']);
    const problems = typeProblems();
    const check = await lockstep(project, ['types', 'refund.fuzz.ts', '--out', 'global.d.ts', '--check']);

    expect(exit).toBe(0);
    expect(problems).toBe('');
    expect(check.exit).toBe(0);
    writeFileSync(join(project, 'bare.workflow.ts'), '');
  });

  test('of workflows that mean different things by one name are refused', async () => {
    const { exit, stderr } = await lockstep(project, ['types', '--out', 'all.d.ts']);

    expect(stderr).toContain('the action ping is one thing in refund order and another in greet');
    expect(exit).toBe(2);
    expect(existsSync(join(project, 'all.d.ts'))).toBe(false);
  });

  test('go to stdout', async () => {
    const { stdout } = await lockstep(project, ['types', 'greet.fuzz.ts', '--out', '-']);

    expect(stdout).toContain('  const actions: Actions;\n  const input: Input;\n');
  });
});

describe('what cannot be done ends with 2', () => {
  const empty = makeProject({});

  test.each<[string, string[], string]>([
    ['nothing to declare', ['types'], 'list them as `workflows` in lockstep.config.ts'],
    ['a workflow that is not there', ['types', 'none.fuzz.ts'], 'none.fuzz.ts: there is no such file'],
  ])('%s', async (_, args, text) => {
    const { exit, stderr } = await lockstep(empty, args);

    expect(stderr).toContain(text);
    expect(exit).toBe(2);
  });

  test('a folder that is not there', async () => {
    const { exit, stderr } = await lockstep(project, ['types', 'greet.fuzz.ts', '--out', 'no/where.d.ts']);

    expect(stderr).toContain('no/where.d.ts');
    expect(exit).toBe(2);
  });
});

test('valibot, dates and what no schema can say', async () => {
  const folder = makeProject({
    'any.fuzz.ts': `import { defineWorkflow } from 'lockstep/harness';
import * as v from 'valibot';
import { z } from 'zod';
export default defineWorkflow({
  name: '2 kinds',
  script: './any.js',
  actions: {
    valid: { input: v.object({ tags: v.array(v.picklist(['a', 'b'])) }), output: v.optional(v.number(), 1) },
    dated: { output: z.object({ at: z.date() }) },
    opaque: { input: { '~standard': { version: 1, vendor: 'mine', validate: (value) => ({ value }) } } },
  },
});
`,
    'any.js': 'return 1;',
  });
  for (const name of ['valibot', '@valibot'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));

  const { exit } = await lockstep(folder, ['types', 'any.fuzz.ts']);

  expect(exit).toBe(0);
  expect(readFileSync(join(folder, 'any.actions.d.ts'), 'utf8')).toContain(`export interface Workflow2KindsActions {
  valid(input: { tags: ('a' | 'b')[] }): Promise<number>;
  dated(input?: unknown): Promise<{ at: string }>;
  opaque(input?: unknown): Promise<any>;
}`);
});

test('the declarations of the workflows here are what their schemas say', async () => {
  expect(await lockstep(root, ['types', '--check'])).toMatchObject({ exit: 0, stderr: '' });
  const begun = 'harness/init/project/workflows/refund.fuzz.ts';
  expect(await lockstep(root, ['types', '--check', begun])).toMatchObject({ exit: 0, stderr: '' });
});

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

/** What `tsc` says about the project's scripts. */
function typeProblems(): string {
  const options = { cwd: project, encoding: 'utf8' } as const;
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'], options);
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
