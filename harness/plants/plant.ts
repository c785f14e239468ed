/** What a plant is in: a part of the runtime, or the harness itself. */
export type Bed =
  | 'log'
  | 'guard'
  | 'order'
  | 'holes'
  | 'values'
  | 'clock'
  | 'zone'
  | 'random'
  | 'snapshot'
  | 'fuel'
  | 'threads'
  | 'resume'
  | 'harness';

/**
 * A mistake put into the product on purpose, to see whether the harness notices. Plain data: it is a patch to the source, so
 * that the code that ships has no switch for it.
 */
export interface Plant extends Planting {
  readonly breaks: Bed;
  /** What goes wrong with it, in a sentence about the runtime or the harness. */
  readonly what: string;
  /** Name of the oracle that must reject a generated case, or of the self-check that must fail. */
  readonly caughtBy: string;
}

/** What is changed, whoever is to notice. */
export interface Planting {
  /** Stable; reports show it. */
  readonly name: string;
  /** One or more, applied in this order. */
  readonly patches: readonly Patch[];
}

/** A change to one source file. */
export interface Patch {
  /** From the root of the checkout, as `runtime/session/guard.ts`. */
  readonly file: string;
  /** Text that occurs there exactly once. */
  readonly find: string;
  readonly replace: string;
}
