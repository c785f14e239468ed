import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsWith } from './schema-problems.ts';
import { ended, lockstep, makeProject, root, startLockstep } from './spawned.ts';

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'pay',
  script: './pay.workflow.ts',
  input: z.object({ amount: z.number().int().min(1).max(3) }),
  model: () => ({ paid: new Map<string, number>() }),
  actions: {
    pay: { input: z.object({ amount: z.number() }), output: z.object({ ok: z.boolean() }), fails: ['DECLINED'],
           simulate(input, { model, idempotencyKey }) { model.paid.set(idempotencyKey, input.amount); return { ok: true }; } },
    idle: { output: z.null() },
  },
  invariants: { 'what is due is paid': ({ run, model, input }) => run.status !== 'completed' || [...model.paid.values()].reduce((sum, amount) => sum + amount, 0) === input.amount },
});
`;
const right =
  'export default async (input) => { await actions.pay({ amount: input.amount }); if (input.amount > 9) await actions.idle(); };';
const wrong = right.replace('amount: input.amount }', 'amount: Math.min(2, input.amount) }');
const withWorkflow = (script: string) =>
  makeProject({
    'pay.fuzz.ts': declaration,
    'pay.workflow.ts': script,
    'lockstep.config.ts':
      "import { defineConfig } from 'lockstep/harness';\nexport default defineConfig({ workflows: ['pay.fuzz.ts'] });",
  });
const quick = ['--threads', '1', '--seed', '5'];
const problemsOf = problemsWith('report.schema.json');

describe('lockstep fuzz', () => {
  test('a right workflow passes, and what was never executed is said', async () => {
    const { exit, stdout, stderr } = await lockstep(withWorkflow(right), [
      'fuzz',
      'pay.fuzz.ts',
      '--cases',
      '40',
      ...quick,
    ]);

    expect(stdout).toContain('PASS  40 cases');
    expect(stdout).toContain('what is due is paid');
    expect(stdout).toContain('never executed, so not tested: idle');
    expect(stdout).toMatch(/^lockstep fuzz, seed 5, 1 thread\n/);
    expect(stdout).toMatch(/again: lockstep fuzz pay\.fuzz\.ts --seed 5 --cases 40\n$/);
    expect(stderr).toBe('');
    expect(exit).toBe(0);
  });

  test('a wrong one fails with a small case that replays, in every format', async () => {
    const project = withWorkflow(wrong);
    const args = ['fuzz', 'pay.fuzz.ts', '--cases', '60', ...quick, '--json', 'out.json', '--junit', 'out.xml'];

    const { exit, stdout } = await lockstep(project, args, { GITHUB_ACTIONS: 'true' });

    expect(exit).toBe(1);
    expect(stdout).toContain('Failure 1: invariant: what is due is paid');
    expect(stdout).toMatch(/^::error .*lockstep%3A invariant/m);
    expect(readFileSync(join(project, 'out.xml'), 'utf8')).toMatch(
      /<failure [^>]*type="invariant: what is due is paid"/,
    );
    const report = JSON.parse(readFileSync(join(project, 'out.json'), 'utf8'));
    expect(report).toMatchObject({ format: 'lockstep-report', verdict: 'FAIL', seed: 5 });
    const [failure] = report.failures;
    expect(failure.case.input).toEqual({ amount: 3 });
    expect(stdout).toContain(`See it again: ${failure.reproduce}`);

    const again = await lockstep(project, failure.reproduce.split(' ').slice(1));
    expect(again.exit).toBe(1);
    expect(again.stdout).toContain('✗ Invariant: what is due is paid');
    expect(again.stdout).toContain('pay({"amount":2})');
  });

  test('says commands as they are typed where a package manager started it, and to programs as ever', async () => {
    const args = ['fuzz', 'pay.fuzz.ts', '--cases', '20', ...quick, '--json', '-'];
    const agent = { npm_config_user_agent: 'npm/10.9.0 node/v22.1.0 linux x64' };

    const { stdout, stderr } = await lockstep(withWorkflow(wrong), args, agent);

    expect(stderr).toMatch(/See it again: npx lockstep replay \S+\.json\n/);
    expect(stderr).toMatch(/the same campaign again: npx lockstep fuzz /);
    expect(JSON.parse(stdout).failures[0].reproduce).toMatch(/^lockstep replay /);
  });

  test('threads share the cases', async () => {
    const args = ['fuzz', 'pay.fuzz.ts', '--cases', '41', '--threads', '2', '--seed', '5', '--json', '-'];
    const { exit, stdout, stderr } = await lockstep(withWorkflow(right), args);

    expect(JSON.parse(stdout).parts[0]).toMatchObject({ name: 'pay', cases: 41 });
    expect(stderr).toContain('PASS');
    expect(exit).toBe(0);
  });

  test('a script that does not link is told so, with its line', async () => {
    const project = withWorkflow('export default async () => {\n  await fetch("x");\n};');

    const { exit, stderr } = await lockstep(project, ['fuzz', 'pay.fuzz.ts', '--cases', '5']);

    expect(stderr).toContain('fetch');
    expect(stderr).toContain('pay.workflow.ts:2');
    expect(exit).toBe(1);
  });
});

describe('lockstep gate', { timeout: 240_000 }, () => {
  test('examines corpus, generated cases and workflows, the same ones for the same seed', async () => {
    const project = withWorkflow(right);
    const args = ['gate', '--cases', '60', ...quick, '--json', '-', '--junit', 'junit.xml', '--html', 'gate.html'];

    const first = await lockstep(project, args);
    const second = await lockstep(project, args);

    expect(first.exit).toBe(0);
    expect(first.stderr).toContain('PASS');
    const report = JSON.parse(first.stdout);
    expect(report).toMatchObject({ verdict: 'PASS', fingerprint: expect.any(String) });
    expect(report.states).not.toEqual([]);
    expect(problemsOf(report)).toEqual([]);
    expect(report.parts.map(({ name }: { name: string }) => name)).toEqual([
      'self-checks',
      'plants',
      'corpus',
      'golden logs',
      'generated',
      'pay',
    ]);
    expect(report.parts[3]).toMatchObject({
      kind: 'golden',
      failed: 0,
      about: expect.stringContaining('0.1.0-alpha.1'),
    });
    expect(report.promises).toContainEqual(expect.objectContaining({ oracle: 'golden-logs', failed: 0 }));
    expect(report.reproduce).toBe('lockstep gate --seed 5 --cases 60');
    expect({ ...JSON.parse(second.stdout), timing: 0 }).toEqual({ ...report, timing: 0 });
    expect(readFileSync(join(project, 'junit.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(join(project, 'gate.html'), 'utf8')).toContain('<span class="verdict good">PASS</span>');
  });

  test('a kept case that cannot be read is a broken harness, and so is a recorded run', async () => {
    const project = makeProject({
      'corpora/cases/old.json': '{ "version": 9 }',
      'corpora/logs/spring/torn.json': '{ "status": "comp',
    });

    const { exit, stdout } = await lockstep(project, ['gate', '--cases', '20', ...quick, '--json', 'out.json']);

    expect(stdout).toContain('BROKEN');
    expect(stdout).toContain('old.json');
    expect(stdout).toContain('corpora/logs/spring/torn.json');
    const report = JSON.parse(readFileSync(join(project, 'out.json'), 'utf8'));
    expect(report.reasons).toEqual([expect.stringContaining('old.json'), expect.stringContaining('torn.json')]);
    expect(problemsOf(report)).toEqual([]);
    expect(exit).toBe(3);
  });

  test("replays the project's recorded runs too, and names the one that changed, in every format", async () => {
    const golden = join(root, 'corpora/logs/0.1.0-alpha.1/calls-in-sequence.json');
    const run = JSON.parse(readFileSync(golden, 'utf8'));
    const project = makeProject({
      'corpora/logs/spring/good.json': JSON.stringify(run),
      'corpora/logs/spring/bad.json': JSON.stringify({ ...run, value: 'another' }),
    });
    const args = ['gate', '--cases', '20', ...quick, '--json', 'out.json', '--junit', 'junit.xml'];

    const { exit, stdout } = await lockstep(project, args, { GITHUB_ACTIONS: 'true' });

    const file = 'corpora/logs/spring/bad.json';
    expect(exit).toBe(1);
    expect(stdout).toContain(`${file} was recorded by an earlier release, and does not replay to the same run.`);
    expect(stdout).toContain(`See it again: lockstep replay ${file}`);
    expect(stdout).toMatch(/^::error .*golden-logs/m);
    const report = JSON.parse(readFileSync(join(project, 'out.json'), 'utf8'));
    expect(report.parts[3]).toMatchObject({ failed: 1, about: expect.stringContaining('spring (2)') });
    expect(report.failures).toMatchObject([
      { part: 'golden logs', file, divergence: expect.stringContaining('$.value') },
    ]);
    expect(readFileSync(join(project, 'junit.xml'), 'utf8')).toContain(file);
    expect((await lockstep(project, ['replay', file])).exit).toBe(1);
  });

  test('too little is inconclusive', async () => {
    const project = makeProject({});
    const { exit, stdout } = await lockstep(project, ['gate', '--budget', '50ms', ...quick, '--json', 'out.json']);

    expect(stdout).toContain('INCONCLUSIVE');
    const report = JSON.parse(readFileSync(join(project, 'out.json'), 'utf8'));
    expect(report.verdict).toBe('INCONCLUSIVE');
    expect(problemsOf(report)).toEqual([]);
    expect(exit).toBe(4);
  });

  test('a workflow that is wrong fails it', async () => {
    const project = withWorkflow(wrong);
    const { exit, stdout } = await lockstep(project, ['gate', '--cases', '100', ...quick]);

    expect(stdout).toContain('Workflow pay is wrong in one way.');
    expect(existsSync(join(project, '.lockstep/failures'))).toBe(true);
    expect(exit).toBe(1);
  });

  test('a config that names no file is found out before the minute begins', async () => {
    const project = makeProject({ 'lockstep.config.mjs': "export default { workflows: ['gone.fuzz.ts'] };" });
    const { exit, stderr, stdout } = await lockstep(project, ['gate']);

    expect(stderr).toContain('gone.fuzz.ts');
    expect(stdout).toBe('');
    expect(exit).toBe(2);
  });

  test('in CI the seed is the commit', async () => {
    const project = makeProject({ 'a.txt': 'a' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: project, encoding: 'utf8' });
    git('init', '-q');
    git('add', 'a.txt');
    git('commit', '-qm', 'one');
    const seed = Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16);

    const child = startLockstep(project, ['gate', '--cases', '1', '--threads', '1'], { CI: 'true' });
    child.stdout?.once('data', () => child.kill('SIGKILL'));
    const { stdout } = await ended(child);

    expect(stdout).toContain(`seed ${seed}`);
  });

  test('Ctrl-C gives what was found so far', async () => {
    const child = startLockstep(makeProject({}), ['gate', '--budget', '5m', ...quick]);
    const end = ended(child);
    child.stdout?.once('data', () => setTimeout(() => child.kill('SIGINT'), 1500));

    const { exit, stdout } = await end;

    expect(stdout).toContain('INCONCLUSIVE');
    expect(stdout).toContain('It was stopped before its end.');
    expect(exit).toBe(4);
  });

  test('a reader that goes away changes neither the work nor the exit code', async () => {
    const child = startLockstep(makeProject({}), ['gate', '--cases', '10', ...quick]);
    child.stdout?.destroy();

    // On a slow machine there are lines of progress; nothing else is said.
    expect(await ended(child)).toMatchObject({ exit: 0, stderr: expect.stringMatching(/^([a-z ]+: [^\n]*\n)*$/) });
  });
});

describe('lockstep replay of a case', () => {
  const kase = {
    version: 1,
    script: 'const r = await Promise.race([actions.a(), actions.b()]);\nreturn r;',
    input: null,
    data: {},
    actions: ['a', 'b'],
    onInterrupt: 'stop',
    behaviours: [[{ type: 'respond', value: 'first' }], [{ type: 'respond', value: 'second' }]],
    schedule: [1],
    faults: [],
  };
  const project = makeProject({
    'case.json': JSON.stringify(kase),
    'kept.json': JSON.stringify({ name: 'a race', shows: 'that the winner stays', ...kase }),
    'bad.json': JSON.stringify({ ...kase, schedule: 'x' }),
    'unlinked.json': JSON.stringify({ ...kase, script: 'return await actions.c();' }),
  });

  test.each(['case.json', 'kept.json'])('%s shows what happens and judges it', async (file) => {
    const { exit, stdout } = await lockstep(project, ['replay', file]);

    expect(stdout).toContain('0 → a()');
    expect(stdout).toContain('1 b answers "second"');
    expect(stdout).toContain('the script returns "second"');
    expect(stdout).toMatch(/PASS\n$/);
    expect(exit).toBe(0);
  });

  test('a malformed one is refused with its path', async () => {
    const { exit, stderr } = await lockstep(project, ['replay', 'bad.json']);

    expect(stderr).toContain('$.schedule');
    expect(exit).toBe(2);
  });

  test('one whose script does not link says so', async () => {
    const { exit, stderr } = await lockstep(project, ['replay', 'unlinked.json']);

    expect(stderr).toContain('actions.c');
    expect(exit).toBe(1);
  });
});
