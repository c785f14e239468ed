import type { Engine, EngineLike } from '../../../runtime/index.ts';

/** A question to the harness whose answer is known. What fails here makes every verdict worthless. */
export interface SelfCheck {
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly shows: string;
  /** What is otherwise than it must be, a sentence each. Empty: nothing. */
  problems(means: Means): readonly string[] | Promise<readonly string[]>;
}

export interface Means {
  readonly engine: Engine;
  /** Another one. */
  readonly elsewhere: EngineLike;
}

/** The sentence where it does not hold. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}
