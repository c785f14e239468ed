import { type Judgement, together } from './verdict.ts';

/** A question to the harness whose answer is known, and what it answered. */
export interface SelfChecked {
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly shows: string;
  /** What is otherwise than it must be, a sentence each. Empty: nothing. */
  readonly problems: readonly string[];
}

export interface PlantShare {
  readonly seed: number;
  readonly threads: number;
}

/** A mistake that was put into the product on purpose, and what became of it. */
export interface TriedPlant {
  readonly name: string;
  /** What it is in, as `guard`. */
  readonly breaks: string;
  /** What goes wrong with it, in a sentence. */
  readonly what: string;
  /** Name of the oracle or the self-check that must catch it. */
  readonly caughtBy: string;
  /** How many cases were judged; 1 where it is for a self-check. */
  readonly cases: number;
  /** What was said of it. Absent: nothing, it has survived. */
  readonly caught?: string;
  /** Why it could not be tried. */
  readonly problem?: string;
  readonly ms: number;
}

export function judgeSelfChecks(checks: readonly SelfChecked[]): Judgement {
  const reasons = checks.flatMap(({ name, problems: [first] }) =>
    first === undefined ? [] : [`The harness fails its self-check ${name}. ${first}`],
  );
  return { verdict: reasons.length > 0 ? 'BROKEN' : 'PASS', reasons };
}

export function judgePlants(plants: readonly TriedPlant[]): Judgement {
  return together(plants.map(judgePlant));
}

function judgePlant({ name, what, caughtBy, cases, caught, problem }: TriedPlant): Judgement {
  if (problem !== undefined) return broken(`The plant ${name} could not be tried: ${problem}`);
  if (caught !== undefined) return { verdict: 'PASS', reasons: [] };
  return broken(`The plant ${name} survived: ${caughtBy} judged ${cases} cases and noticed nothing. ${what}`);
}

function broken(reason: string): Judgement {
  return { verdict: 'BROKEN', reasons: [reason] };
}
