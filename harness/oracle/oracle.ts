import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { Draw } from '../schedule/index.ts';
import type { AttemptBase, MemoryTurns, Trace } from '../world/index.ts';
import type { Control } from './control.ts';
import type { Probe } from './probe.ts';

/** One promise of the runtime, and how to tell whether a run kept it. */
export interface Oracle {
  /** Stable; as its file is called. */
  readonly name: string;
  /** What is promised, in a sentence. */
  readonly promise: string;
  /** Judges a trace. Pure: what it says depends on the context alone. Throws only where the oracle itself is wrong. */
  check(context: OracleContext): Verdict;
  /** How its promise can be broken so that it must notice. */
  readonly control: Control;
}

/** A trace, and what it takes to run further executions of the same case. */
export interface OracleContext {
  readonly case: Case;
  readonly trace: Trace;
  readonly engine: EngineLike;
  /** Another engine, for executions that go on elsewhere. */
  readonly elsewhere: EngineLike;
  /** Where memory was kept in the trace, and is to be kept in what is compared with it. */
  readonly memory: MemoryTurns;
  /** Runs the case once more, to the same trace, with its memory kept where it is asked for. */
  again(memory: MemoryTurns): Trace;
  /** Options that all attempts have in common. Not to be asked for where the trace's end is `invalid`. */
  readonly base: AttemptBase;
  /** `sampled`: a few further executions, chosen by `draw`. `thorough`: all that are worth it, up to a bound. */
  readonly effort: Effort;
  /** Of the further executions that a thorough look is for, these alone. Only oracles that give probes heed it. */
  readonly probe?: Probe | undefined;
  /** A stream of choices that depends on the case alone. Each oracle gets its own. */
  readonly draw: Draw;
  /** Counts one further execution of the script. */
  ran(): void;
  /** Notes a situation that the further executions were in, by a name that a campaign counts. */
  met(situation: string): void;
}

export type Effort = 'sampled' | 'thorough';

/** `undefined`: the promise was kept. */
export type Verdict = Divergence | undefined;

/** How a promise was broken. */
export interface Divergence {
  /** What differed first, without particulars: one of a small set of words, as `value` or `log:input`. Buckets are made of it. */
  readonly kind: string;
  /** What was expected, what was seen, and where: a sentence or two for a reader who does not know the harness. */
  readonly message: string;
  readonly attempt?: number;
  readonly turn?: number;
  readonly position?: number;
  /** What showed it, where the oracle tries many things of which others show nothing. */
  readonly probe?: Probe;
}
