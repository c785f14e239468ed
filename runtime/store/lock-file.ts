/**
 * A lock that is a file beside what it is for, with the identity of the process that holds it. Node has no lock of the
 * kernel's that works on every system, which would go with its process; so whoever finds the lock of a process that is
 * over takes it. Such a take-over is guarded by a lock of its own, taken the same way, and looks once more under it:
 * otherwise two could find the same dead holder, and the slower one would take the lock from the quicker one.
 */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { isOver, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** Somebody else has the lock. */
export class LockHeldError extends Error {
  constructor(
    readonly lockPath: string,
    /** Absent where the file does not say. */
    readonly holder: ProcessIdentity | undefined,
  ) {
    super(`${lockPath} is held`);
  }
}

/** Takes the lock, or throws `LockHeldError`, or what the file system throws. */
export async function takeLock(lockPath: string): Promise<void> {
  const own = JSON.stringify({ ...ownIdentity(), token: randomUUID() });
  for (;;) {
    if (await putNew(lockPath, own)) return;
    const found = await textOf(lockPath);
    if (found === undefined) continue;
    const holder = holderOf(found);
    if (holder === undefined || !isOver(holder)) throw new LockHeldError(lockPath, holder);
    if (await takeOver(lockPath, found, own)) return;
  }
}

/** Gives back a lock that was taken. */
export async function releaseLock(lockPath: string): Promise<void> {
  await unlink(lockPath).catch(ignoreMissing);
}

async function takeOver(lockPath: string, found: string, own: string): Promise<boolean> {
  const guard = `${lockPath}.takeover`;
  await takeLock(guard);
  try {
    if ((await textOf(lockPath)) !== found) return false;
    const draft = `${lockPath}.${randomUUID()}`;
    await writeFile(draft, own);
    await rename(draft, lockPath);
    return true;
  } finally {
    await releaseLock(guard);
  }
}

/** Makes the file with its whole text, or not at all: false if there is one. */
async function putNew(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text);
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(ignoreMissing);
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ignoreMissing);
}

function holderOf(text: string): ProcessIdentity | undefined {
  try {
    const { host, pid, begun } = JSON.parse(text) as ProcessIdentity;
    return typeof host === 'string' && typeof pid === 'number' ? { host, pid, ...(begun && { begun }) } : undefined;
  } catch {
    return undefined;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
