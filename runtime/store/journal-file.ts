import { constants } from 'node:fs';
import { type FileHandle, open, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Journal, JournalRecord } from '../sandbox/journal.ts';
import { ioError, JournalError } from './journal-error.ts';
import { firstLine, type JournalContents, parseJournal, printRecord } from './journal-text.ts';
import { LockHeldError, releaseLock, takeLock } from './lock-file.ts';

/** Where a journal's bytes go. */
export interface AppendOnlyFile {
  /** Writes all of it behind `offset` and flushes it to the disk. */
  write(bytes: Buffer, offset: number): Promise<void>;
  /** Takes back what is behind `offset`. */
  truncate(offset: number): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly records: readonly JournalRecord[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A journal in a file, for one run. What an `append` has resolved for is on the disk: it survives the process and the
 * machine's power. One at a time may write to a file; it is locked, by a file beside it, until `close`.
 *
 * After a write that failed nothing is written any more, and what it had written of its records is taken back: the file
 * stays a journal of what has happened up to then.
 */
export class FileJournal implements Journal, AsyncDisposable {
  /** What the file held when it was opened, for `runFromJournal`. */
  readonly contents: JournalContents;
  readonly path: string;
  readonly #file: AppendOnlyFile;
  /** Length of what is whole and flushed. */
  #bytes: number;
  /** How many records that is. */
  #count: number;
  /** Appends that have not been begun. They are written together: a flush costs the same for one as for many. */
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #failure: unknown;
  #closed: Promise<void> | undefined;

  /** Use `FileJournal.open`. */
  constructor(path: string, file: AppendOnlyFile, contents: JournalContents) {
    this.path = path;
    this.contents = contents;
    this.#file = file;
    this.#bytes = contents.bytes;
    this.#count = contents.records.length;
  }

  /**
   * Opens a journal to write to it, and makes it if there is none. A torn tail is cut.
   *
   * @throws JournalError `JOURNAL_LOCKED`, `JOURNAL_DAMAGED`, `JOURNAL_FORMAT`, `JOURNAL_IO`. The file is left as it was.
   */
  static async open(path: string): Promise<FileJournal> {
    const file = await LockedFile.open(path);
    try {
      const contents = parseJournal(await file.read(), path);
      const journal = new FileJournal(path, file, contents);
      await journal.#begin();
      return journal;
    } catch (error) {
      await file.close();
      throw error instanceof JournalError ? error : ioError(path, 'open', error);
    }
  }

  /**
   * Resolves when the records are on the disk. Appends that are made while another one is under way are flushed together;
   * records stay in the order in which they were given.
   *
   * @throws JournalError `JOURNAL_IO`, of this write or of an earlier one; `JOURNAL_CLOSED`.
   */
  append(records: readonly JournalRecord[]): Promise<void> {
    if (this.#closed !== undefined) return Promise.reject(closed(this.path));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ records, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Waits for what is under way, and gives the file free for others. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= Promise.resolve(this.#writing).then(() => this.#file.close());
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #begin(): Promise<void> {
    if (this.contents.torn !== undefined) await this.#file.truncate(this.#bytes);
    if (this.#bytes > 0) return;
    await this.#file.write(Buffer.from(firstLine), 0);
    this.#bytes = firstLine.length;
  }

  async #writeAll(): Promise<void> {
    // Whatever else is appended in this moment goes with it.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#write(batch);
    }
    this.#writing = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      const records = batch.flatMap((waiting) => waiting.records);
      const lines = records.map((record, index) => printRecord(this.#count + index, record));
      const bytes = Buffer.from(lines.join(''));
      if (bytes.length > 0) await this.#file.write(bytes, this.#bytes);
      this.#bytes += bytes.length;
      this.#count += records.length;
      for (const { resolve } of batch) resolve();
    } catch (error) {
      await this.#fail(error);
      for (const { reject } of batch) reject(this.#failure);
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (this.#failure !== undefined) return;
    this.#failure = ioError(this.path, 'write', error);
    // If this fails too, what is left is a torn tail, which a reader recognises.
    await this.#file.truncate(this.#bytes).catch(() => undefined);
  }
}

/**
 * What a journal holds. A file that is not there, or is empty, holds nothing. The file is only read: a line that is not
 * whole may be one that another process is writing.
 *
 * @throws JournalError `JOURNAL_DAMAGED` with line and byte offset; `JOURNAL_FORMAT`; `JOURNAL_IO`.
 */
export async function readJournal(path: string): Promise<JournalContents> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { records: [], bytes: 0 };
    throw ioError(path, 'read', error);
  }
  return parseJournal(content, path);
}

/** A file that is open and locked. */
class LockedFile implements AppendOnlyFile {
  readonly #handle: FileHandle;
  readonly #lockPath: string;

  private constructor(handle: FileHandle, lockPath: string) {
    this.#handle = handle;
    this.#lockPath = lockPath;
  }

  static async open(path: string): Promise<LockedFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, constants.O_RDWR | constants.O_CREAT);
      await checkRegular(handle, path);
      // By its true name, so that two ways to one file are one lock.
      const name = await realpath(path);
      await takeLock(`${name}.lock`);
      const file = new LockedFile(handle, `${name}.lock`);
      await flushFolder(dirname(name));
      return file;
    } catch (error) {
      await handle?.close();
      throw openError(path, error);
    }
  }

  read(): Promise<Buffer> {
    return this.#handle.readFile();
  }

  async write(bytes: Buffer, offset: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, offset + done);
      done += bytesWritten;
    }
    await this.#handle.datasync();
  }

  async truncate(offset: number): Promise<void> {
    await this.#handle.truncate(offset);
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await releaseLock(this.#lockPath);
  }
}

async function checkRegular(handle: FileHandle, path: string): Promise<void> {
  if ((await handle.stat()).isFile()) return;
  throw new JournalError('JOURNAL_IO', `Cannot open the journal ${path}: it is not a regular file.`, { path });
}

/** A new file is only there after a loss of power when its folder was flushed, too. Not every system can do that. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

function openError(path: string, error: unknown): JournalError {
  if (error instanceof JournalError) return error;
  return error instanceof LockHeldError ? locked(path, error) : ioError(path, 'open', error);
}

function locked(path: string, { lockPath, holder }: LockHeldError): JournalError {
  const who = holder === undefined ? 'Somebody' : `Process ${holder.pid} on ${holder.host}`;
  const message =
    `${who} is writing the journal ${path}; only one at a time can. Wait until it ends, or end it. ` +
    `If it is certainly over, remove ${lockPath}.`;
  return new JournalError('JOURNAL_LOCKED', message, { path });
}

function closed(path: string): JournalError {
  return new JournalError('JOURNAL_CLOSED', `The journal ${path} was closed; open it again to go on.`, { path });
}
