import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll } from 'vitest';
import { begun } from './temporary-root.ts';

/** A folder for the temporary files of one test file, and of what it starts; gone when its tests are over. */
const folder = mkdtempSync(join(tmpdir(), 'f-'));
process.env.TMPDIR = folder;

// Neither hook is called where all tests of the file are left out by their names.
beforeAll(() => writeFileSync(`${folder}${begun}`, ''));
afterAll(() => {
  for (const path of [folder, `${folder}${begun}`]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
});
