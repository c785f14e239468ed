import type { ScriptFeature } from '../features.ts';
import type { Writer } from './writer.ts';

/**
 * Scripts are trees of nodes before they are text. A node's form says what it is made of and how it reads, so drawing,
 * shrinking and printing are three algorithms over one table, and a new construct is one more entry in it.
 *
 * A node names no variable: it points at "the n-th latest one in scope", which is resolved when it is printed. Any part
 * can be taken out and what is left is still a valid script.
 */
export type Sort = 'statement' | 'promise' | 'value';

export interface Node {
  readonly sort: Sort;
  readonly form: string;
  /** A count or a distance; its meaning is the form's. */
  readonly n: number;
  /** One of the form's spellings, or the name of an action. */
  readonly choice: string;
  readonly values: readonly Node[];
  readonly promises: readonly Node[];
  readonly bodies: readonly (readonly Node[])[];
}

/** How many, both ends included. */
export type Range = readonly [min: number, max: number];

export interface Form {
  readonly sort: Sort;
  readonly name: string;
  /** The feature that turns it on; `core` is always on. */
  readonly feature: ScriptFeature | 'core';
  readonly weight: number;
  readonly values?: Range;
  readonly promises?: Range;
  /** How many lists of statements it holds. */
  readonly bodies?: number;
  readonly n?: Range;
  readonly choices?: readonly string[];
  /** How often its parts run for each time it runs. `n`: as its `n` says. Default 1. */
  readonly repeats?: 'n' | number;
  /** The form that its values mostly have. */
  readonly prefers?: string;
  /**
   * Its text. A promise prints as an expression that can take a `.then`, a value as any expression. Every value and
   * every settled promise is JSON and never `undefined`, so whatever is in scope may go into an input or a result.
   */
  print(node: Node, writer: Writer): string;
}

export function node(sort: Sort, form: string, parts: Partial<Node> = {}): Node {
  return { sort, form, n: 0, choice: '', values: [], promises: [], bodies: [], ...parts };
}
