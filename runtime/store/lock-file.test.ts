import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LockHeldError, releaseLock, takeLock } from './lock-file.ts';
import { isOver, ownIdentity } from './process-identity.ts';

function newLockPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'lock-')), 'run.journal.lock');
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()));
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await ended(child);
  return child.pid as number;
}

describe('a lock', () => {
  test('is held by one, and by the next when it is given back', async () => {
    const path = newLockPath();

    await takeLock(path);
    await expect(takeLock(path)).rejects.toMatchObject({ holder: { pid: process.pid, host: hostname() } });
    await releaseLock(path);
    await takeLock(path);

    expect(existsSync(path)).toBe(true);
  });

  test('of a process that is over is taken, by one of the many that try', async () => {
    const path = newLockPath();
    writeFileSync(path, JSON.stringify({ host: hostname(), pid: await deadPid(), token: 'dead' }));

    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path)));

    const errors = tries.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors).toHaveLength(19);
    expect(errors.every((error) => error instanceof LockHeldError)).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(readdirSync(join(path, '..'))).toEqual(['run.journal.lock']);
  });

  test('is taken also when one that was taking it over has died over it', async () => {
    const path = newLockPath();
    const dead = JSON.stringify({ host: hostname(), pid: await deadPid() });
    writeFileSync(path, dead);
    writeFileSync(`${path}.takeover`, dead);

    await takeLock(path);

    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(readdirSync(join(path, '..'))).toEqual(['run.journal.lock']);
  });

  test.each([
    ['is on another machine', { host: 'elsewhere', pid: 1 }],
    ['is alive and not ours', { host: hostname(), pid: process.ppid }],
    ['is not named', 'what'],
  ])('whose holder %s is left alone', async (_what, holder) => {
    const path = newLockPath();
    writeFileSync(path, JSON.stringify(holder));

    await expect(takeLock(path)).rejects.toBeInstanceOf(LockHeldError);
  });
});

describe('a process', () => {
  test('that is alive is not over; one with its number that began at another time is', () => {
    const own = ownIdentity();

    expect(isOver(own)).toBe(false);
    if (own.begun !== undefined) expect(isOver({ ...own, begun: `${own.begun}0` })).toBe(true);
  });

  test('that was killed is over, whether or not its end was asked about', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1e6)']);
    const identity = { host: hostname(), pid: child.pid as number };
    expect(isOver(identity)).toBe(false);

    child.kill('SIGKILL');
    await ended(child);

    expect(isOver(identity)).toBe(true);
  });
});
