import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from './exit.ts';
import { jsonFault } from './json-text.ts';

/** The text of a file that the user named. Throws a usage error that says what is wrong with the path. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(`Cannot read ${path}: ${reason(error)}.`);
  }
}

/** The text of a file that need not exist. Throws a usage error where something else is wrong with the path. */
export function readTextIfThere(path: string): string | undefined {
  return existsSync(path) ? readText(path) : undefined;
}

export function readJson(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${path} is not JSON: ${jsonFault(text)}`);
  }
}

/** Throws a usage error unless a file could be written there. Asked before anything runs: a run must not be lost at its end. */
export function checkWritable(path: string, option: string): void {
  const folder = dirname(resolve(path));
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw usageError(`${option} ${path}: it is a directory.`);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'exit' in error) throw error;
    throw usageError(`${option} ${path}: cannot write into ${folder}: ${reason(error)}.`);
  }
}

/** Writes whole or not at all: a reader never finds half a file. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw usageError(`Cannot write ${path}: ${reason(error)}.`);
  }
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

/** Throws a usage error unless `writeMaking` could write the file. */
export function checkCanMake(path: string): void {
  try {
    let folder = dirname(resolve(path));
    while (!isThere(folder)) folder = dirname(folder);
    if (!statSync(folder).isDirectory())
      throw usageError(`Cannot write ${path}: ${folder} is a file, not a directory.`);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'exit' in error) throw error;
    throw usageError(`Cannot write ${path}: ${reason(error)}.`);
  }
}

/** Writes a file, and makes the folders that it lies in. */
export function writeMaking(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw usageError(`Cannot write ${path}: ${reason(error)}.`);
  }
  writeWhole(path, text);
}

/** Saves a file below the working directory, making its folder; gives back its path as one would type it, or nothing if it cannot. */
export function saveBelow(folder: string, name: string, text: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    writeWhole(join(folder, name), text);
    return join(folder, name);
  } catch {
    return undefined;
  }
}

/** A path as it is written into a file that lies in `folder`: relative, with forward slashes. */
export function portable(path: string, folder: string): string {
  const way = relative(resolve(folder), resolve(path)).split(sep).join('/');
  return way.startsWith('../') ? way : `./${way}`;
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory, not a file',
  ENOTDIR: 'part of the path is a file, not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
};

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
