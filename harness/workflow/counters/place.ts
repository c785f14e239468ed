import type { Location } from '../../../runtime/index.ts';

/** What a script does or does not come to. */
export type PlaceKind =
  | 'function'
  | 'then'
  | 'else'
  | 'no-else'
  | 'consequent'
  | 'alternate'
  | 'and'
  | 'or'
  | 'nullish'
  | 'default'
  | 'case'
  | 'loop'
  | 'catch'
  | 'after-await';

/** Something of a script that a run reaches or not. Its number is its index among the script's places. */
export interface Place {
  readonly kind: PlaceKind;
  /** Of a function that has one. */
  readonly name?: string;
  /** Offsets in the compiled script's code. */
  readonly range: readonly [start: number, end: number];
  /** Where it begins in the author's source; of what is not there (`no-else`), the condition that it hangs on. */
  readonly start: Location;
  /** Behind its last character. */
  readonly end: Location;
  /** Its count is the sum of these counters. */
  readonly counters: readonly number[];
}
