import { describe, expect, test } from 'vitest';
import { printed } from './output.ts';

const output = ['PASS  20 cases in 1.5 s', '', '  a {"b":1}', '    c  ', 'd', 'seed 5', ''].join('\n');

describe('what a document shows was printed', () => {
  test.each([
    ['a line', 'd'],
    ['lines, one after the other', '  a {"b":1}\n    c\nd\n'],
    ['lines that the document indents otherwise', 'a {"b":1}\n  c'],
    ['a line with a gap', 'PASS  20 cases in … s'],
    ['lines with lines between them', 'PASS…\n…\nd\nseed 5'],
    ['lines between which nothing was left out', 'd\n…\nseed 5'],
    ['an empty line', 'PASS…\n\n  a…'],
  ])('%s', (_, shown) => {
    expect(printed(shown, output)).toBe(true);
  });

  test.each([
    ['another line', 'e'],
    ['a part of a line', 'PASS'],
    ['another order', 'd\n    c'],
    ['a line left out', '  a {"b":1}\nd'],
    ['what would be a pattern', 'seed .'],
    ['an empty line that is none', 'd\n\nseed 5'],
  ])('not: %s', (_, shown) => {
    expect(printed(shown, output)).toBe(false);
  });
});
