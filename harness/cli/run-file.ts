import { dirname, resolve } from 'node:path';
import { LockstepError, parseRun, type Run } from '../../runtime/index.ts';
import { usageError } from './exit.ts';
import { portable, readJson } from './files.ts';

/**
 * A saved run is the run's own JSON with one field more, `origin`: the file it was run from, relative to the folder that
 * the run is saved in, so that the two can move together.
 */
export type Origin = { workflow: string } | { script: string };

export interface SavedRun {
  run: Run;
  /** With a path that can be opened from the working directory. */
  origin: Origin | undefined;
}

export function printRun(run: Run, origin: Origin | undefined, folder: string): string {
  const saved = { ...run, ...(origin && { origin: originWithin(origin, folder) }) };
  return `${JSON.stringify(saved, undefined, 2)}\n`;
}

/** Throws a usage error that names the field at fault. */
export function readRun(path: string): SavedRun {
  return savedRun(readJson(path), path);
}

export function savedRun(content: unknown, path: string): SavedRun {
  return { run: checkedRun(content, path), origin: originOf(content, path) };
}

/** The `origin` among the fields that were read from a file, with a path that can be opened. Throws a usage error. */
export function originOf(fields: unknown, path: string): Origin | undefined {
  const { origin } = fields as { origin?: unknown };
  if (origin === undefined) return undefined;
  if (!isOrigin(origin)) throw notARun(path, '`origin` must be { "workflow": path } or { "script": path }.');
  return mapPath(origin, (file) => resolve(dirname(path), file));
}

/** An origin as it is written into a file that lies in `folder`. */
export function originWithin(origin: Origin, folder: string): Origin {
  return mapPath(origin, (path) => portable(path, folder));
}

function checkedRun(content: unknown, path: string): Run {
  try {
    return parseRun(content);
  } catch (error) {
    if (error instanceof LockstepError) throw notARun(path, error.message);
    throw error;
  }
}

function notARun(path: string, fault: string): Error {
  return usageError(`${path} is not a saved run: ${fault}`);
}

function mapPath(origin: Origin, change: (path: string) => string): Origin {
  return 'workflow' in origin ? { workflow: change(origin.workflow) } : { script: change(origin.script) };
}

function isOrigin(value: unknown): value is Origin {
  if (typeof value !== 'object' || value === null) return false;
  const { workflow, script } = value as Record<string, unknown>;
  return typeof workflow === 'string' || typeof script === 'string';
}
