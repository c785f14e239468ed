import { expect, test } from 'vitest';
import { counterMax, isStamp, parseStamp, stampText, wallMsMax } from './stamp.ts';

test.each([
  [{ wallMs: 0, counter: 0 }, '0000000000000-0000'],
  [{ wallMs: 1_700_000_000_000, counter: 10 }, '1700000000000-000a'],
  [{ wallMs: wallMsMax, counter: counterMax }, '9999999999999-ffff'],
])('a stamp %o is written in a fixed width, and read again', (stamp, text) => {
  expect(stampText(stamp)).toBe(text);
  expect(isStamp(text)).toBe(true);
  expect(parseStamp(text)).toEqual(stamp);
});

test.each([
  '',
  '1700000000000',
  '1700000000000-0A00',
  '1700000000000-00000',
  '01700000000000-0000',
  '170000000000-0000',
])('%j is none', (text) => {
  expect(isStamp(text)).toBe(false);
});
