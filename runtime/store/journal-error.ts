import { LockstepError } from '../errors.ts';

/** What is wrong with a journal file. */
export type JournalErrorCode =
  /** Another process, or another part of this one, is writing it. */
  | 'JOURNAL_LOCKED'
  /** A record in the middle is not as it was written: see `line` and `offset`. */
  | 'JOURNAL_DAMAGED'
  /** The file is something else, or was written by a newer release. */
  | 'JOURNAL_FORMAT'
  /** The file system refuses: the disk is full, permission is denied, the path is a directory. `cause` is its error. */
  | 'JOURNAL_IO'
  /** It was closed. */
  | 'JOURNAL_CLOSED';

/** A journal file cannot be read or written. Nothing in it was changed, and what it held it still holds. */
export class JournalError extends LockstepError {
  readonly path: string;
  /** Of the damage: from 1, as editors count. */
  readonly line?: number;
  /** Of the damage: in bytes from the start of the file. */
  readonly offset?: number;

  constructor(
    readonly code: JournalErrorCode,
    message: string,
    detail: { path: string; line?: number; offset?: number; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.path = detail.path;
    if (detail.line !== undefined) this.line = detail.line;
    if (detail.offset !== undefined) this.offset = detail.offset;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  EISDIR: 'it is a directory, not a file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk reports a failure',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'the path has too many symbolic links',
};

/** What the file system said, for a person. */
export function ioError(path: string, doing: 'open' | 'read' | 'write', cause: unknown): JournalError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new JournalError('JOURNAL_IO', `Cannot ${doing} the journal ${path}: ${reasons[code] ?? message}.`, {
    path,
    cause,
  });
}
