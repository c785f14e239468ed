import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../sandbox/journal.ts';
import { firstLine, parseJournal, printRecord } from './journal-text.ts';

const records: JournalRecord[] = [
  { type: 'reservation', position: 0, name: 'pay', input: { amount: 9, to: 'Zoë 🐢\u2028', lone: '\ud800' } },
  { type: 'entry', position: 0, entry: { type: 'action', name: 'pay', input: null, response: ['\n'], order: 0 } },
  { type: 'interrupt', position: 1, payload: null },
  { type: 'entry', position: 2, entry: { type: 'now', response: 1.5 } },
];

const lines = records.map((record, number) => printRecord(number, record));
const whole = Buffer.from([firstLine, ...lines].join(''));

/** Where each line begins, and the end of the last. */
const starts = [0];
for (const line of [firstLine, ...lines]) starts.push((starts.at(-1) as number) + Buffer.byteLength(line));

function parsed(content: Buffer) {
  return parseJournal(content, 'j');
}

function thrown(content: Buffer): unknown {
  try {
    return parsed(content);
  } catch (error) {
    return error;
  }
}

describe('a journal as text', () => {
  test('is one line per record, and gives them back', () => {
    expect(whole.toString().split('\n')).toHaveLength(records.length + 2);
    expect(parsed(whole)).toEqual({ records, bytes: whole.length });
  });

  test('that is empty holds nothing', () => {
    expect(parsed(Buffer.alloc(0))).toEqual({ records: [], bytes: 0 });
    expect(parsed(Buffer.from(firstLine))).toEqual({ records: [], bytes: firstLine.length });
  });

  test('cut at any byte, holds the records whose lines are whole; the rest is the torn tail', () => {
    for (let length = 0; length <= whole.length; length++) {
      const line = starts.findLastIndex((start) => start <= length);
      const bytes = starts[line] as number;
      const torn = length === bytes ? {} : { torn: { line: line + 1, offset: bytes, bytes: length - bytes } };

      expect(parsed(whole.subarray(0, length))).toEqual({
        records: records.slice(0, Math.max(line - 1, 0)),
        bytes,
        ...torn,
      });
    }
  });

  test('with zeros, or nothing sensible, behind its end has a torn tail', () => {
    for (const tail of ['\0'.repeat(5000), '4 10 xxx\n', '\n', '\n\n', 'so\nmany\nlines\n']) {
      const found = parsed(Buffer.concat([whole, Buffer.from(tail)]));

      expect(found).toEqual({
        records,
        bytes: whole.length,
        torn: { line: 6, offset: whole.length, bytes: tail.length },
      });
    }
  });

  test('with any byte changed that is not in the last line, is damaged there', () => {
    const last = starts[lines.length] as number;
    for (let at = 0; at < last; at++) {
      const content = Buffer.from(whole);
      content[at] = (content[at] as number) ^ 0x15;
      const line = starts.findLastIndex((start) => start <= at);

      expect(thrown(content)).toMatchObject({
        code: 'JOURNAL_DAMAGED',
        line: line + 1,
        offset: starts[line],
        path: 'j',
      });
    }
  });

  test('with any byte changed in the last line, ends before that line', () => {
    const last = starts[lines.length] as number;
    for (let at = last; at < whole.length; at++) {
      const content = Buffer.from(whole);
      content[at] = (content[at] as number) ^ 0x15;

      expect(parsed(content)).toMatchObject({ records: records.slice(0, -1), torn: { line: 5, offset: last } });
    }
  });

  test.each([
    ['left out', [0, 2, 3], 3],
    ['there twice', [0, 1, 1, 2, 3], 4],
    ['in another order', [1, 0, 2, 3], 2],
    ['left out at the start', [1, 2, 3], 2],
  ])('with a line %s, is damaged there', (_what, order, line) => {
    const content = Buffer.from([firstLine, ...order.map((index) => lines[index])].join(''));

    expect(thrown(content)).toMatchObject({ code: 'JOURNAL_DAMAGED', line });
  });

  test('without its first line is damaged', () => {
    expect(thrown(whole.subarray(firstLine.length))).toMatchObject({ code: 'JOURNAL_DAMAGED', line: 1, offset: 0 });
  });

  test('of a newer release, and another file, are refused', () => {
    expect(thrown(Buffer.from('lockstep-journal 2\n'))).toMatchObject({
      code: 'JOURNAL_FORMAT',
      message: expect.stringContaining('newer release'),
    });
    expect(thrown(Buffer.from('Dear diary,\n'))).toMatchObject({
      code: 'JOURNAL_FORMAT',
      message: expect.stringContaining('left as it is'),
    });
  });
});
