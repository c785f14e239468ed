import type { Location } from '../errors.ts';

/**
 * Lines of a text, numbered as editors number them: a line ends at LF, CRLF or a lone CR. Columns count UTF-16 units from 1.
 * (The engine counts otherwise, see `EngineLines`; U+2028 ends a line for neither.)
 */
export class Lines {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    this.starts = startsOf(text, /\r\n?|\n/g);
  }

  at(offset: number): { line: number; column: number } {
    const index = lastAtMost(this.starts, offset);
    return { line: index + 1, column: offset - (this.starts[index] ?? 0) + 1 };
  }

  /** Text of a line without its end; empty past the last. */
  line(line: number): string {
    const start = this.starts[line - 1];
    return start === undefined ? '' : this.text.slice(start, this.starts[line]).replace(/[\r\n]+$/, '');
  }

  /** Offset of a place, kept inside the text. Both arguments count from 1. */
  offset(line: number, column: number): number {
    return Math.min((this.starts[line - 1] ?? this.text.length) + column - 1, this.text.length);
  }
}

/** Lines as QuickJS reports them: only LF ends one, and columns count code points. */
export class EngineLines {
  private readonly starts: readonly number[];
  /** Code points and UTF-16 units are the same. A script may be one long line with thousands of places. */
  private readonly hasPlainColumns: boolean;

  constructor(private readonly text: string) {
    this.starts = startsOf(text, /\n/g);
    this.hasPlainColumns = !/[\ud800-\udbff]/.test(text);
  }

  /** Offset of a place that the engine names; `undefined` for a line that the text does not have. */
  offset(line: number, column: number): number | undefined {
    let offset = this.starts[line - 1];
    if (offset === undefined) return undefined;
    if (this.hasPlainColumns) return Math.min(offset + Math.max(0, column - 1), this.text.length);
    for (let left = column - 1; left > 0 && offset < this.text.length; left--) offset += widthAt(this.text, offset);
    return offset;
  }
}

const excerptMax = 120;

/**
 * The line of `source` that `location` points at, with a caret below the column. Two lines of text without a last line break;
 * a long line is cut to what stands around the caret.
 */
export function excerpt(source: string, location: Pick<Location, 'line' | 'column'>): string {
  const line = new Lines(source).line(location.line);
  const from = Math.max(0, Math.min(location.column - 1 - excerptMax / 2, line.length - excerptMax));
  const shown = line.slice(from, from + excerptMax);
  const gutter = `  ${location.line} | ${from > 0 ? '…' : ''}`;
  const below = shown.slice(0, location.column - 1 - from).replace(/[^\t]/g, ' ');
  const cut = from + excerptMax < line.length ? '…' : '';
  return `${gutter}${shown}${cut}\n${' '.repeat(gutter.length)}${below}^`;
}

function startsOf(text: string, ends: RegExp): number[] {
  const starts = [0];
  for (const end of text.matchAll(ends)) starts.push(end.index + end[0].length);
  return starts;
}

/** Index of the last element of an ascending list that is at most `value`; 0 where there is none. */
function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function widthAt(text: string, offset: number): number {
  const point = text.codePointAt(offset);
  return point !== undefined && point > 0xffff ? 2 : 1;
}
