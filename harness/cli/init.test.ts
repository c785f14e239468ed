import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ended, lockstep, makeProject, root } from './spawned.ts';

const files = [
  '.github/workflows/lockstep.yml',
  '.gitignore',
  'lockstep.config.ts',
  'package.json',
  'tsconfig.json',
  'workflows/refund.actions.d.ts',
  'workflows/refund.fuzz.ts',
  'workflows/refund.test.ts',
  'workflows/refund.workflow.ts',
];

describe('in an empty project', () => {
  const project = makeProject({});

  test('everything is written, and the next steps are said', async () => {
    const { exit, stdout, stderr } = await lockstep(project, ['init']);

    expect(stderr).toBe('');
    expect(stdout).toContain('wrote  workflows/refund.workflow.ts\n');
    expect(stdout).toContain('Next:\n  npm install\n');
    expect(exit).toBe(0);
    expect(filesIn(project)).toEqual(files);
  });

  test('the package asks for what this one was tested with', () => {
    const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const written = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

    expect(written.devDependencies).toEqual({
      lockstep: `^${version}`,
      typescript: `^${devDependencies.typescript}`,
      vitest: `^${devDependencies.vitest}`,
      zod: `^${devDependencies.zod}`,
    });
    expect(written.type).toBe('module');
  });

  test('the workflow passes, until it is broken as the next steps say', async () => {
    const fuzz = (): Promise<Ended> =>
      lockstep(project, ['fuzz', 'workflows/refund.fuzz.ts', '--cases', '200', '--seed', '1']);

    const sound = await fuzz();
    replace('workflows/refund.workflow.ts', 'needsApproval = 100;', 'needsApproval = 1000;');
    const broken = await fuzz();
    replace('workflows/refund.workflow.ts', 'needsApproval = 1000;', 'needsApproval = 100;');

    expect(sound).toMatchObject({ exit: 0 });
    expect(broken).toMatchObject({ exit: 1, stdout: expect.stringContaining('nobody had said yes') });
  });

  test('its declarations are up to date', async () => {
    expect(await lockstep(project, ['types', '--check'])).toMatchObject({ exit: 0, stderr: '' });
  });

  test('once more, it leaves everything and says so', async () => {
    const before = textsIn(project);

    const { exit, stdout } = await lockstep(project, ['init', '.']);

    expect(stdout.match(/^ {2}left /gm)).toHaveLength(files.length);
    expect(stdout).not.toContain('wrote');
    expect(exit).toBe(0);
    expect(textsIn(project)).toEqual(before);
  });

  function replace(path: string, what: string, by: string): void {
    const text = readFileSync(join(project, path), 'utf8');
    expect(text).toContain(what);
    writeFileSync(join(project, path), text.replace(what, by));
  }
});

describe('in an existing project', () => {
  const own = {
    'package.json':
      '{\n\t"name": "shop",\n\t"scripts": { "test": "jest" },\n\t"dependencies": {\n\t\t"zod": "^3.22.0"\n\t}\n}',
    'tsconfig.json': '{ "compilerOptions": {} }\n',
    'lockstep.config.ts': 'export default {};\n',
    '.gitignore': 'dist',
    'pnpm-lock.yaml': '',
    'src/index.ts': 'export {};\n',
  };
  const project = makeProject(own);

  test('what is there stays, and what it took is said', async () => {
    const { exit, stdout } = await lockstep(project, ['init']);

    expect(exit).toBe(0);
    expect(stdout).toContain('left scripts.test as it is (jest); for the workflow it would be `vitest run`');
    expect(stdout).toContain('zod is ^3.22.0 here, and the workflow needs 4.2 or later');
    expect(stdout).toContain(
      "left   lockstep.config.ts  (is there already: add './workflows/refund.fuzz.ts' to its `workflows`",
    );
    expect(stdout).toContain('left   tsconfig.json');
    expect(stdout).toContain('Next:\n  pnpm install\n');
    for (const path of ['tsconfig.json', 'lockstep.config.ts', 'src/index.ts'] as const)
      expect(read(path)).toBe(own[path]);
  });

  test('package.json and .gitignore have new lines, in the layout of the old ones', () => {
    expect(read('package.json')).toMatch(
      /^{\n\t"name": "shop",\n\t"scripts": { "test": "jest", "fuzz": "lockstep fuzz", "types": "lockstep types" },\n\t"dependencies": {\n\t\t"zod": "\^3.22.0"\n\t},\n\t"devDependencies": {\n\t\t"lockstep": "\^[^"]+",\n\t\t"typescript": "[^"]+",\n\t\t"vitest": "[^"]+"\n\t}\n}$/,
    );
    expect(read('.gitignore')).toBe('dist\n.lockstep/\n');
  });

  test('the job installs and runs as the project does', () => {
    const job = read('.github/workflows/lockstep.yml');

    expect(job).toContain('corepack enable');
    expect(job).toContain('cache: pnpm');
    expect(job).toContain('pnpm install --frozen-lockfile');
    expect(job).toContain('pnpm exec lockstep fuzz');
  });

  function read(path: string): string {
    return readFileSync(join(project, path), 'utf8');
  }
});

test('a folder that is not there is made, inside a repository with a word on where its job belongs', async () => {
  const repository = makeProject({ '.git/HEAD': '' });

  const { exit, stdout } = await lockstep(repository, ['init', 'apps/My Shop']);

  expect(exit).toBe(0);
  expect(JSON.parse(readFileSync(join(repository, 'apps/My Shop/package.json'), 'utf8')).name).toBe('my-shop');
  expect(stdout).toContain('move it to .github/workflows/lockstep.yml with `working-directory: apps/My Shop`');
  expect(stdout).toContain('cd apps/My Shop');
});

describe('what cannot be done ends with 2, and nothing is written', () => {
  test.each<[string, Record<string, string>, string[], string]>([
    ['a file for a folder', { 'a.txt': '' }, ['a.txt'], 'a.txt is a file, not a directory'],
    ['a folder below a file', { 'a.txt': '' }, ['a.txt/b'], 'a.txt is a file, not a directory'],
    ['a file where a folder must be', { workflows: '' }, [], 'workflows is a file, not a directory'],
    [
      'a package.json that is not JSON',
      { 'package.json': '{ "name": "x", }' },
      [],
      'package.json is not JSON: unexpected "}"',
    ],
    [
      'a package.json of another shape',
      { 'package.json': '[]' },
      [],
      'package.json cannot be used: package.json is no object',
    ],
    [
      'scripts of another shape',
      { 'package.json': '{ "scripts": [] }' },
      [],
      'package.json cannot be used: scripts is no object',
    ],
    ['two folders', {}, ['a', 'b'], 'too many arguments'],
  ])('%s', async (_, given, args, text) => {
    const project = makeProject(given);

    const { exit, stdout, stderr } = await lockstep(project, ['init', ...args]);

    expect(stderr).toContain(text);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(filesIn(project)).toEqual(Object.keys(given));
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.lockstep/'))
    .sort();
}

function textsIn(folder: string): Record<string, string> {
  return Object.fromEntries(filesIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
