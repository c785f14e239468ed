import { type CaseReport, oracles } from '../oracle/index.ts';
import type { PctCoverage } from '../schedule/index.ts';
import { rareStates } from './rare-states.ts';
import { cover, noCoverage } from './scheduled-cases.ts';

/** What a campaign did, in numbers. Adding up tallies of parts gives that of the whole, in any order. */
export interface Tally {
  cases: number;
  /** Scripts that did not compile or link. Nothing was judged. */
  invalid: number;
  /** Executions of scripts, those of the oracles included. */
  executions: number;
  turns: number;
  attempts: number;
  /** Cases whose memory was compared at every turn; in the others it was compared at the last one. */
  everyTurn: number;
  /** Cases by how their last attempt ended. */
  endings: Record<string, number>;
  /** By oracle: cases that it judged, and those in which it saw its promise broken. */
  oracles: Record<string, { judged: number; failed: number }>;
  /** By name of a rare state: cases that reached it. */
  states: Record<string, number>;
  /** What PCT has scheduled, by depth: what its bound is made of. */
  pct: PctCoverage[];
}

export function emptyTally(): Tally {
  return {
    cases: 0,
    invalid: 0,
    executions: 0,
    turns: 0,
    attempts: 0,
    everyTurn: 0,
    endings: {},
    oracles: Object.fromEntries(oracles.map(({ name }) => [name, { judged: 0, failed: 0 }])),
    states: Object.fromEntries(rareStates.map(({ name }) => [name, 0])),
    pct: noCoverage(),
  };
}

/** Counts a case in. */
export function count(tally: Tally, { trace, failures, executions, everyTurn, met }: CaseReport): void {
  tally.cases++;
  tally.executions += executions;
  tally.attempts += trace.attempts.length;
  for (const { turns } of trace.attempts) tally.turns += turns.length;
  if (everyTurn) tally.everyTurn++;
  const last = trace.attempts.at(-1);
  increase(tally.endings, trace.end === 'ended' ? (last?.run?.status ?? 'none') : trace.end);
  if (trace.end === 'invalid') tally.invalid++;
  else countOracles(tally, failures);
  for (const { name, reached } of rareStates) if (reached(trace, met)) increase(tally.states, name);
}

function countOracles(tally: Tally, failures: CaseReport['failures']): void {
  for (const oracle of Object.values(tally.oracles)) oracle.judged++;
  for (const { oracle } of failures) {
    const counted = tally.oracles[oracle];
    if (counted !== undefined) counted.failed++;
  }
}

/** Adds another tally to the first. */
export function add(tally: Tally, other: Tally): void {
  for (const field of ['cases', 'invalid', 'executions', 'turns', 'attempts', 'everyTurn'] as const)
    tally[field] += other[field];
  for (const coverage of other.pct) cover(tally.pct, coverage);
  for (const [name, n] of Object.entries(other.endings)) increase(tally.endings, name, n);
  for (const [name, n] of Object.entries(other.states)) increase(tally.states, name, n);
  for (const [name, { judged, failed }] of Object.entries(other.oracles)) {
    const counted = tally.oracles[name] ?? { judged: 0, failed: 0 };
    tally.oracles[name] = { judged: counted.judged + judged, failed: counted.failed + failed };
  }
}

function increase(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}
