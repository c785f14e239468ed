import { type Measured, type Reading, Rounds, type Subject } from '../rounds.ts';
import type { PreparedFigure } from './figure.ts';
import { type Estimate, estimate, looks } from './standing.ts';

/** A figure that is measured, with the budget that it is held against. */
export interface Held {
  readonly name: string;
  readonly figure: PreparedFigure;
  readonly atMost: number;
}

export interface AttemptOptions {
  /** Milliseconds of CPU time of one turn of a subject. */
  readonly turnMs: number;
  /** Milliseconds of CPU time for which each subject runs before anything counts. */
  readonly warmUpMs: number;
  /** Asked between two rounds; once it is true, figures stay as they stand. The first round is taken anyway. */
  readonly isOver: () => boolean;
}

/**
 * Measures figures in interleaved rounds and looks at each after so many of them. Who is decided has no further turns, so that
 * the others get more rounds in the same time. Gives each figure's last estimate, by name.
 */
export async function attempt(held: readonly Held[], options: AttemptOptions): Promise<Map<string, Estimate>> {
  const found = new Map<string, Estimate>();
  const rounds = await Rounds.warmedUp(subjectsOf(held), options.turnMs, options.warmUpMs);
  let open = held;
  while (open.length > 0 && rounds.taken < lastLook && (rounds.taken === 0 || !options.isOver())) {
    await rounds.take(subjectsOf(open).map(({ name }) => name));
    open = look(open, rounds, found);
  }
  for (const each of open) found.set(each.name, estimateOf(each, rounds.measured));
  return found;
}

const lastLook = Math.max(...looks);

/** Notes what is decided; gives what is not. */
function look(open: readonly Held[], rounds: Rounds, found: Map<string, Estimate>): readonly Held[] {
  if (!looks.includes(rounds.taken)) return open;
  return open.filter((each) => {
    const seen = estimateOf(each, rounds.measured);
    found.set(each.name, seen);
    return seen.standing === 'undecided';
  });
}

function estimateOf({ figure, atMost }: Held, measured: Measured): Estimate {
  return estimate(figure.values(measured), atMost);
}

function subjectsOf(held: readonly Held[]): (Subject | Reading)[] {
  const subjects = held.flatMap(({ figure }) => figure.subjects);
  return [...new Map(subjects.map((subject) => [subject.name, subject])).values()];
}
