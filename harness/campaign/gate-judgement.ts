import type { CampaignResult } from './campaign.ts';
import type { CorpusResult } from './corpus-check.ts';
import type { GoldenResult } from './golden-check.ts';
import { rareStates } from './rare-states.ts';
import type { Examined } from './task.ts';
import { type Judgement, pass, together } from './verdict.ts';

/** Of so many cases, every rare state must have been reached by one. */
const casesForAllStates = 3_000;

/** More than one in so many scripts that do not compile means that the generator is wrong. */
const invalidOneIn = 20;

export function judgeCorpus({ failed, mistakes, unreadable, tally }: CorpusResult): Judgement {
  const unread = unreadable.map(({ file, reason }) => `${file} is not a case any more: ${reason}`);
  return together([
    when(
      failed > 0,
      'FAIL',
      `${failed} of the ${tally.cases} cases in the corpus ${failed === 1 ? 'breaks' : 'break'} a promise.`,
    ),
    { verdict: unread.length > 0 ? 'BROKEN' : 'PASS', reasons: unread },
    judgeMistakes(mistakes),
  ]);
}

export function judgeGolden({ failed, unreadable }: GoldenResult): Judgement {
  const unread = unreadable.map(({ file, reason }) => `${file} cannot be read, so it tests nothing: ${reason}`);
  const changed = failed.map(
    ({ file }) => `${file} was recorded by an earlier release, and does not replay to the same run.`,
  );
  return together([
    { verdict: changed.length > 0 ? 'FAIL' : 'PASS', reasons: changed },
    { verdict: unread.length > 0 ? 'BROKEN' : 'PASS', reasons: unread },
  ]);
}

export function judgeGenerated(result: CampaignResult, casesMin: number): Judgement {
  const { tally, failed, mistakes } = result;
  const { cases, invalid } = tally;
  return together([
    when(failed > 0, 'FAIL', `${failed} of ${cases} generated cases ${failed === 1 ? 'breaks' : 'break'} a promise.`),
    when(
      cases < casesMin,
      'INCONCLUSIVE',
      `Only ${cases} generated cases were examined; a pass takes at least ${casesMin}.`,
    ),
    when(invalid * invalidOneIn > cases, 'BROKEN', `${invalid} of ${cases} generated scripts do not compile.`),
    judgeMistakes(mistakes),
    judgeStates(result),
  ]);
}

function judgeStates({ tally, failed }: CampaignResult): Judgement {
  if (tally.cases < casesForAllStates || failed > 0) return pass;
  const missed = rareStates.filter(({ name }) => !tally.states[name]);
  const names = missed.map(({ name }) => name).join(', ');
  return when(missed.length > 0, 'BROKEN', `The campaign of ${tally.cases} cases never reached: ${names}.`);
}

function judgeMistakes(mistakes: readonly string[]): Judgement {
  const [first] = mistakes;
  if (first === undefined) return pass;
  return { verdict: 'BROKEN', reasons: [`The harness itself failed in ${mistakes.length} cases. ${first}`] };
}

export function judgeRepeated(sample: CampaignResult['sample'], again: readonly Examined[]): Judgement {
  const fingerprint = again.reduce((sum, examined) => (sum + examined.fingerprint) >>> 0, 0);
  return when(
    fingerprint !== sample.fingerprint,
    'BROKEN',
    `The campaign is not repeatable: ${sample.indices.length} of its cases, run again in another thread, left other traces.`,
  );
}

function when(holds: boolean, verdict: Judgement['verdict'], reason: string): Judgement {
  return holds ? { verdict, reasons: [reason] } : pass;
}
