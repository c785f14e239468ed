import { describe, expect, test } from 'vitest';
import { coverageLines } from './coverage-text.ts';
import type { Coverage, Unreached } from './report.ts';
import { plainStyle } from './style.ts';

const unreached: Unreached = {
  kind: 'catch',
  what: 'this catch',
  location: { file: 'flow.ts', line: 9, column: 11 },
  end: { line: 9, column: 19 },
  text: '  try {} catch {} return',
};

function lines(given: Partial<Coverage>): string[] {
  const all = { branches: { reached: 2, total: 3 }, functions: { reached: 1, total: 1 }, unreached: [unreached] };
  return coverageLines({ ...all, ...given }, plainStyle);
}

describe('what was never reached', () => {
  test('is marked below the line, without its indent, and said in words', () => {
    expect(lines({})).toEqual([
      '    branches: 2 of 3 reached; never reached:',
      '      flow.ts',
      '      9 | try {} catch {} return',
      '        |         ~~~~~~~~ this catch',
    ]);
  });

  test('names a file once, and says of several lines where they end', () => {
    const more = { ...unreached, location: { file: 'flow.ts', line: 12, column: 3 }, end: { line: 14, column: 2 } };

    expect(lines({ unreached: [unreached, { ...more, what: 'this function was never called' }] }).slice(4)).toEqual([
      '      12 | try {} catch {} return',
      '         | ~~~~~~~~~~~~~~~~~~~~~~ (to line 14) this function was never called',
    ]);
  });

  test('is cut round the place in a long line', () => {
    const location = { file: 'flow.ts', line: 1, column: 501 };
    const [, , line, mark] = lines({
      unreached: [
        { ...unreached, location, end: { line: 1, column: 503 }, text: `${'x'.repeat(500)}()${'y'.repeat(500)}` },
      ],
    });

    expect(line?.length).toBeLessThan(130);
    expect(mark?.indexOf('~~')).toBe(line?.indexOf('()'));
  });

  test('is a dozen of places at most', () => {
    expect(lines({ unreached: Array.from({ length: 40 }, () => unreached) }).at(-1)).toBe('      and 28 places more');
  });

  test('is nothing where all was, and nothing is said of a script that has no branches', () => {
    expect(lines({ branches: { reached: 3, total: 3 }, unreached: [] })).toEqual(['    branches: 3 of 3 reached']);
    expect(lines({ branches: { reached: 0, total: 0 }, unreached: [] })).toEqual([]);
    expect(coverageLines(undefined, plainStyle)).toEqual([]);
  });

  test('says how many functions were called, where some never were', () => {
    expect(lines({ functions: { reached: 1, total: 2 } })[0]).toContain('1 of 2 functions called');
  });
});
