import type { Case } from '../case/index.ts';
import type { Observed } from './observed.ts';

/** One way to make cases smaller. */
export interface Reducer {
  readonly name: string;
  /**
   * Smaller cases, the boldest first. Whether one still fails, or even compiles, is the minimiser's to find out.
   *
   * @param observe runs the case once, for a reducer that has to know which call has which position. `undefined`: it cannot be run.
   */
  candidates(testCase: Case, observe: () => Observed | undefined): Iterable<Case>;
}

/** A character of the script counts for so many of its world: it is the script that a reader has to understand. */
const scriptWeight = 4;

/**
 * What the minimiser makes smaller: the length of the case's text, the script counting several times and what stands for
 * nothing not at all; between cases of one length, how many digits are not zero and how far the schedule's choices are.
 * Every step goes down, so that reducers that undo each other cannot run for ever.
 */
export function weight(testCase: Case): number {
  const { script, data, ...world } = testCase;
  const text = JSON.stringify(world).replaceAll('null', '') + (isEmpty(data) ? '' : JSON.stringify(data));
  const digits = (script + text).match(/[1-9]/g)?.length ?? 0;
  const choices = testCase.schedule.reduce((sum, choice) => sum + choice, 0);
  return script.length * scriptWeight + text.length + digits / 1e4 + Math.min(choices, 1e6) / 1e12;
}

function isEmpty(data: Case['data']): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length === 0;
}
