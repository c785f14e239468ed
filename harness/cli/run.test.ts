import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, lockstep, makeProject, startLockstep } from './spawned.ts';

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
export default defineWorkflow({
  name: 'refund',
  script: './refund.workflow.ts',
  input: z.object({ orderId: z.string() }),
  actions: {
    getOrder: {
      input: z.object({ id: z.string() }), output: z.object({ total: z.number() }),
      execute(input: { id: string }) { console.log('looking up', input.id); return { total: 900 }; },
    },
    askHuman: { input: z.object({ question: z.string() }), interrupts: { answer: z.boolean() } },
    refund: {
      input: z.object({ id: z.string() }), output: z.object({ ok: z.literal(true) }),
      execute() { appendFileSync('effects.txt', 'refunded\\n'); return { ok: true as const }; },
    },
  },
});
`;

const script = `
export default async function refund(input: { orderId: string }) {
  const order = await actions.getOrder({ id: input.orderId });
  console.log('total', order.total);
  if (!(await actions.askHuman({ question: 'Refund ' + order.total + '?' }))) return { refunded: false };
  await actions.refund({ id: input.orderId });
  return { refunded: true };
}
`;

const refund = () => makeProject({ 'refund.fuzz.ts': declaration, 'flows/.keep': '', 'refund.workflow.ts': script });
const input = ['--input', '{"orderId":"o_7"}'];

describe('a plain script', () => {
  const project = makeProject({
    'ok.js': 'console.log("hello"); return { sum: input.a + data.b };',
    'typed.ts': 'export default async (input: { n: number }): Promise<number> => input.n * 2;',
    'throws.ts': 'const a: number = 1;\nthrow new RangeError("too far");',
    'asks.js': 'return await actions.ask();',
    'fetches.js': 'const r = 1;\nreturn await fetch("http://x");',
    'syntax.js': 'return (1;',
    'forever.js': 'for (;;) {}',
    'stuck.js': 'await new Promise(() => {});',
    'deep.js':
      'const s = "[".repeat(50000) + "]".repeat(50000); try { JSON.parse(s); return "parsed"; } catch (e) { return e.name; }',
  });

  test('its value is on stdout and nothing else is', async () => {
    const { exit, stdout, stderr } = await lockstep(project, [
      'run',
      'ok.js',
      '--input',
      '{"a":1}',
      '--data',
      '{"b":2}',
    ]);

    expect(JSON.parse(stdout)).toEqual({ sum: 3 });
    expect(stderr).toContain('hello');
    expect(exit).toBe(0);
  });

  test('may be TypeScript and a module', async () => {
    expect(await lockstep(project, ['run', 'typed.ts', '--input', '{"n":21}'])).toMatchObject({
      exit: 0,
      stdout: '42\n',
    });
  });

  test('its exception is shown with its place', async () => {
    const { exit, stdout, stderr } = await lockstep(project, ['run', 'throws.ts']);

    expect(stderr).toContain('RangeError: too far');
    expect(stderr).toContain('throws.ts:2:');
    expect(stderr).toMatch(/2 \| throw new RangeError\("too far"\);\n +\| +\^/);
    expect(stdout).toBe('');
    expect(exit).toBe(1);
  });

  test.each([
    ['asks.js', 'actions.ask'],
    ['asks.js', 'Declare them with defineWorkflow'],
    ['fetches.js', 'fetch'],
    ['syntax.js', 'syntax.js'],
    ['forever.js', 'LIMIT_FUEL'],
    ['stuck.js', 'STUCK'],
  ])('%s fails with a message about %s', async (file, text) => {
    const { exit, stderr } = await lockstep(project, ['run', file]);

    expect(stderr).toContain(text);
    expect(stderr).not.toContain('dist/');
    expect(exit).toBe(1);
  });

  test('deep nesting meets the limit of the guest, not that of the host', async () => {
    const { exit, stdout } = await lockstep(project, ['run', 'deep.js']);

    expect(exit).toBe(0);
    expect(stdout).toMatch(/"(parsed|InternalError|SyntaxError|RangeError)"/);
  });
});

describe('a workflow that asks a person', () => {
  test('pauses, is saved, is answered, and has its effect once', async () => {
    const project = refund();

    const paused = await lockstep(project, ['run', 'refund.fuzz.ts', ...input, '--out', 'run.json']);
    expect(paused.exit).toBe(10);
    expect(paused.stdout).toBe('');
    expect(paused.stderr).toContain('askHuman');
    expect(paused.stderr).toContain('Refund 900?');
    expect(paused.stderr).toContain('lockstep resume run.json --answer JSON');

    const done = await lockstep(project, ['resume', 'run.json', '--answer', 'true', '--out', 'done.json']);
    expect(done.exit).toBe(0);
    expect(JSON.parse(done.stdout)).toEqual({ refunded: true });
    expect(readFileSync(join(project, 'effects.txt'), 'utf8')).toBe('refunded\n');

    const replayed = await lockstep(project, ['replay', 'done.json', '--json', '-']);
    expect(replayed.exit).toBe(0);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true, entries: 3 });
    expect(readFileSync(join(project, 'effects.txt'), 'utf8')).toBe('refunded\n');
  });

  test('a refusal reaches the script, and a run without --out is printed instead of lost', async () => {
    const project = refund();

    const paused = await lockstep(project, ['run', 'refund.fuzz.ts', ...input]);
    expect(paused.exit).toBe(10);
    expect(paused.stderr).toContain('looking up o_7');
    writeFileSync(join(project, 'flows/printed.json'), paused.stdout);
    const refused = await lockstep(project, [
      ...['resume', 'flows/printed.json', '--reject', 'not today', '--workflow', 'refund.fuzz.ts'],
    ]);

    expect(refused.exit).toBe(1);
    expect(refused.stderr).toContain('not today');
  });

  test('replies that do not fit are refused before anything runs', async () => {
    const project = refund();
    await lockstep(project, ['run', 'refund.fuzz.ts', ...input, '--out', 'run.json']);

    const cases: [string[], string][] = [
      [[], 'The run waits for an answer'],
      [['--answer', 'true', '--at', '7'], 'No question is open at position 7'],
      [['--at', '1'], 'give --answer JSON or --reject TEXT'],
      [['--answer', 'true', '--workflow', 'none.fuzz.ts'], 'none.fuzz.ts'],
    ];
    for (const [args, text] of cases) {
      const { exit, stderr } = await lockstep(project, ['resume', 'run.json', ...args]);
      expect(stderr).toContain(text);
      expect(exit).toBe(2);
    }
  });

  test('a finished run cannot be resumed', async () => {
    const project = makeProject({ 'ok.js': 'return 1;' });
    await lockstep(project, ['run', 'ok.js', '--out', 'run.json']);

    const { exit, stderr } = await lockstep(project, ['resume', 'run.json', '--answer', '1']);

    expect(stderr).toContain('This run has completed');
    expect(exit).toBe(2);
  });

  test('another script is a mismatch that is explained', async () => {
    const project = refund();
    await lockstep(project, ['run', 'refund.fuzz.ts', ...input, '--out', 'run.json']);
    writeFileSync(join(project, 'changed.ts'), script.replace('id: input.orderId }', 'id: input.orderId + "x" }'));

    const { exit, stderr } = await lockstep(project, [
      'resume',
      'run.json',
      '--answer',
      'true',
      '--script',
      'changed.ts',
    ]);
    expect(stderr).toContain('position 0');
    expect(stderr).toContain('$.id');
    expect(exit).toBe(1);

    const run = JSON.parse(readFileSync(join(project, 'run.json'), 'utf8'));
    run.source = run.source.replace('actions.getOrder', 'actions.askHuman');
    writeFileSync(join(project, 'edited.json'), JSON.stringify(run));
    const replayed = await lockstep(project, ['replay', 'edited.json', '--json', '-']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: false, mismatch: { position: 0, reason: 'name' } });
    expect(replayed.stderr).toContain('Mismatch');
    expect(replayed.exit).toBe(1);
  });

  test('a changed script on disk is pointed out, and the run goes on with its own', async () => {
    const project = refund();
    await lockstep(project, ['run', 'refund.fuzz.ts', ...input, '--out', 'run.json']);
    writeFileSync(join(project, 'refund.workflow.ts'), 'export default () => 1;');

    const { exit, stderr, stdout } = await lockstep(project, ['resume', 'run.json', '--answer', 'false']);

    expect(stderr).toContain('has changed since this run began');
    expect(JSON.parse(stdout)).toEqual({ refunded: false });
    expect(exit).toBe(0);
  });
});

describe('a declaration that is wrong', () => {
  test.each([
    ['without a default export', 'export const x = 1;', 'default export'],
    ['that does not parse', 'export default {', 'wrong.fuzz.ts'],
    ['that throws', "throw new Error('no database');", 'no database'],
    ['that is something else', 'export default 7;', 'wrong.fuzz.ts'],
  ])('%s ends with 2', async (_, text, message) => {
    const project = makeProject({ 'wrong.fuzz.ts': text });

    for (const command of ['run', 'fuzz']) {
      const { exit, stderr } = await lockstep(project, [command, 'wrong.fuzz.ts']);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('dist/');
      expect(exit).toBe(2);
    }
  });

  test('an input that the schema does not take is refused before anything runs, with the place and the reason', async () => {
    const project = makeProject({ 'refund.fuzz.ts': declaration, 'refund.workflow.ts': script });

    const { exit, stdout, stderr } = await lockstep(project, ['run', 'refund.fuzz.ts', '--input', '{"orderId":7}']);
    const without = await lockstep(project, ['run', 'refund.fuzz.ts']);

    expect(stderr).toMatch(/^The workflow does not take this --input:\n {2}\$\.orderId: .*expected string/);
    expect(stderr).not.toContain('looking up');
    expect([exit, stdout]).toEqual([2, '']);
    expect(without).toMatchObject({ exit: 2, stderr: expect.stringContaining('does not take this --input') });
  });

  test('an action that cannot be executed is named before anything runs', async () => {
    const project = makeProject({
      'refund.fuzz.ts': declaration.replace(/execute\(\) \{ append.*\n/, '\n'),
      'refund.workflow.ts': script,
    });

    const { exit, stderr } = await lockstep(project, ['run', 'refund.fuzz.ts', ...input]);

    expect(stderr).toContain('refund');
    expect(stderr).toContain('execute');
    expect(exit).toBe(2);
  });
});

test('Ctrl-C ends a waiting run as aborted, and it can be resumed', async () => {
  const project = makeProject({
    'wait.fuzz.ts': `
      import { defineWorkflow } from 'lockstep/harness';
      import { existsSync, writeFileSync } from 'node:fs';
      export default defineWorkflow({ name: 'wait', script: './wait.workflow.ts', actions: { wait: {
        execute() { if (existsSync('seen')) return 'again'; writeFileSync('seen', ''); console.log('started'); return new Promise(() => {}); },
      } } });`,
    'wait.workflow.ts': 'return await actions.wait();',
  });
  const child = startLockstep(project, ['run', 'wait.fuzz.ts', '--out', 'run.json']);
  const end = ended(child);
  child.stderr?.on('data', (text) => String(text).includes('started') && child.kill('SIGINT'));

  expect(await end).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('Aborted') });
  expect(await lockstep(project, ['resume', 'run.json'])).toMatchObject({ exit: 0, stdout: '"again"\n' });
});
