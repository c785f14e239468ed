import type { CallLog } from '../../runtime/index.ts';
import { drawFrom, mixSeeds } from '../schedule/index.ts';

/** Where a run's fresh reads of clock and randomness come from. */
export interface Sources {
  readonly now: () => number;
  readonly random: () => number;
  /** Lets time pass until then, if it is not past already: a sleep is over. Default: nothing. */
  readonly passUntil?: (ms: number) => void;
  /** Sets the clock forward, or back. Default: it cannot be set. */
  readonly jump?: (ms: number) => void;
}

const epochMs = 1_700_000_000_000;
const attemptMs = 86_400_000;

/** What clocks here can show: from 1970 to the year 2255. */
const [earliestMs, latestMs] = [0, 9_000_000_000_000];

/** When an attempt begins, unless somebody waits for longer: a day after the one before. */
export function startOfAttempt(attempt: number): number {
  return epochMs + attempt * attemptMs;
}

/**
 * The virtual clock and generator of one attempt. The generator is another one in each, so that a value which ought to have
 * come from the log is never right by accident. An attempt may have slept for longer than a day: then the next one's clock is
 * behind.
 */
export function sourcesOfAttempt(attempt: number, startMs: number = startOfAttempt(attempt)): Sources {
  let nowMs = startMs;
  const draw = drawFrom(mixSeeds(0x5eed, attempt));
  return {
    now: () => {
      nowMs += 1 + draw(1000);
      return nowMs;
    },
    random: () => draw(2 ** 30) / 2 ** 30,
    passUntil: (ms) => {
      nowMs = Math.max(nowMs, Math.ceil(ms));
    },
    jump: (ms) => {
      nowMs = clockTime(nowMs + ms);
    },
  };
}

/** The nearest time that a clock can show. */
export function clockTime(ms: number): number {
  return Math.min(Math.max(ms, earliestMs), latestMs);
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
