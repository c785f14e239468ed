export { type Observed, observe } from './observe.ts';
export { timelineOfRun } from './of-run.ts';
export { type TraceFacts, timelineOfTrace } from './of-trace.ts';
export { headline, type TextOptions, timelineText } from './text.ts';
export type {
  Again,
  Lane,
  Reply,
  Row,
  Settled,
  SourceFile,
  Timeline,
  TimelineAttempt,
  TimelineEnd,
  TimelineEvent,
  TimelinePlace,
  TimelineVerdict,
} from './timeline.ts';
export { atRest } from './timeline.ts';
export type { VerdictFacts } from './verdict.ts';
export { attemptLabel, attemptWords, callLabel, eventWords, type Phrase, placeLabel } from './words.ts';
