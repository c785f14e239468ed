import type { Location } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { FindingKind } from './finding.ts';
import type { Minimised } from './minimise.ts';
import { timelineOf } from './timeline.ts';
import type { Bench } from './trial.ts';

/** A way in which the workflow is wrong, with the smallest case that shows it. */
export interface WorkflowFailure {
  readonly kind: FindingKind;
  /** The invariant that is broken, the promise of ours that was, the name of the exception or the limit. */
  readonly name: string;
  readonly message: string;
  /**
   * Needs no seed: `lockstep replay` plays it again as long as the workflow's file is there. That file is named relative
   * to the working directory; who saves the case names it relative to where it lies.
   */
  readonly case: Case;
  /** What happened in it, for a person. Lines. */
  readonly timeline: string;
  readonly location?: Location;
  /** How many of the cases showed it. */
  readonly occurrences: number;
}

export function failureOf(bench: Bench, { trial, finding }: Minimised, occurrences: number): WorkflowFailure {
  const { kind, name, message, location } = finding;
  const timeline = timelineOf(bench, trial, finding).join('\n');
  return { kind, name, message, case: trial.case, timeline, ...(location && { location }), occurrences };
}
