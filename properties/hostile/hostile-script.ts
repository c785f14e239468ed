import type { Json, Limits, ScriptFailure } from '../../runtime/index.ts';

/**
 * A script that means harm, as data, and what comes of it. It may call the actions of `world.ts`. Whatever it tries, it ends as
 * stated, the same way on every attempt, and nobody else notices.
 */
export interface HostileScript {
  /** A few words; unique among all. */
  readonly name: string;
  /** What the script is after. */
  readonly tries: string;
  readonly script: string;
  readonly right: RightOutcome;
  /** What is asked at each position, in order: names of actions, `now`, `random`. */
  readonly asks?: readonly string[];
  /** The first lines of its console. */
  readonly prints?: readonly string[];
  readonly limits?: Partial<Limits>;
}

export type RightOutcome =
  | { readonly value: Json }
  /** These fields of the failure; it may have others. */
  | { readonly failure: { readonly [Field in keyof ScriptFailure]?: ScriptFailure[Field] | undefined } }
  /** The names that are missing. */
  | { readonly link: readonly string[] }
  /** A part of the message of the `ScriptSyntaxError`. */
  | { readonly syntax: string }
  /** Names of the calls that are pending. */
  | { readonly pause: readonly string[] };

/** Ends by a limit. It is one of those that a script cannot catch, where it is not the stack's. */
export function limit(code: string): RightOutcome {
  return { failure: { code } };
}
