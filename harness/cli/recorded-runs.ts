import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from './exit.ts';
import { readJson } from './files.ts';
import { isJournal, readRunOfJournal } from './journal.ts';
import { type SavedRun, savedRun } from './run-file.ts';

export interface RecordedRun extends SavedRun {
  file: string;
}

/**
 * The runs that are saved in a file, or in the files below a folder: as `lockstep run --out` and `--journal` write them. Other
 * files in a folder are passed over. Throws a usage error for what is a run and cannot be read, and for a path without runs.
 */
export async function readRecordedRuns(path: string): Promise<RecordedRun[]> {
  const runs: RecordedRun[] = [];
  for (const file of filesAt(path)) {
    const saved = await runIn(file);
    if (saved !== undefined) runs.push({ ...saved, file });
    else if (file === path) throw usageError(`${path} is neither a saved run nor a journal.`);
  }
  return runs;
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) throw usageError(`--logs ${path}: there is no such file or directory.`);
  if (!statSync(path).isDirectory()) return [path];
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return below.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
}

async function runIn(file: string): Promise<SavedRun | undefined> {
  if (statSync(file).size > 0 && isJournal(file)) return await readRunOfJournal(file);
  if (!file.endsWith('.json')) return undefined;
  const content = readJson(file);
  const isRun = typeof content === 'object' && content !== null && 'callLog' in content && 'status' in content;
  return isRun ? savedRun(content, file) : undefined;
}
