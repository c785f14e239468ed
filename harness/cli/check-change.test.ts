import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeReport } from '../change/index.ts';
import { lockstep, makeProject } from './spawned.ts';

/** Two calls, a race, a question, and what follows it. */
const script = `export default async function pay(input: { id: string }) {
  const order = await actions.read({ id: input.id });
  const first = await Promise.race([actions.fast({ id: order.id }), actions.slow({ id: order.id })]);
  if (order.total > 100) await actions.log({ first });
  const approved = await actions.ask({ question: 'Pay ' + order.total + '?' });
  if (!approved) return 'refused';
  return await actions.pay({ id: order.id, first });
}
`;

const declaration = (name: string, more = '', ask = ''): string => `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
const id = z.object({ id: z.string() });
export default defineWorkflow({
  name: 'pay',
  script: './${name}.workflow.ts',
  input: id,
  actions: {
    read: { input: id, output: z.object({ id: z.string(), total: z.number().int().min(0).max(200) }) },
    fast: { input: id, output: z.string() },
    slow: { input: id, output: z.string() },
    log: { output: z.null() },
    ask: { input: z.object({ question: z.string() }), interrupts: { answer: z.boolean() }, ${ask} },
    pay: { output: z.string() },${more}
  },
});
`;

/** With actions that `lockstep run` can perform. */
function executable(text: string): string {
  return text
    .replaceAll('output: z.string()', "output: z.string(), execute: () => 'x'")
    .replace('max(200) })', 'max(200) }), execute: () => ({ id: "o", total: 7 })')
    .replace('output: z.null()', 'output: z.null(), execute: () => null');
}

let project = '';

beforeAll(() => {
  project = makeProject({
    'package.json': '{ "type": "module" }',
    'pay.workflow.ts': script,
    'pay.fuzz.ts': declaration('pay'),
    'real.fuzz.ts': executable(declaration('pay')),
  });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

interface Checked {
  exit: number;
  report: ChangeReport;
  text: string;
}

/** The script with one of its texts changed, against the script as it is. */
async function changed(from: string, to: string, args: readonly string[] = []): Promise<Checked> {
  expect(script).toContain(from);
  writeFileSync(join(project, 'new.workflow.ts'), script.replace(from, to));
  return await check('pay.fuzz.ts', 'new.workflow.ts', args);
}

async function check(old: string, next: string, args: readonly string[] = []): Promise<Checked> {
  const command = ['check-change', old, next, '--seed', '7', '--cases', '60', '--json', '-', ...args];
  const { exit, stdout, stderr } = await lockstep(project, command);
  return { exit, text: stderr, report: (stdout === '' ? {} : JSON.parse(stdout)) as ChangeReport };
}

describe('a change that breaks runs at their pause', () => {
  test('a call renamed: both calls, their lines, the pause and how many of its runs', async () => {
    const { exit, report, text } = await changed('actions.fast(', 'actions.pay(');

    expect(exit).toBe(1);
    expect(report).toMatchObject({ format: 'lockstep-change', version: 1, verdict: 'FAIL', seed: 7 });
    const [found] = report.breaks;
    expect(found).toMatchObject({
      reason: 'name',
      decides: true,
      position: 1,
      old: { name: 'fast', location: { file: 'pay.workflow.ts', line: 3 } },
      new: { name: 'pay', location: { file: 'new.workflow.ts', line: 3 } },
      pausePoints: [{ action: 'ask', location: { file: 'pay.workflow.ts', line: 5 } }],
    });
    const [point] = report.pausePoints;
    expect(point?.runs).toBeGreaterThan(5);
    expect(point?.broken).toBe(point?.runs);
    expect(text).toContain('position 1: another action is called here (name)');
    expect(text).toMatch(/old {2}fast\(.*at pay\.workflow\.ts:3/);
  });

  test('the smallest run is saved, and its command shows the same break', async () => {
    const { report, text } = await changed('actions.fast(', 'actions.pay(');
    const [, file = ''] = /See it again: .* --logs (\S+) --cases 0/.exec(text) ?? [];
    expect(report.breaks[0]?.smallest.file).toBe(file);

    const again = await check('pay.fuzz.ts', 'new.workflow.ts', ['--logs', file, '--cases', '0']);

    expect(again.exit).toBe(1);
    expect(again.report.recorded).toEqual({ runs: 1, broken: 1 });
    expect(again.report.breaks).toMatchObject([{ reason: 'name', position: 1, recorded: [file] }]);
  });

  test('a race turned round', async () => {
    const { exit, report } = await changed(
      '[actions.fast({ id: order.id }), actions.slow({ id: order.id })]',
      '[actions.slow({ id: order.id }), actions.fast({ id: order.id })]',
    );

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({
      reason: 'name',
      position: 1,
      old: { name: 'fast' },
      new: { name: 'slow' },
    });
  });

  test('calls in another order', async () => {
    const { report } = await changed(
      'const order = await actions.read({ id: input.id });',
      'await actions.log({}); const order = await actions.read({ id: input.id });',
    );

    expect(report.verdict).toBe('FAIL');
    expect(report.breaks[0]).toMatchObject({
      reason: 'name',
      position: 0,
      old: { name: 'read' },
      new: { name: 'log' },
    });
  });

  test('an input changed, with the place where the two part', async () => {
    const { exit, report, text } = await changed('fast({ id: order.id })', 'fast({ id: order.id + "!" })');

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({
      reason: 'input',
      position: 1,
      old: { name: 'fast' },
      new: { name: 'fast' },
    });
    expect(text).toContain('they differ at $.id');
  });

  test('a branch removed: only the runs that went that way', async () => {
    const { exit, report } = await changed('if (order.total > 100) await actions.log({ first });', '');

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({ reason: 'name', position: 3, old: { name: 'log' }, new: { name: 'ask' } });
    const [point] = report.pausePoints;
    expect(point?.broken).toBeGreaterThan(0);
    expect(point?.broken).toBeLessThan(point?.runs ?? 0);
  });

  test('another question: an answer to the old one must not reach it', async () => {
    const { exit, report } = await changed("'Pay '", "'Really pay '");

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({ reason: 'input', old: { name: 'ask' }, new: { name: 'ask' } });
  });

  test('a question that is not asked any more', async () => {
    const { report } = await changed("await actions.ask({ question: 'Pay ' + order.total + '?' })", 'true');

    expect(report.breaks.some(({ old, decides }) => old?.name === 'ask' && decides)).toBe(true);
  });
});

describe('a change that breaks nothing', () => {
  test('the same script', async () => {
    const { exit, report } = await check('pay.fuzz.ts', 'pay.workflow.ts');

    expect({ exit, breaks: report.breaks }).toEqual({ exit: 0, breaks: [] });
    expect(report.running.runs).toBeGreaterThan(20);
    expect(report.safe).toEqual(['The two scripts are the same.']);
  });

  test('a call after the pause, and with --any-turn the runs that are cut off there', async () => {
    const { exit, report, text } = await changed(
      'return await actions.pay',
      'await actions.log({}); return await actions.pay',
    );

    expect(exit).toBe(0);
    expect(report.safe).toEqual(['Only code after every pause has changed: all runs that wait go on.']);
    expect(report.breaks).toMatchObject([{ decides: false, paused: { broken: 0 }, old: { name: 'pay' } }]);
    expect(text).toContain('ask at pay.workflow.ts:5');
    const strict = await check('pay.fuzz.ts', 'new.workflow.ts', ['--any-turn']);
    expect(strict.exit).toBe(1);
  });

  test("another question where its inputs are not compared (inputs: 'ignore')", async () => {
    writeFileSync(join(project, 'new.workflow.ts'), script.replace("'Pay '", "'Really pay '"));
    writeFileSync(join(project, 'new.fuzz.ts'), declaration('new', '', "inputs: 'ignore'"));

    const { exit, report } = await check('pay.fuzz.ts', 'new.fuzz.ts');

    expect(exit).toBe(0);
    expect(report.safe).toContain("What ask is given has changed; its inputs are not compared (inputs: 'ignore').");
  });

  test('an action added; but runs in flight break where the script calls it', async () => {
    writeFileSync(join(project, 'new.workflow.ts'), script);
    writeFileSync(join(project, 'new.fuzz.ts'), declaration('new', ' audit: {},'));
    const unused = await check('pay.fuzz.ts', 'new.fuzz.ts');
    writeFileSync(
      join(project, 'new.workflow.ts'),
      script.replace('return await', 'await actions.audit(); return await'),
    );
    const used = await check('pay.fuzz.ts', 'new.fuzz.ts');

    expect(unused.exit).toBe(0);
    expect(unused.report.safe).toContain('Action audit was added. Runs in flight do not have it, and do without.');
    expect(used.exit).toBe(1);
    expect(used.report.breaks).toMatchObject([{ reason: 'link', new: { name: 'actions.audit' } }]);
  });
});

describe('runs that were recorded', () => {
  test('one that waits is tried, one that is over is only told of, and those of other scripts are left out', async () => {
    writeFileSync(join(project, 'other.js'), 'return 1');
    const workflow = ['run', 'real.fuzz.ts', '--input', '{"id":"x"}'];
    const paused = await lockstep(project, [...workflow, '--out', 'runs-paused.json']);
    await lockstep(project, ['resume', 'runs-paused.json', '--answer', 'true', '--out', 'runs-done.json']);
    await lockstep(project, ['run', 'other.js', '--out', 'runs-other.json']);
    execFileSync('mkdir', ['-p', 'corpora/logs/mine'], { cwd: project });
    execFileSync('mv', ['runs-paused.json', 'runs-done.json', 'runs-other.json', 'corpora/logs/mine'], {
      cwd: project,
    });

    const { exit, report } = await changed('actions.fast(', 'actions.pay(', ['--cases', '0']);

    expect(paused.exit).toBe(10);
    expect(exit).toBe(1);
    expect(report.recorded).toEqual({ runs: 1, broken: 1 });
    expect(report.finished).toEqual({ runs: 1, broken: 1 });
    expect(report.breaks[0]?.recorded).toEqual([join('corpora/logs/mine', 'runs-paused.json')]);
    expect(report.notes.join()).toContain('1 recorded run of other scripts');
    rmSync(join(project, 'corpora'), { recursive: true });
  });
});

describe('what is named', () => {
  test('the same seed says the same', async () => {
    const first = await changed('actions.fast(', 'actions.pay(');
    const second = await changed('actions.fast(', 'actions.pay(');

    expect(first.report).toEqual(second.report);
  });

  test('a script in a git revision, by the declaration that stands beside the new one', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project });
    git('init', '-q');
    git('add', 'pay.workflow.ts', 'pay.fuzz.ts');
    git('commit', '-qm', 'before');
    writeFileSync(join(project, 'pay.workflow.ts'), script.replace('actions.fast(', 'actions.log('));

    const { exit, report } = await check('HEAD:pay.workflow.ts', 'pay.fuzz.ts');
    const unknown = await check('HEAD:no.workflow.ts', 'pay.fuzz.ts');
    const declared = await check('HEAD:pay.fuzz.ts', 'pay.fuzz.ts');
    writeFileSync(join(project, 'pay.workflow.ts'), script);

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({
      reason: 'name',
      old: { name: 'fast', location: { line: 3 } },
      new: { name: 'log' },
    });
    expect(unknown).toMatchObject({ exit: 2, text: expect.stringContaining('Cannot read HEAD:no.workflow.ts') });
    expect(declared).toMatchObject({ exit: 2, text: expect.stringContaining('name the script') });
  });

  test('two scripts that nothing declares', async () => {
    writeFileSync(join(project, 'bare.js'), 'const a = await actions.one(); return await actions.two(a.id)');
    writeFileSync(join(project, 'bare-new.js'), 'const a = await actions.two(); return await actions.one(a.id)');

    const { exit, report } = await check('bare.js', 'bare-new.js');

    expect(exit).toBe(1);
    expect(report.breaks[0]).toMatchObject({ reason: 'name', position: 0, old: { name: 'one' }, new: { name: 'two' } });
    expect(report.notes.join()).toContain('Nothing declares the actions');
  });

  test('imported files: the lines are the author’s', async () => {
    writeFileSync(join(project, 'first.ts'), '// A step.\nexport const step = (id: string) => actions.read({ id });\n');
    const text =
      "import { step } from './first.ts';\nexport default async () => { await step('a'); await actions.ask({ question: '?' }); };\n";
    writeFileSync(join(project, 'parts.workflow.ts'), text);
    writeFileSync(join(project, 'parts-new.workflow.ts'), text.replace("step('a')", "step('b')"));
    writeFileSync(join(project, 'parts.fuzz.ts'), declaration('parts'));

    const { report } = await check('parts.fuzz.ts', 'parts-new.workflow.ts');

    expect(report.breaks[0]).toMatchObject({
      reason: 'input',
      old: { location: { file: 'first.ts', line: 2 } },
      new: { location: { file: 'first.ts', line: 2 } },
    });
  });

  test.each([
    ['a file that is not there', ['no.ts', 'pay.workflow.ts'], 'Cannot read no.ts'],
    ['a script that does not parse', ['pay.fuzz.ts', 'broken.js'], 'broken.js'],
    ['a script that names what there is not', ['pay.fuzz.ts', 'unlinked.js'], 'fetch'],
    ['logs that are not there', ['pay.fuzz.ts', 'pay.workflow.ts', '--logs', 'none'], '--logs none'],
    ['one script only', ['pay.fuzz.ts'], "missing required argument 'new'"],
  ])('%s is bad input', async (_what, args, complaint) => {
    writeFileSync(join(project, 'broken.js'), 'return (');
    writeFileSync(join(project, 'unlinked.js'), 'return fetch("x")');

    const { exit, stderr } = await lockstep(project, ['check-change', ...args]);

    expect(stderr).toContain(complaint);
    expect(exit).toBe(2);
  });
});

test('the saved run is one that the runtime reads, and refuses under the new script', async () => {
  const { report } = await changed('actions.fast(', 'actions.pay(');
  const file = report.breaks[0]?.smallest.file ?? '';
  expect(existsSync(join(project, file))).toBe(true);
  expect(JSON.parse(readFileSync(join(project, file), 'utf8')).status).toBe('interrupted');

  const replayed = await lockstep(project, ['replay', file]);
  const resumed = await lockstep(project, [
    'resume',
    file,
    '--answer',
    'true',
    '--script',
    'new.workflow.ts',
    '--workflow',
    'real.fuzz.ts',
  ]);

  expect(replayed.exit).toBe(0);
  expect(resumed).toMatchObject({ exit: 1, stderr: expect.stringMatching(/position 1/i) });
});
