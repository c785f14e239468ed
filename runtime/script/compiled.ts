import type { Location } from '../errors.ts';

/** Something about a run that its author should know. It changes no outcome. */
export interface Warning {
  code:
    | 'dropped-promise'
    | 'locale-ignored'
    | 'answer-unused'
    | 'left-in-flight'
    | 'data-unreadable'
    | 'snapshot-refused';
  message: string;
  location?: Location;
  position?: number;
}

/** A linked script, ready for the guest. Immutable; cached by source, file and names of actions. */
export interface CompiledScript {
  /** The author's text. */
  readonly source: string;
  /** The author's name for it, used in locations. */
  readonly file: string;
  readonly form: 'body' | 'module';
  /**
   * Script text for the guest. Evaluating it gives a function of no arguments that runs the script once and
   * returns a promise of its value. Line n of it is line n of `source` unless the text had to be transformed.
   */
  readonly code: string;
  /** Names of actions it was linked against, sorted. */
  readonly actions: readonly string[];
  readonly warnings: readonly Warning[];
  /** Maps a line and column of `code` (both from 1) to the author's source. `undefined` for our own wrapper text. */
  locate(line: number, column: number): Location | undefined;
}
