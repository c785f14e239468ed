import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineAction } from '../sandbox/action.ts';
import type { JournalRecord } from '../sandbox/journal.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { ioError } from './journal-error.ts';
import { type AppendOnlyFile, FileJournal, readJournal } from './journal-file.ts';
import { parseJournal } from './journal-text.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'journal-'));
}

function newPath(): string {
  return join(newFolder(), 'run.journal');
}

const question = (position: number): JournalRecord => ({
  type: 'interrupt',
  position,
  payload: `question ${position}`,
});

/** A disk on which so many bytes are free. What does not fit is written as far as it does. */
class SmallDisk implements AppendOnlyFile {
  content = Buffer.alloc(0);
  flushes = 0;
  constructor(private readonly free: number) {}

  async write(bytes: Buffer, offset: number): Promise<void> {
    this.flushes += 1;
    await new Promise((resolve) => setImmediate(resolve));
    this.content = Buffer.concat([this.content.subarray(0, offset), bytes]).subarray(0, this.free);
    if (offset + bytes.length > this.free) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  }

  async truncate(offset: number): Promise<void> {
    this.content = this.content.subarray(0, offset);
  }

  async close(): Promise<void> {}
}

async function journalOn(disk: SmallDisk): Promise<FileJournal> {
  await disk.write(Buffer.from('lockstep-journal 1\n'), 0);
  disk.flushes = 0;
  return new FileJournal('small', disk, parseJournal(disk.content, 'small'));
}

describe('a journal file', () => {
  test('has what was appended, and goes on when it is opened again', async () => {
    const path = newPath();

    const first = await FileJournal.open(path);
    await first.append([question(0), question(1)]);
    expect((await readJournal(path)).records).toEqual([question(0), question(1)]);
    await first.close();
    await using second = await FileJournal.open(path);
    await second.append([question(2)]);

    expect(second.contents.records).toEqual([question(0), question(1)]);
    expect((await readJournal(path)).records).toEqual([question(0), question(1), question(2)]);
  });

  test('that is missing or empty holds nothing', async () => {
    const path = newPath();
    expect(await readJournal(path)).toEqual({ records: [], bytes: 0 });
    expect(existsSync(path)).toBe(false);

    writeFileSync(path, '');
    expect(await readJournal(path)).toEqual({ records: [], bytes: 0 });
  });

  test('with a torn tail loses that, when it is opened to be written', async () => {
    const path = newPath();
    const first = await FileJournal.open(path);
    await first.append([question(0), question(1)]);
    await first.close();
    truncateSync(path, readFileSync(path).length - 3);

    expect(await readJournal(path)).toMatchObject({ records: [question(0)], torn: { line: 3 } });
    await using second = await FileJournal.open(path);
    await second.append([question(7)]);

    expect(second.contents.torn).toMatchObject({ line: 3 });
    expect((await readJournal(path)).records).toEqual([question(0), question(7)]);
  });

  test('keeps appends that are made at once in their order, and flushes them together', async () => {
    const disk = new SmallDisk(1e6);
    const journal = await journalOn(disk);

    await Promise.all(Array.from({ length: 100 }, (_, i) => journal.append([question(2 * i), question(2 * i + 1)])));

    expect(parseJournal(disk.content, 'small').records).toEqual(Array.from({ length: 200 }, (_, i) => question(i)));
    expect(disk.flushes).toBeLessThanOrEqual(2);
  });

  test('that is closed takes nothing more, and has all that was under way', async () => {
    const path = newPath();
    const journal = await FileJournal.open(path);

    const under = journal.append([question(0)]);
    const closing = journal.close();

    await expect(journal.append([question(1)])).rejects.toMatchObject({ code: 'JOURNAL_CLOSED' });
    await Promise.all([under, closing, journal.close()]);
    expect((await readJournal(path)).records).toEqual([question(0)]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('is written by one at a time, by whatever name', async () => {
    const path = newPath();
    symlinkSync(path, `${path}.link`);
    await using journal = await FileJournal.open(path);
    await journal.append([question(0)]);

    for (const name of [path, `${path}.link`])
      await expect(FileJournal.open(name)).rejects.toMatchObject({
        code: 'JOURNAL_LOCKED',
        message: expect.stringContaining(`Process ${process.pid}`),
      });
    expect((await readJournal(path)).records).toEqual([question(0)]);
  });

  test('that is no journal is left as it is', async () => {
    const path = newPath();
    writeFileSync(path, 'Dear diary');

    await expect(FileJournal.open(path)).rejects.toMatchObject({ code: 'JOURNAL_FORMAT' });

    expect(readFileSync(path, 'utf8')).toBe('Dear diary');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('that is damaged is left as it is', async () => {
    const path = newPath();
    const journal = await FileJournal.open(path);
    await journal.append([question(0), question(1)]);
    await journal.close();
    const text = readFileSync(path, 'utf8').replace('question 0', 'question 9');
    writeFileSync(path, text);

    await expect(FileJournal.open(path)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED', line: 2, offset: 19 });

    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('a file system that refuses', () => {
  test('a directory, and a folder that is not there, are named as what they are', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'directory'));

    await expect(FileJournal.open(join(folder, 'directory'))).rejects.toMatchObject({
      code: 'JOURNAL_IO',
      message: expect.stringContaining('it is a directory'),
      cause: { code: 'EISDIR' },
    });
    await expect(readJournal(join(folder, 'directory'))).rejects.toMatchObject({ code: 'JOURNAL_IO' });
    await expect(FileJournal.open(join(folder, 'none/run.journal'))).rejects.toMatchObject({
      code: 'JOURNAL_IO',
      message: expect.stringContaining('no such folder'),
    });
    await expect(FileJournal.open('/dev/null')).rejects.toMatchObject({
      code: 'JOURNAL_IO',
      message: expect.stringContaining('not a regular file'),
    });
  });

  test('what it says is put into words, where there are any', () => {
    expect(ioError('j', 'write', { code: 'EACCES' }).message).toBe('Cannot write the journal j: permission is denied.');
    expect(ioError('j', 'read', new Error('EODD: what now')).message).toBe(
      'Cannot read the journal j: EODD: what now.',
    );
  });

  test('a full disk fails the appends from there on, and the file stays a journal of what was before', async () => {
    const disk = new SmallDisk(200);
    const journal = await journalOn(disk);
    await journal.append([question(0)]);

    const results = await Promise.allSettled([
      journal.append([question(1), question(2), question(3)]),
      journal.append([question(4)]),
    ]);
    const later = journal.append([question(5)]);

    for (const result of results)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { code: 'JOURNAL_IO', message: 'Cannot write the journal small: the disk is full.' },
      });
    await expect(later).rejects.toMatchObject({ code: 'JOURNAL_IO' });
    expect(parseJournal(disk.content, 'small')).toEqual({ records: [question(0)], bytes: disk.content.length });
  });

  test('a full disk aborts the run, which has all that has settled and can go on elsewhere', async () => {
    const executed: string[] = [];
    const work = defineAction({
      name: 'work',
      execute(input: number, { idempotencyKey }) {
        executed.push(idempotencyKey);
        return 'x'.repeat(100 * input);
      },
    });
    await using sandbox = new Sandbox({ actions: [work] });
    const disk = new SmallDisk(2000);

    const run = await sandbox.eval(
      'let n = 0; for (let i = 1; i <= 8; i++) n += (await actions.work(i)).length; return n;',
      { journal: await journalOn(disk), runId: 'r' },
    );
    const done = await sandbox.answer(run, {});

    expect(run).toMatchObject({
      status: 'aborted',
      reason: { code: 'JOURNAL', message: expect.stringContaining('the disk is full') },
    });
    expect(parseJournal(disk.content, 'small').torn).toBeUndefined();
    expect(done).toMatchObject({ status: 'completed', value: 3600 });
    expect(executed).toEqual(Array.from({ length: 8 }, (_, i) => `r:${i}`));
  });
});

test('a lock that another process left when it was killed is no obstacle', async () => {
  const path = newPath();
  const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
  writeFileSync(`${path}.lock`, JSON.stringify({ ...JSON.parse(await lockTextOf(newPath())), pid, begun: undefined }));

  await using journal = await FileJournal.open(path);

  expect(journal.contents.records).toEqual([]);
});

async function lockTextOf(path: string): Promise<string> {
  await using _journal = await FileJournal.open(path);
  return readFileSync(`${path}.lock`, 'utf8');
}
