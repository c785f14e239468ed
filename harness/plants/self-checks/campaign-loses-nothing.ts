import { type EngineLike, MisuseError } from '../../../runtime/index.ts';
import { type CampaignResult, type Crew, caseAt, perform, runCampaignOn } from '../../campaign/index.ts';
import type { Case } from '../../case/index.ts';
import { type Means, type SelfCheck, unless } from './self-check.ts';

const seed = 11;
const cases = 12;

/** A campaign on an engine that refuses some scripts. Which these are is known without any campaign. */
export const campaignLosesNothing: SelfCheck = {
  name: 'campaign-loses-nothing',
  shows: 'A campaign examines every case that it is to examine, and reports every one that fails.',
  async problems(means) {
    const result = await campaign(means);
    const refused = new Set(refusedScripts());
    const failing = allCases().flatMap(({ script }, index) => (refused.has(script) ? [index] : []));
    const reported = result.buckets.reduce((sum, { occurrences }) => sum + occurrences, 0);
    const first = result.buckets.map((bucket) => ('index' in bucket.first ? bucket.first.index : -1));
    return [
      ...unless(result.tally.cases === cases, `Of ${cases} cases the campaign examined ${result.tally.cases}.`),
      ...unless(
        result.failed === failing.length,
        `Of ${failing.length} failing cases the campaign counted ${result.failed}.`,
      ),
      ...unless(
        reported === failing.length,
        `Of ${failing.length} failing cases ${reported} are in the campaign's buckets.`,
      ),
      ...unless(
        Math.min(...first) === failing[0],
        `The first failing case is ${failing[0]}; the campaign says ${first}.`,
      ),
      ...result.mistakes,
    ];
  },
};

function allCases(): Case[] {
  return Array.from({ length: cases }, (_, index) => caseAt(seed, index));
}

/** Some of the campaign's, exactly as they are: what oracles make of scripts is not among them. */
function refusedScripts(): string[] {
  return allCases().flatMap(({ script }, index) => (index % 3 === 2 || index % 4 === 0 ? [script] : []));
}

function campaign({ engine, elsewhere }: Means): Promise<CampaignResult> {
  const broken = refusing(engine);
  const crew = {
    threads: 2,
    examine: async (task: Parameters<Crew['examine']>[0]) => ({
      examined: [perform(broken, task, () => {}, elsewhere)],
      lethal: [],
    }),
    minimise: async () => undefined,
  };
  return runCampaignOn(crew as unknown as Crew, { seed, cases });
}

function refusing(engine: EngineLike): EngineLike {
  const refused = new Set(refusedScripts());
  return {
    fingerprint: engine.fingerprint,
    open(options) {
      const text = typeof options.script === 'string' ? options.script : options.script.source;
      if (refused.has(text)) throw new MisuseError('REFUSED', 'The script is one of those that are refused.');
      return engine.open(options);
    },
  };
}
