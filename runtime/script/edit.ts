/** Replaces `[start, end)` of a text. Line breaks of the replaced part are kept, before `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Piece {
  /** Offset in the result. */
  readonly at: number;
  /** Offset in the original, and whether the piece was copied from there. */
  readonly from: number;
  readonly copied: boolean;
}

/** A text with edits made to it, which knows where each of its characters comes from. */
export class EditedText {
  readonly text: string;
  private readonly pieces: readonly Piece[];

  /** `edits` are in order and do not overlap. */
  constructor(original: string, edits: readonly Edit[]) {
    let text = '';
    let done = 0;
    const pieces: Piece[] = [];
    for (const edit of edits) {
      pieces.push({ at: text.length, from: done, copied: true });
      text += original.slice(done, edit.start);
      pieces.push({ at: text.length, from: edit.start, copied: false });
      text += lineBreaks(original.slice(edit.start, edit.end)) + edit.text;
      done = edit.end;
    }
    pieces.push({ at: text.length, from: done, copied: true });
    this.text = text + original.slice(done);
    this.pieces = pieces;
  }

  /** Offset in the original of an offset in the result; for replaced text, where the replaced part began. */
  originOf(offset: number): number {
    const piece = this.pieces.findLast((candidate) => candidate.at <= offset);
    if (piece === undefined) return offset;
    return piece.copied ? piece.from + offset - piece.at : piece.from;
  }
}

function lineBreaks(text: string): string {
  return text.replace(/[^\r\n]/g, '');
}
