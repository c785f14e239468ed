import type { CallLog } from '../../runtime/index.ts';
import { drawFrom, mixSeeds } from '../schedule/index.ts';

/** Where a run's fresh reads of clock and randomness come from. */
export interface Sources {
  readonly now: () => number;
  readonly random: () => number;
}

const epochMs = 1_700_000_000_000;
const attemptMs = 86_400_000;

/**
 * The virtual clock and generator of one attempt. A day passes between attempts and the generator is another one, so
 * that a value which ought to have come from the log is never right by accident.
 */
export function sourcesOfAttempt(attempt: number): Sources {
  let nowMs = epochMs + attempt * attemptMs;
  const draw = drawFrom(mixSeeds(0x5eed, attempt));
  return {
    now: () => {
      nowMs += 1 + draw(1000);
      return nowMs;
    },
    random: () => draw(2 ** 30) / 2 ** 30,
  };
}

/**
 * Reads as a finished log has them, for an execution that begins with `served`: of the positions that `served` does not
 * have, in order. Reads happen in the order of their positions, so nobody needs to know where the script is.
 * Past the log's end they are those of an attempt that never was.
 */
export function sourcesOfLog(log: CallLog, served: CallLog): Sources {
  const beyond = sourcesOfAttempt(1000);
  const missing = (type: 'now' | 'random'): number[] =>
    log.flatMap((entry, position) => (entry?.type === type && !served[position] ? [entry.response] : []));
  const nows = missing('now');
  const randoms = missing('random');
  return { now: () => nows.shift() ?? beyond.now(), random: () => randoms.shift() ?? beyond.random() };
}
