import type { Case } from '../case/index.ts';
import { timelineOfTrace, timelineText } from '../timeline/index.ts';
import type { Trace } from '../world/index.ts';

/**
 * What happened in a case, for a person, a line each: per attempt its turns, what each turn asked for, what was settled,
 * who was asked what, and how it ended.
 */
export function timeline(testCase: Case, trace: Trace): string[] {
  return timelineText(timelineOfTrace(testCase, trace), { detail: 'turns' });
}
