/**
 * What a user gets: the package as npm would ship it, installed in an empty folder, used through its doors, its types
 * and its binary. Nothing here can reach the checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './checkout.ts';

const folder = join(realpathSync(tmpdir()), `consumer-${process.pid}`);
const project = join(folder, 'project');
/** What a user installs beside it. */
const companions = ['@types/node', 'typescript', 'vitest', 'zod'];

beforeAll(() => {
  mkdirSync(project, { recursive: true });
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  npm(
    project,
    'install',
    '--save-exact',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    tarball(),
    ...companions.map(pinned),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds what it needs and nothing of the workshop', () => {
  const files = readdirSync(join(project, 'node_modules/lockstep'), { recursive: true, encoding: 'utf8' });

  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  expect(
    files.filter((file) => /\.test\.|^\.|^node_modules|^(runtime|harness|properties|benches)\/.*\.[jt]s$/.test(file)),
  ).toEqual([]);
});

test('a run is recorded, paused, resumed and replayed through the door', () => {
  const output = runModule(`
    import { ActionInterrupt, defineAction, parseCallLog, Sandbox } from 'lockstep';
    const ask = defineAction({
      name: 'ask',
      async execute(input, context) {
        if (context.answer === undefined) throw new ActionInterrupt({ question: input.q });
        return context.answer;
      },
    });
    await using_(async (sandbox) => {
      const run = await sandbox.eval('return { said: await actions.ask({ q: 1 }) }');
      const done = await sandbox.resume(JSON.parse(JSON.stringify(run)), 'yes');
      const again = await sandbox.replay(done);
      parseCallLog(done.callLog);
      console.log(JSON.stringify([run.status, run.interrupts[0].payload, done.status, done.value, again.value]));
    });
    async function using_(use) {
      const sandbox = new Sandbox({ actions: [ask] });
      try { await use(sandbox); } finally { await sandbox[Symbol.asyncDispose](); }
    }
  `);

  expect(JSON.parse(output)).toEqual(['interrupted', { question: 1 }, 'completed', { said: 'yes' }, { said: 'yes' }]);
});

test('the other two doors open', () => {
  const output = runModule(`
    import * as harness from 'lockstep/harness';
    console.log(JSON.stringify(['defineWorkflow', 'fuzzWorkflow', 'runGate', 'runCase'].map((name) => typeof harness[name])));
  `);
  writeFileSync(
    join(project, 'door.test.js'),
    "import { fuzz } from 'lockstep/vitest';\nimport { expect, test } from 'vitest';\ntest('door', () => expect(typeof fuzz).toBe('function'));\n",
  );

  expect(JSON.parse(output)).toEqual(['function', 'function', 'function', 'function']);
  expectPass(inProject('vitest', 'run', 'door.test.js'));
});

test('the types hold a user to the shapes', () => {
  writeFileSync(join(project, 'typed.ts'), typedUse);
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2023', 'ESNext.Disposable'],
        module: 'NodeNext',
        strict: true,
        noEmit: true,
        types: ['node'],
      },
      files: ['typed.ts'],
    }),
  );

  expectPass(inProject('tsc', '--project', '.'));
});

const typedUse = `
import { Sandbox, defineAction, ActionInterrupt, type CallLog, type Run } from 'lockstep';
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const refund = defineAction({
  name: 'refund',
  input: z.object({ orderId: z.string() }),
  output: z.object({ refunded: z.boolean() }),
  async execute(input, context) {
    const id: string = input.orderId;
    // @ts-expect-error the input's schema has no such field
    void input.amount;
    if (context.answer === undefined) throw new ActionInterrupt({ id });
    return { refunded: context.answer === true };
  },
});

export async function use(callLog: CallLog): Promise<Run> {
  const sandbox = new Sandbox({ actions: [refund], onInterrupt: 'settle' });
  // @ts-expect-error there is no such mode
  new Sandbox({ actions: [refund], onInterrupt: 'sometimes' });
  const run = await sandbox.eval('return 1', { callLog });
  // @ts-expect-error only an interrupted run has interrupts
  void run.interrupts;
  if (run.status === 'interrupted') return sandbox.answer(run, { [run.interrupts[0]!.position]: { answer: true } });
  return run;
}

export const workflow = defineWorkflow({
  name: 'one',
  script: './one.workflow.ts',
  actions: { a: { input: z.object({ n: z.number() }), output: z.object({ ok: z.boolean() }), fails: ['BUSY'] } },
  invariants: { 'it ends': ({ run }) => run.status === 'completed' || 'it did not' },
});
`;

test('the binary runs, explains itself, and refuses with exit code 2', () => {
  const { version } = manifest();
  writeFileSync(join(project, 'hello.js'), "return 'hello ' + input.who;\n");

  expect(lockstep('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  expect(lockstep('--help').stdout).toMatch(/gate[\s\S]*fuzz[\s\S]*run[\s\S]*resume[\s\S]*replay/);
  expect(lockstep('run', 'hello.js', '--input', '{"who":"world"}')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('hello world'),
  });
  expect(lockstep('gate', '--no-such-flag')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--no-such-flag'),
  });
});

test('the gate passes where the package is installed', () => {
  expectPass(lockstep('gate', '--cases', '40', '--seed', '1'));
});

describe('a project that `lockstep init` has begun', () => {
  const begun = join(folder, 'begun');
  const inBegun = (program: string, ...args: string[]): Ended =>
    run(join(begun, 'node_modules/.bin', program), args, begun);

  beforeAll(() => {
    mkdirSync(begun);
    writeFileSync(join(begun, 'package.json'), '{\n\t"private": true\n}\n');
    npm(begun, 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball());
    expectPass(inBegun('lockstep', 'init'));
    npm(begun, 'install', '--no-audit', '--no-fund', '--prefer-offline');
  });

  test('keeps the layout of its package.json, and what was in it', () => {
    const text = readFileSync(join(begun, 'package.json'), 'utf8');

    expect(text).toMatch(/^{\n\t"private": true,\n/);
    expect(JSON.parse(text).dependencies.lockstep).toMatch(/^file:/);
    expect(Object.keys(JSON.parse(text).devDependencies).sort()).toEqual(['typescript', 'vitest', 'zod']);
  });

  test('passes its tests, its types, the fuzzer and the gate', () => {
    expectPass(run('npm', ['test'], begun));
    expectPass(inBegun('tsc', '--noEmit'));
    expectPass(inBegun('lockstep', 'types', '--check'));
    expectPass(inBegun('lockstep', 'fuzz', '--budget', '10s'));
    expectPass(inBegun('lockstep', 'gate', '--cases', '40', '--seed', '1'));
  });

  test('type-checks under the strictest settings, whatever the kind of its modules', () => {
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      '--noEmit',
      '--target',
      'ES2022',
    ];

    for (const module of ['NodeNext', 'Preserve']) {
      expectPass(inBegun('tsc', ...strict, '--module', module, ...workflowFiles));
    }
  });

  test('shows in an editor what a script does not have', () => {
    const script = readFileSync(join(begun, 'workflows/refund.workflow.ts'), 'utf8');
    writeFileSync(
      join(begun, 'workflows/wrong.workflow.ts'),
      script.replace('id: input.orderId', 'order: input.orderId'),
    );

    const { status, stdout } = inBegun('tsc', '--noEmit');
    rmSync(join(begun, 'workflows/wrong.workflow.ts'));

    expect(stdout).toMatch(/^workflows\/wrong\.workflow\.ts\(\d+,\d+\): error TS2353: .*'order' does not exist/);
    expect(status).toBe(2);
  });

  test('passes its job on GitHub, step by step', () => {
    const job = readFileSync(join(begun, '.github/workflows/lockstep.yml'), 'utf8');
    const steps = [...job.matchAll(/^ +- run: (.*)$/gm)].map(([, command = '']) => command);

    // The first one installs, which was done above.
    const [install, ...others] = steps;
    expect(install).toBe('npm ci');
    expect(others).toContain('npx lockstep fuzz --budget 60s');
    for (const step of others) expectPass(run('bash', ['-c', step.replace('60s', '5s')], begun));
  });

  test('fails when it is broken as its next steps say, and the failure can be played again', () => {
    const file = join(begun, 'workflows/refund.workflow.ts');
    const script = readFileSync(file, 'utf8');
    writeFileSync(file, script.replace('needsApproval = 100;', 'needsApproval = 1000;'));

    const fuzzed = inBegun('lockstep', 'fuzz', '--budget', '10s');
    const tested = run('npm', ['test'], begun);
    const [, saved = ''] = /lockstep replay (\S+\.json)/.exec(fuzzed.stdout) ?? [];
    const replayed = inBegun('lockstep', 'replay', saved);
    writeFileSync(file, script);

    expect(fuzzed).toMatchObject({ status: 1, stdout: expect.stringContaining('nobody had said yes') });
    expect(tested).toMatchObject({ status: 1 });
    expect(replayed).toMatchObject({ status: 1, stdout: expect.stringContaining('nobody had said yes') });
  });
});

const workflowFiles = ['refund.workflow.ts', 'refund.fuzz.ts', 'refund.test.ts', 'refund.actions.d.ts'].map(
  (name) => `workflows/${name}`,
);

/** Shows what the program said where it did not succeed. */
function expectPass({ status, stdout, stderr }: Ended): void {
  expect({ status, said: status === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ status: 0, said: '' });
}

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

function lockstep(...args: string[]): Ended {
  return inProject('lockstep', ...args);
}

function inProject(program: string, ...args: string[]): Ended {
  return run(join(project, 'node_modules/.bin', program), args, project);
}

/** Runs a program of a user's, without a terminal. */
function run(program: string, args: readonly string[], cwd: string): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: plainEnvironment() });
  return { status, stdout, stderr };
}

function runModule(text: string): string {
  const file = join(mkdtempSync(join(project, 'module-')), 'main.js');
  writeFileSync(file, text);
  return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8', env: plainEnvironment() });
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
}

/** The environment less what the test runner and npm put into it. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_|VITEST|NODE_V8_COVERAGE$|NODE_OPTIONS$|TEST$|NODE_ENV$|INIT_CWD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function tarball(): string {
  const [name] = readdirSync(folder).filter((each) => each.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack left no tarball');
  return join(folder, name);
}

function pinned(name: string): string {
  return `${name}@${manifest().devDependencies[name]}`;
}

function manifest(): { version: string; devDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
