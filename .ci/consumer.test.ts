/**
 * What a user gets: the package as npm would ship it, installed in an empty folder, used through its doors, its types
 * and its binary. Nothing here can reach the checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    files.filter((file) => /\.test\.|^\.|^node_modules|^(runtime|harness|properties|benches)\//.test(file)),
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
  expectPass(run('node_modules/.bin/vitest', 'run', 'door.test.js'));
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

  expectPass(run('node_modules/.bin/tsc', '--project', '.'));
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
  return run('node_modules/.bin/lockstep', ...args);
}

/** Runs a program in the user's project, without a terminal. */
function run(program: string, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(join(project, program), args, {
    cwd: project,
    encoding: 'utf8',
    env: plainEnvironment(),
  });
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
