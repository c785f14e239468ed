import type { CompiledScript } from '../../../runtime/index.ts';
import { CodeLines } from './code-lines.ts';
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
    let lines: { readonly code: CodeLines; readonly text: CodeLines } | undefined;
    return (line, column) => {
      lines ??= { code: new CodeLines(this.#code), text: new CodeLines(this.text) };
      const place = lines.code.placeOf(this.#offsetInCode(lines.text.offsetOf({ line, column })));
      return locate(place.line, place.column);
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
