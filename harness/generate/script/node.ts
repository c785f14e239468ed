import type { Feature, ScriptFeature } from '../features.ts';
import type { Writer } from './writer.ts';

/** What is known of an expression's value whatever the actions answer. `any`: that it is JSON. */
export type Kind = 'any' | 'number' | 'text' | 'flag' | 'list' | 'record';
export type Sort = 'statement' | 'promise' | Kind;

/**
 * Scripts are trees of nodes before they are text. A node's form says what it is made of and how it reads, so drawing,
 * shrinking and printing are three algorithms over one table, and a new construct is one more entry in it.
 *
 * A node names no variable: it points at "the n-th latest one in scope of this kind", which is resolved when it is printed.
 * Any part can be taken out and what is left is still a valid script.
 */
export interface Node {
  readonly form: Form;
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

/** Values of one kind, as many as the range says. */
export interface Several {
  readonly of: Kind;
  readonly from: number;
  readonly to: number;
}

/** The kinds of exactly these values; several of one kind; or at most these, from the left, for a spelling of the form. */
export type Values = readonly Kind[] | Several | ((choice: string) => readonly Kind[]);

export interface Form {
  readonly sort: Sort;
  readonly name: string;
  /** The feature that turns it on; `core` is always on. */
  readonly feature: ScriptFeature | 'core';
  /** Another one that it needs. */
  readonly also?: Feature;
  readonly weight: number;
  readonly values?: Values;
  readonly promises?: Range;
  /** How many lists of statements it holds. */
  readonly bodies?: number;
  readonly n?: Range;
  readonly choices?: readonly string[];
  /** How often its parts run for each time it runs. `n`: as its `n` says. Default 1. */
  readonly repeats?: 'n' | number;
  /** It holds nothing, or nothing that it needs: it serves where there is no more room. */
  readonly leaf?: boolean;
  /**
   * Its text. A promise prints as an expression that can take a `.then`, a value as any expression of its kind. Every value
   * and every settled promise is JSON and never `undefined`, so whatever is in scope may go into an input or a result.
   */
  print(node: Node, writer: Writer): string;
}

/** What a form may leave out of its definition. */
export type FormParts = Partial<Omit<Form, 'sort' | 'name' | 'feature' | 'weight' | 'print'>>;
export type Print = Form['print'];

export type MakeForm = (
  feature: ScriptFeature | 'core',
  name: string,
  weight: number,
  parts: FormParts,
  print: Print,
) => Form;

/** Defines forms of one sort. */
export function formsOf(sort: Sort): MakeForm {
  return (feature, name, weight, parts, print) => ({ sort, name, feature, weight, ...parts, print });
}

export function node(form: Form, parts: Partial<Omit<Node, 'form'>> = {}): Node {
  return { form, n: 0, choice: '', values: [], promises: [], bodies: [], ...parts };
}

export const isSeveral = (values: Values | undefined): values is Several =>
  values !== undefined && typeof values === 'object' && 'of' in values;

/** The kind that the i-th value of a node must have. */
export function kindAt({ form, choice }: Node, i: number): Kind {
  const { values } = form;
  if (isSeveral(values)) return values.of;
  const kinds = typeof values === 'function' ? values(choice) : values;
  return kinds?.[i] ?? 'any';
}

/** Whether what is of one kind may stand where another is wanted. */
export function fits(kind: Sort, wanted: Sort): boolean {
  return kind === wanted || (wanted === 'any' && kind !== 'statement' && kind !== 'promise');
}
