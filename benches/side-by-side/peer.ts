import type { Shape } from '../workload.ts';

/**
 * Something that one would take instead of Lockstep, or Lockstep itself. All do the same work: a workflow that made so many
 * calls of `step`, sequential or fanned out, is run again over what was recorded, and then makes one call of `last` with the
 * sum of the answers. Whoever has done it checks that sum.
 */
export interface Peer {
  readonly name: string;
  /** npm packages that it consists of, as they are named in `package.json`. */
  readonly packages: readonly string[];
  /** What is called, and with what, in a sentence. */
  readonly how: string;
  /** What one has to know to read its figures, a sentence each: also what it does that others do not. */
  readonly caveats: readonly string[];
  /** Makes ready what is not measured: loads packages, starts servers, builds bundles. Throws where it cannot. */
  start(): Promise<StartedPeer>;
}

export interface StartedPeer {
  /** Records a workflow with so many calls; what comes back replays it. */
  record(shape: Shape, calls: number): Promise<Recorded>;
  /** Ends what was started, on every way out. */
  stop?(): Promise<void>;
  /** Process ids of its own whose CPU time counts, besides this process. */
  readonly processes?: readonly number[];
}

export interface Recorded {
  /** Before each replay, and not measured: waits until a server has put the run aside, say. */
  before?(): Promise<void>;
  /** One replay and the live call. Throws unless they came out right. A number is the milliseconds that count instead of the whole. */
  replay(): Promise<number | undefined> | number | undefined;
  close?(): void | Promise<void>;
}
