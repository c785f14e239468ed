/** A place as the engine names it: only LF ends a line, and columns count code points. Both from 1. */
export interface EnginePlace {
  readonly line: number;
  readonly column: number;
}

/** The lines of a code as the engine counts them. */
export class CodeLines {
  readonly #code: string;
  readonly #starts: readonly number[];
  /** Code points and UTF-16 units are the same, as nearly always; then a long line costs no more than a short one. */
  readonly #hasPlainColumns: boolean;

  constructor(code: string) {
    this.#code = code;
    this.#hasPlainColumns = !/[\ud800-\udbff]/.test(code);
    this.#starts = [0, ...Array.from(code.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  placeOf(offset: number): EnginePlace {
    const line = this.#lineOf(offset);
    const start = this.#starts[line - 1] ?? 0;
    if (this.#hasPlainColumns) return { line, column: offset - start + 1 };
    return { line, column: [...this.#code.slice(start, offset)].length + 1 };
  }

  /** Kept inside the line. */
  offsetOf({ line, column }: EnginePlace): number {
    const start = this.#starts[line - 1] ?? this.#code.length;
    const text = this.#code.slice(start, this.#starts[line]);
    if (this.#hasPlainColumns) return start + Math.min(column - 1, text.length);
    return start + [...text].slice(0, column - 1).join('').length;
  }

  /** Lines are looked for by halves: there are many in a bundle, and a place for every branch. */
  #lineOf(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
