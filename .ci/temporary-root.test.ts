import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { lockstep, makeProject } from '../harness/cli/spawned.ts';
import setup, { removeAndName } from './temporary-root.ts';

test('what a run leaves is removed, and named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  mkdirSync(join(folder, 'f-1'));
  writeFileSync(join(folder, 'f-1/run.json'), '');
  writeFileSync(join(folder, 'f-1.begun'), '');

  expect(() => removeAndName(folder)).toThrow('temporary files: f-1, f-1/run.json.');
  expect(existsSync(folder)).toBe(false);
});

test('a test file that made something while it was loaded, and of which no test was run, is no reason to fail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  mkdirSync(join(folder, 'f-1'));
  writeFileSync(join(folder, 'f-1/run.json'), '');

  removeAndName(folder);

  expect(existsSync(folder)).toBe(false);
});

test('a run that leaves nothing has a folder of its own until its end', () => {
  const before = process.env.TMPDIR;
  const teardown = setup();
  const during = tmpdir();

  teardown();

  expect(during).not.toBe(before);
  expect(process.env.TMPDIR).toBe(before);
  expect(existsSync(during)).toBe(false);
});

test('programs that tests start have the folder of the test, which is in that of the run', async () => {
  const project = makeProject({
    'w.fuzz.js': `import { defineWorkflow } from 'lockstep/harness';
import { tmpdir } from 'node:os';
export default defineWorkflow({ name: 'w', script: './w.js', actions: { where: { execute: () => tmpdir() } } });`,
    'w.js': 'return await actions.where();',
  });

  const { stdout } = await lockstep(project, ['run', 'w.fuzz.js']);

  expect(JSON.parse(stdout)).toBe(tmpdir());
  expect(tmpdir()).toMatch(/lockstep-tests-\w+\/f-\w+$/);
});
