import type { Engine } from '../../runtime/index.ts';
import type { Measured, Reading, Subject } from '../rounds.ts';
import type { Stock } from '../stock.ts';

/** A cost that a budget can hold: a ratio to a yardstick of the same rounds, or the exponent that a cost grows with. */
export interface Figure {
  /** What budgets name, as `replay, sequential / floor`. */
  readonly name: string;
  /** What is measured, against what, in a sentence. */
  readonly what: string;
  /** It is measured against quickjs-emscripten, which has to be installed for that. */
  readonly needsStock?: true;
  /** It collects garbage, after which everything runs slower for a while: it has rounds of its own, after those of the others. */
  readonly collectsGarbage?: true;
  prepare(setting: FigureSetting): PreparedFigure;
}

export interface FigureSetting {
  readonly engine: Engine;
  readonly stock: Stock | undefined;
}

export interface PreparedFigure {
  /** Those of the same name are one subject, whichever figure they come from. */
  readonly subjects: readonly (Subject | Reading)[];
  /** The figure in each round. */
  values(measured: Measured): number[];
  /** Lets go of what was prepared. */
  close?(): void;
}
