import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll } from 'vitest';

/** A folder for the temporary files of one test file, and of what it starts; gone when its tests are over. */
const folder = mkdtempSync(join(tmpdir(), 'f-'));
process.env.TMPDIR = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
