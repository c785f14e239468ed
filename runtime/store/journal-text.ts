/**
 * A journal as text. The first line says what the file is; then there is one record per line:
 *
 *     <number> <bytes> <checksum> <JSON>
 *
 * numbered from 0, with the length of the JSON in bytes and its CRC-32 begun with the number, in 8 hexadecimal digits.
 *
 * A process that dies while it writes leaves a last line that is not whole: the **torn tail**. Nobody had acted on what it
 * says, for its append had not resolved, so it is cut. Any other damage is not the work of a crash. What is behind it was
 * relied on, and a journal that skipped a line would tell of another run: so that is an error, and nothing is read. The
 * two are told apart by whether an intact line follows: a last line that was damaged later is taken for a torn one.
 */
import { crc32 } from 'node:zlib';
import type { JournalRecord } from '../sandbox/journal.ts';
import { JournalError } from './journal-error.ts';

/** The first line of a journal. The number is that of the format. */
export const firstLine = 'lockstep-journal 1\n';

/** What a journal file holds. */
export interface JournalContents {
  readonly records: readonly JournalRecord[];
  /** Length of what is sound, from the start of the file. */
  readonly bytes: number;
  /** What is behind that: a line that was not written to its end, or several. Absent: nothing. */
  readonly torn?: TornTail;
}

export interface TornTail {
  /** From 1, as editors count. */
  readonly line: number;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: number;
}

/** A record as a line, with its end. Throws `TypeError` for what is not JSON. */
export function printRecord(number: number, record: JournalRecord): string {
  const text = JSON.stringify(record);
  return `${number} ${Buffer.byteLength(text)} ${checksum(number, text)} ${text}\n`;
}

/** All of a journal that holds these records. Throws `TypeError` for what is not JSON. */
export function printJournal(records: readonly JournalRecord[]): Buffer {
  return Buffer.from(firstLine + records.map((record, number) => printRecord(number, record)).join(''));
}

/**
 * The records of a journal, without its torn tail.
 *
 * @param path for the messages.
 * @throws JournalError `JOURNAL_FORMAT` for a file that is no journal, or one of a newer release; `JOURNAL_DAMAGED` with line
 * and offset.
 */
export function parseJournal(content: Buffer, path: string): JournalContents {
  if (!beginsAsJournal(content)) throw noJournal(content, path);
  const records: JournalRecord[] = [];
  // A first line that is not whole is the torn tail of a journal in which nothing was written yet.
  let offset = content.length < firstLine.length ? 0 : firstLine.length;
  while (offset < content.length) {
    const line = lineAt(content, offset);
    if (line?.number !== records.length) {
      if (line === undefined && !hasLineBehind(content, offset)) break;
      throw damaged(path, lineNumber(records, offset), offset);
    }
    records.push(line.record);
    offset = line.end;
  }
  if (offset === content.length) return { records, bytes: offset };
  const torn = { line: lineNumber(records, offset), offset, bytes: content.length - offset };
  return { records, bytes: offset, torn };
}

/** Of the line behind these records, as editors count. */
function lineNumber(records: readonly JournalRecord[], offset: number): number {
  return offset === 0 ? 1 : records.length + 2;
}

/** Whether the file is a journal so far: all of the first line is there, or no more than its beginning. */
function beginsAsJournal(content: Buffer): boolean {
  return firstLine.startsWith(content.toString('latin1', 0, Math.min(content.length, firstLine.length)));
}

interface Line {
  readonly number: number;
  readonly record: JournalRecord;
  /** Where the next line begins. */
  readonly end: number;
}

const newline = 0x0a;

/** The line that begins there; nothing if it is not as it was written. */
function lineAt(content: Buffer, offset: number): Line | undefined {
  // The prefix is ASCII and short.
  const prefix = /^(\d{1,15}) (\d{1,15}) ([\da-f]{8}) /.exec(content.toString('latin1', offset, offset + 64));
  if (prefix === null) return undefined;
  const [number, start] = [Number(prefix[1]), offset + prefix[0].length];
  const end = start + Number(prefix[2]);
  const text = content.subarray(start, end);
  if (content[end] !== newline || checksum(number, text) !== prefix[3]) return undefined;
  return { number, record: JSON.parse(text.toString('utf8')) as JournalRecord, end: end + 1 };
}

/**
 * Whether an intact line begins anywhere behind there: what separates it from the one before may be damaged too. None is ever
 * found inside of another, whatever that records, since quotes are escaped there.
 */
function hasLineBehind(content: Buffer, offset: number): boolean {
  for (const { index } of content.toString('latin1', offset + 1).matchAll(/(?=\d{1,15} \d{1,15} [\da-f]{8} )/g)) {
    if (lineAt(content, offset + 1 + index) !== undefined) return true;
  }
  return false;
}

function checksum(number: number, text: string | Buffer): string {
  return crc32(text, number % 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

function damaged(path: string, line: number, offset: number): JournalError {
  const message =
    `The journal ${path} is damaged at line ${line}, byte ${offset}: the record there is not as it was written, or records ` +
    'before it are missing, and there are later ones that were relied on. This is not what a crash leaves behind. ' +
    `Restore the file from a copy; to go on from what was before the damage, cut it there: truncate -s ${offset}.`;
  return new JournalError('JOURNAL_DAMAGED', message, { path, line, offset });
}

function noJournal(content: Buffer, path: string): JournalError {
  if (hasLineBehind(content, 0)) return damaged(path, 1, 0);
  const version = /^lockstep-journal (\d+)\n/.exec(content.toString('latin1', 0, 64))?.[1];
  const message =
    version === undefined
      ? `${path} is not a journal: it does not begin with "${firstLine.trimEnd()}". It was left as it is.`
      : `The journal ${path} has format ${version}; this release reads 1. Use a newer release of lockstep.`;
  return new JournalError('JOURNAL_FORMAT', message, { path });
}
