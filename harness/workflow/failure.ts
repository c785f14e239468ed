import type { Location } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { Timeline } from '../timeline/index.ts';
import type { Finding, FindingKind } from './finding.ts';
import type { Minimised } from './minimise.ts';
import { textOfTimeline, timelineOfTrial, verdictFacts } from './timeline.ts';
import type { Bench, Trial } from './trial.ts';

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
  const told = timelineOfTrial(bench, trial, verdictFacts(finding));
  const timeline = textOfTimeline(told);
  const at = location ?? placeOf(told, trial, finding);
  return { kind, name, message, case: trial.case, timeline, ...(at && { location: at }), occurrences };
}

/** The line of the call that the finding is about; where it is about none, of the last one that was executed. */
function placeOf({ attempts }: Timeline, { trace }: Trial, { kind, at }: Finding): Location | undefined {
  if (kind === 'model' || kind === 'unrepeatable') return undefined;
  const position = at === undefined ? trace.executions.at(-1)?.position : at.position;
  const lanes = attempts.flatMap((attempt) => attempt.lanes);
  return lanes.find((lane) => lane.position === position && lane.location !== undefined)?.location;
}
