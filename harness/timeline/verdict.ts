import type { Location } from '../../runtime/index.ts';
import type { TimelineAttempt, TimelinePlace, TimelineVerdict } from './timeline.ts';

/** What is wrong, and what is known of where. */
export interface VerdictFacts {
  readonly title: string;
  readonly message: string;
  readonly location?: Location;
  /** Index of the attempt. Default: the one that something was thrown in, else the last of the run's own. */
  readonly attempt?: number;
  /** Default: its last. */
  readonly turn?: number;
  /** Default: where what was thrown says it was. */
  readonly position?: number;
}

/** Finds the first place where it is wrong; where nobody knows better, that is the end of the run. */
export function placedVerdict(facts: VerdictFacts, attempts: readonly TimelineAttempt[]): TimelineVerdict {
  const { title, message, location } = facts;
  return { title, message, at: placeOf(facts, attempts), ...(location && { location }) };
}

function placeOf(facts: VerdictFacts, attempts: readonly TimelineAttempt[]): TimelinePlace {
  const attempt = attemptOf(facts, attempts);
  const rows = attempts[attempt]?.rows ?? [];
  const position = facts.position ?? thrownPosition(attempts[attempt]);
  const turn = facts.turn ?? rows.at(-1)?.turn ?? 0;
  return { attempt, turn, ...(position !== undefined && { position }) };
}

function attemptOf({ attempt }: VerdictFacts, attempts: readonly TimelineAttempt[]): number {
  if (attempt !== undefined && attempt >= 0 && attempt < attempts.length) return attempt;
  const thrown = attempts.findIndex((each) => thrownPosition(each) !== undefined);
  if (thrown !== -1) return thrown;
  return Math.max(
    0,
    attempts.findLastIndex(({ kind }) => kind === 'attempt'),
  );
}

function thrownPosition(attempt: TimelineAttempt | undefined): number | undefined {
  return attempt?.rows
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.type === 'thrown' ? (event.position ?? []) : []))[0];
}
