import type { CompiledScript } from '../../../runtime/index.ts';
import type { Insertion } from './marks.ts';

type Locate = CompiledScript['locate'];

/** Code with text put into its lines. No line is added, so a place stays in its line, further right. */
export class EditedCode {
  readonly text: string;
  readonly #code: string;
  /** By offset in the code, and how much text has been put in before it, its own included. */
  readonly #shifts: readonly { readonly at: number; readonly by: number }[];

  /** `insertions` are in order. */
  constructor(code: string, prefix: string, insertions: readonly Insertion[]) {
    let text = prefix;
    let done = 0;
    const shifts = [{ at: 0, by: prefix.length }];
    for (const insertion of insertions) {
      text += code.slice(done, insertion.at) + insertion.text;
      done = insertion.at;
      shifts.push({ at: done, by: text.length - done });
    }
    this.#code = code;
    this.#shifts = shifts;
    this.text = text + code.slice(done);
  }

  /** The same for this text as `locate` for the code. */
  locating(locate: Locate): Locate {
    let lines: { readonly code: readonly string[]; readonly text: readonly string[] } | undefined;
    return (line, column) => {
      lines ??= { code: this.#code.split('\n'), text: this.text.split('\n') };
      const there = this.#offsetInCode(startOf(lines.text, line) + unitsOf(lines.text[line - 1] ?? '', column));
      const start = startOf(lines.code, line);
      return locate(line, pointsOf((lines.code[line - 1] ?? '').slice(0, there - start)) + 1);
    };
  }

  /** For what was put in: where that stands. */
  #offsetInCode(offset: number): number {
    const index = this.#shifts.findLastIndex(({ at, by }) => at + by <= offset);
    const shift = this.#shifts[index];
    const next = this.#shifts[index + 1]?.at ?? this.#code.length;
    return shift === undefined ? 0 : Math.min(offset - shift.by, next);
  }
}

function startOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
}

/** The engine counts columns in code points, from 1. */
function unitsOf(line: string, column: number): number {
  return [...line].slice(0, column - 1).join('').length;
}

function pointsOf(text: string): number {
  return [...text].length;
}
