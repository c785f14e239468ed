import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { LockstepError, parseRun, type Run } from '../../runtime/index.ts';
import type { GoldenRun } from './record.ts';

/** A run that some release recorded, and where it lies. */
export interface KeptRun {
  readonly file: string;
  /** The folder that it is in: the release that recorded it. */
  readonly release: string;
  readonly run: Run;
}

/** A file, and what is the matter with it. */
export interface FaultyFile {
  readonly file: string;
  readonly reason: string;
}

export interface RefusedRun extends FaultyFile {
  readonly release: string;
}

export interface GoldenLogs {
  /** In the order of their paths. */
  readonly runs: readonly KeptRun[];
  /** Runs that this release does not accept, although some release has written them. */
  readonly refused: readonly RefusedRun[];
  /** What could not be looked at: it tests nothing until somebody mends it. */
  readonly unreadable: readonly FaultyFile[];
}

/** Reads all runs below a folder, as `<release>/<name>.json`. One that does not exist holds none. Never throws. */
export function readGoldenLogs(directory: string): GoldenLogs {
  const logs: Collected = { runs: [], refused: [], unreadable: [] };
  try {
    for (const path of pathsBelow(directory)) readInto(logs, directory, path);
  } catch (error) {
    logs.unreadable.push({ file: directory, reason: reasonOf(error) });
  }
  return logs;
}

function pathsBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.json')).sort();
}

type Collected = { [field in keyof GoldenLogs]: GoldenLogs[field][number][] };

function readInto(logs: Collected, directory: string, path: string): void {
  const file = join(directory, path);
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    logs.runs.push({ file, release: releaseOf(path), run: parseRun(content) });
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof LockstepError) logs.refused.push({ file, release: releaseOf(path), reason });
    else logs.unreadable.push({ file, reason });
  }
}

function releaseOf(path: string): string {
  const [first, ...rest] = path.split(sep);
  return rest.length === 0 || first === undefined ? '' : first;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The folder of that release is there already: what it holds is what that release did, for good. */
export class ReleaseRecorded extends Error {}

/** Writes the runs of a release into a new folder. Throws `ReleaseRecorded` where that is not empty. */
export function writeRelease(folder: string, runs: readonly GoldenRun[]): void {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    throw new ReleaseRecorded(`${folder} is there already.`);
  }
  mkdirSync(folder, { recursive: true });
  for (const recorded of runs) writeFileSync(join(folder, `${recorded.name}.json`), printGoldenRun(recorded));
}

/** The file's text: the run as JSON, with what it shows; a line for every field, and for every entry of a list. */
export function printGoldenRun({ shows, run }: GoldenRun): string {
  const fields = Object.entries({ shows, ...run }).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${printed(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

function printed(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}
