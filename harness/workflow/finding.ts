import type { Location } from '../../runtime/index.ts';

/** What a fuzzer can find in a workflow. */
export type FindingKind =
  /** The script threw an exception that is not an action's failure. */
  | 'exception'
  /** The script gave an action an input that its schema refuses, and did not catch it. */
  | 'invalid-input'
  /** One of the author's invariants does not hold. */
  | 'invariant'
  /** The script waits for something that nothing can settle. */
  | 'stuck'
  /** The script met a limit. */
  | 'limit'
  /** A promise of an action was dropped where the script made it. */
  | 'dropped-promise'
  /** An action that must take effect once did so twice for the same input. */
  | 'double-effect'
  /** A `simulate`, `model` or invariant gives different results for the same case, so nothing can be said about the script. */
  | 'unrepeatable'
  /** A `simulate` or `model` threw, or gave what its schema refuses. */
  | 'model'
  /** A promise of the runtime was broken. A fault of ours, not of the workflow. */
  | 'divergence'
  /** The engine itself failed, as when the host's stack ended before the script's. */
  | 'engine';

/** Something wrong, seen in one case. Findings of equal `kind` and `name` are the same one. */
export interface Finding {
  readonly kind: FindingKind;
  /** The invariant, the oracle, the exception's or the limit's name, or whose `simulate`. */
  readonly name: string;
  /** What is wrong, for the workflow's author. */
  readonly message: string;
  /** Where in the script, if that can be told. */
  readonly location?: Location;
  /** Where in the case: the attempt and its turn, from 0, and the call, as far as that is known. */
  readonly at?: { readonly attempt: number; readonly turn?: number; readonly position?: number };
}

export function sameFinding(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.name === b.name;
}

/** What ought to hold, in a sentence. */
export function expectationOf({ kind, name }: Pick<Finding, 'kind' | 'name'>): string {
  switch (kind) {
    case 'exception':
      return 'The script ends with a value, with a failure of an action, or with an exception that it declares.';
    case 'invalid-input':
      return 'The script gives its actions only inputs that their schemas accept.';
    case 'invariant':
      return `Invariant: ${name}.`;
    case 'stuck':
      return 'Whatever the script waits for can be settled by an action or a person.';
    case 'limit':
      return 'The script stays within its limits.';
    case 'dropped-promise':
      return 'The script waits for every action that it calls.';
    case 'double-effect':
      return 'Actions that must take effect once do so once for the same input.';
    case 'unrepeatable':
      return 'Models and invariants give the same result for the same case.';
    case 'model':
      return 'Models answer what the schemas declare.';
    case 'divergence':
      return 'The runtime keeps its promises, whatever the script does.';
    case 'engine':
      return 'The engine outlives the script.';
  }
}
