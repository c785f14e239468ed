import { exhaustively, pct, random, recorded, recording, type Scheduler } from '../../schedule/index.ts';
import { type SelfCheck, unless } from './self-check.ts';

/** How many possibilities there are, each time somebody has to choose. */
const counts = [3, 2, 4, 1, 3, 5, 2, 4, 3, 2];

export const schedulersKeepTheirWord: SelfCheck = {
  name: 'schedulers-keep-their-word',
  shows:
    'A recorded schedule is followed, chance depends on its seed and on nothing else, and exhaustion leaves nothing out.',
  problems: () => [
    ...followsItsList(),
    ...dependsOnItsSeed('random', random),
    ...dependsOnItsSeed('pct', byPriorities),
    ...leavesNothingOut(),
  ],
};

function followsItsList(): string[] {
  const list = [2, 1, 3, 0, 1];
  const chosen = choices(recorded(list));
  const expected = [2, 1, 3, 0, 1, 0, 0, 0, 0, 0];
  return unless(same(chosen, expected), `A recorded schedule of ${list} chose ${chosen}, and not ${expected}.`);
}

function dependsOnItsSeed(name: string, make: (seed: number) => Scheduler): string[] {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const once = seeds.map((seed) => choices(make(seed)).join());
  const again = [...seeds].reverse().map((seed) => choices(make(seed)).join());
  return [
    ...unless(
      same(once, again.reverse()),
      `The scheduler ${name} chooses otherwise when it is given the same seed again.`,
    ),
    ...unless(
      new Set(once).size > 4,
      `The scheduler ${name} does not heed its seed: of ${seeds.length} it made ${new Set(once).size} schedules.`,
    ),
    ...unless(new Set(once.join().split(',')).size > 2, `The scheduler ${name} does not choose.`),
  ];
}

function byPriorities(seed: number): Scheduler {
  const scheduler = pct({ seed, depth: 3, stepsMax: counts.length });
  return {
    name: 'pct',
    choose: (count) =>
      scheduler.choose(
        count,
        Array.from({ length: count }, (_, i) => i + seed),
      ),
  };
}

/** Three, then two, then as many as were chosen first: 2·(1 + 2 + 3) ways. */
function leavesNothingOut(): string[] {
  const seen = new Set<string>();
  const { runs, complete } = exhaustively((scheduler) => {
    const first = scheduler.choose(3);
    seen.add(`${first}${scheduler.choose(2)}${scheduler.choose(first + 1)}`);
  }, 100);
  const found = `Of 12 ways to choose, ${seen.size} were tried in ${runs} runs.`;
  return unless(complete && runs === 12 && seen.size === 12, found);
}

function choices(scheduler: Scheduler): number[] {
  const remembering = recording(scheduler);
  return counts.map((count) => remembering.choose(count));
}

function same(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.join() === right.join();
}
