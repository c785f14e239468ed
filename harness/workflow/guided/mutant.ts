import { mixSeeds, type Scheduler } from '../../schedule/index.ts';
import { DiceIntent } from '../intent.ts';
import { drawMix } from '../mix.ts';
import { Dice } from '../random.ts';
import { type Bench, caseOf, drawScheduler, inventTrial, playWith, type Trial } from '../trial.ts';
import { type Draft, draftOf, withCase } from './draft.ts';
import { DraftIntent } from './draft-intent.ts';
import { type Mutator, mutators, type Tools } from './mutators.ts';
import type { Candidate, Pool } from './pool.ts';

/** Of a hundred cases, so many are made from one that is known, as soon as there is one. */
const mutantsShare = 75;
/** Of a hundred mutants, so many begin without the faults of the case that they are made from. */
const calmShare = 50;
/** Most mutants differ in one thing, some in a few. */
const changes = [1, 1, 2, 2, 3, 5, 8];
/** A mutator that finds nothing to change is replaced by another one so often. */
const triesMax = 8;
/** What is decided here must not be what the case itself is drawn from. */
const stream = 0x67756964;

/** Case `number` of a campaign: the invented one of that number, or one made from the pool. Depends on nothing else. */
export function guidedTrial(bench: Bench, pool: Pool, seed: number, number: number): Trial {
  const dice = new Dice(mixSeeds(seed, stream), number);
  const isInvented = pool.candidates.length === 0 || !dice.chance(mutantsShare);
  return isInvented ? inventTrial(bench, seed, number) : mutantOf(bench, pool, dice);
}

function mutantOf(bench: Bench, pool: Pool, dice: Dice): Trial {
  let draft = startFrom(pool.pick(dice), dice);
  for (let left = dice.pick(changes); left > 0; left--) {
    draft = changed(draft, { dice, bench, other: pool.pick(dice) });
  }
  return playDraft(bench, draft, dice);
}

/** Often without what befell the run: each fault makes another attempt, and most branches need none. */
function startFrom(candidate: Candidate, dice: Dice): Draft {
  const draft = draftOf(candidate);
  return dice.chance(calmShare) ? withCase(draft, { faults: [] }) : draft;
}

function changed(draft: Draft, tools: Tools): Draft {
  for (let tries = 0; tries < triesMax; tries++) {
    const next = tools.dice.pick(byWeight)(draft, tools);
    if (next !== undefined) return next;
  }
  return draft;
}

const byWeight: readonly Mutator[] = mutators.flatMap(([weight, mutator]) =>
  Array.from({ length: weight }, () => mutator),
);

/** Where the draft has nothing, dice decide in the proportions of a mix of their own. */
function playDraft(bench: Bench, draft: Draft, dice: Dice): Trial {
  const played = caseOf(bench, draft.case);
  const invented = new DiceIntent(dice, drawMix(dice, bench.workflow));
  const intent = new DraftIntent(draft, invented);
  return playWith(bench, played, intent, continuing(played.schedule, dice));
}

/** Plays a schedule; past its end another scheduler decides, or always the first is chosen. */
function continuing(schedule: readonly number[], dice: Dice): Scheduler {
  const rest = dice.chance(50) ? drawScheduler(dice) : undefined;
  let step = 0;
  return {
    name: 'continuing',
    choose(count, candidates) {
      const decision = schedule[step++];
      return decision === undefined ? (rest?.choose(count, candidates) ?? 0) : decision % count;
    },
  };
}
