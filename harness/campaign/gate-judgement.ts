import type { Repetition } from './another-process.ts';
import type { CampaignResult } from './campaign.ts';
import { firstDifference } from './case-hash.ts';
import type { CorpusResult } from './corpus-check.ts';
import type { GoldenResult } from './golden-check.ts';
import { rareStates } from './rare-states.ts';
import type { Tally } from './tally.ts';
import { type Judgement, pass, together } from './verdict.ts';

/** Of so many cases, every rare state must have been reached by one. */
const casesForAllStates = 3_000;

/** More than one in so many scripts that do not compile means that the generator is wrong. */
const invalidOneIn = 20;

export function judgeCorpus({ failed, outOfMemory, mistakes, unreadable, tally }: CorpusResult): Judgement {
  const unread = unreadable.map(({ file, reason }) => `${file} is not a case any more: ${reason}`);
  return together([
    when(
      failed > 0,
      'FAIL',
      `${failed} of the ${tally.cases} cases in the corpus ${failed === 1 ? 'breaks' : 'break'} a promise.`,
    ),
    { verdict: unread.length > 0 ? 'BROKEN' : 'PASS', reasons: unread },
    judgeOutOfMemory(outOfMemory),
    judgeMistakes(mistakes),
  ]);
}

export function judgeGolden({ failed, outOfMemory, unreadable }: GoldenResult): Judgement {
  const unread = unreadable.map(({ file, reason }) => `${file} cannot be read, so it tests nothing: ${reason}`);
  const changed = failed.map(
    ({ file }) => `${file} was recorded by an earlier release, and does not replay to the same run.`,
  );
  return together([
    { verdict: changed.length > 0 ? 'FAIL' : 'PASS', reasons: changed },
    judgeOutOfMemory(outOfMemory.map((file) => `the replay of ${file}`)),
    { verdict: unread.length > 0 ? 'BROKEN' : 'PASS', reasons: unread },
  ]);
}

/** `isWhole`: it is no shard of a larger campaign, of which the union is to be judged. */
export function judgeGenerated(result: CampaignResult, casesMin: number, isWhole = true): Judgement {
  const { tally, failed, mistakes, outOfMemory, endedBy } = result;
  const { cases, invalid } = tally;
  return together([
    when(failed > 0, 'FAIL', `${failed} of ${cases} generated cases ${failed === 1 ? 'breaks' : 'break'} a promise.`),
    judgeOutOfMemory(outOfMemory),
    when(
      endedBy === 'lethal',
      'INCONCLUSIVE',
      'It was given up because too many cases ended the thread that ran them.',
    ),
    when(
      cases < casesMin,
      'INCONCLUSIVE',
      `Only ${cases} generated cases were examined; a pass takes at least ${casesMin}.`,
    ),
    when(invalid * invalidOneIn > cases, 'BROKEN', `${invalid} of ${cases} generated scripts do not compile.`),
    judgeMistakes(mistakes),
    isWhole ? judgeStates(tally, failed) : pass,
  ]);
}

/** Whether a campaign with that tally has been everywhere. One that failed may have had no chance to. */
export function judgeStates(tally: Pick<Tally, 'cases' | 'states'>, failed: number): Judgement {
  if (tally.cases < casesForAllStates || failed > 0) return pass;
  const missed = rareStates.filter(
    ({ name, among = casesForAllStates }) => tally.cases >= among && !tally.states[name],
  );
  const names = missed.map(({ name }) => name).join(', ');
  return when(missed.length > 0, 'BROKEN', `The campaign of ${tally.cases} cases never reached: ${names}.`);
}

function judgeMistakes(mistakes: readonly string[]): Judgement {
  const [first] = mistakes;
  if (first === undefined) return pass;
  return { verdict: 'BROKEN', reasons: [`The harness itself failed in ${mistakes.length} cases. ${first}`] };
}

function judgeOutOfMemory(names: readonly string[]): Judgement {
  const reasons = names.map((name) => `The thread was ended by want of memory in ${name}: nothing can be said of it.`);
  return { verdict: names.length > 0 ? 'INCONCLUSIVE' : 'PASS', reasons };
}

/** The same cases in another process must come to the same. */
export function judgeRepeated(sample: CampaignResult['sample'], again: Repetition): Judgement {
  if (again.type === 'killed') return { verdict: 'INCONCLUSIVE', reasons: [again.message] };
  if (again.type === 'failed') return { verdict: 'BROKEN', reasons: [again.message] };
  const difference = firstDifference(sample, again.hashes);
  const reason = `The campaign is not repeatable: run again in another process, with another time zone, language and directory, and in another order, its first cases come to something else. ${difference}`;
  return when(difference !== undefined, 'BROKEN', reason);
}

function when(holds: boolean, verdict: Judgement['verdict'], reason: string): Judgement {
  return holds ? { verdict, reasons: [reason] } : pass;
}
