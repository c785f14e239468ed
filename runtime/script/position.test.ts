import { describe, expect, test } from 'vitest';
import { EngineLines, excerpt, Lines } from './position.ts';

describe('lines', () => {
  test('end at LF, CRLF and a lone CR, and nowhere else', () => {
    const lines = new Lines('a\nb\r\nc\rd\u2028e');

    expect([0, 2, 5, 7, 9].map((offset) => lines.at(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 3 },
    ]);
  });

  test('give back the offset of a place', () => {
    const text = 'ab\r\ncd\n\nef';
    const lines = new Lines(text);

    for (let offset = 0; offset <= text.length; offset++) {
      const { line, column } = lines.at(offset);
      expect(lines.offset(line, column)).toBe(offset);
    }
  });

  test('of the engine end at LF alone and count code points', () => {
    const lines = new EngineLines('a\r😀b\nc');

    expect([lines.offset(1, 4), lines.offset(2, 1), lines.offset(3, 1)]).toEqual([4, 6, undefined]);
  });
});

describe('an excerpt', () => {
  test('shows the line with a caret below, tabs kept', () => {
    expect(excerpt('one\n\ttwo three\n', { line: 2, column: 6 })).toBe('  2 | \ttwo three\n      \t    ^');
  });

  test('of a long line shows what is around the caret', () => {
    const source = `${'x'.repeat(5_000)}here${'y'.repeat(5_000)}`;

    const [line = '', caret = ''] = excerpt(source, { line: 1, column: 5_001 }).split('\n');

    expect(line.length).toBeLessThan(140);
    expect(line.slice(caret.length - 1)).toMatch(/^here/);
  });

  test('past the end shows an empty line', () => {
    expect(excerpt('a', { line: 9, column: 1 })).toBe('  9 | \n      ^');
  });
});
