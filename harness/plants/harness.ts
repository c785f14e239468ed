import type { Plant } from './plant.ts';

/** Whoever looks for mistakes makes some. Each of these is for a self-check. */
export const harnessPlants: readonly Plant[] = [
  {
    name: 'oracle-says-yes',
    breaks: 'harness',
    what: 'An oracle accepts whatever it is shown.',
    caughtBy: 'oracles-reject-their-controls',
    patches: [
      {
        file: 'harness/oracle/replay-equals-live.ts',
        find: 'return attemptsAgree(context) ?? ',
        replace: 'if (attemptsAgree !== undefined) return undefined; return ',
      },
    ],
  },
  {
    name: 'minimiser-slips',
    breaks: 'harness',
    what: 'The minimiser takes any failure that the same oracle sees for the one that it makes small.',
    caughtBy: 'minimiser-keeps-the-failure',
    patches: [
      {
        file: 'harness/minimise/same-failure.ts',
        find: 'return a.oracle === b.oracle && a.kind === b.kind && a.where === b.where;',
        replace: 'return a.oracle === b.oracle;',
      },
    ],
  },
  {
    name: 'schedule-ignored',
    breaks: 'harness',
    what: 'A case that is played again settles its calls in the order in which they were made, whatever its schedule says.',
    caughtBy: 'schedulers-keep-their-word',
    patches: [
      {
        file: 'harness/schedule/recorded.ts',
        find: '(schedule[step++] ?? 0) % count',
        replace: '(schedule[-1 - step++] ?? 0) % count',
      },
    ],
  },
  {
    name: 'chance-ignores-its-seed',
    breaks: 'harness',
    what: 'Every random schedule is the same one.',
    caughtBy: 'schedulers-keep-their-word',
    patches: [{ file: 'harness/schedule/random.ts', find: 'drawFrom(seed)', replace: 'drawFrom(0 * seed)' }],
  },
  {
    name: 'campaign-drops-a-failure',
    breaks: 'harness',
    what: 'A campaign forgets some of the cases that failed.',
    caughtBy: 'campaign-loses-nothing',
    patches: [
      {
        file: 'harness/campaign/campaign.ts',
        find: 'if (failure !== undefined) this.#findings',
        replace: 'if (failure !== undefined && index % 4 !== 0) this.#findings',
      },
    ],
  },
  {
    name: 'campaign-depends-on-its-past',
    breaks: 'harness',
    what: 'A case depends on how many were made before it: the same seed gives another campaign.',
    caughtBy: 'campaign-repeats-itself',
    patches: [
      {
        file: 'harness/campaign/case-source.ts',
        find: 'const [made] = fc.sample(cases(), { seed: mixSeeds(seed, index), numRuns: 1 });',
        replace: 'const [made] = fc.sample(cases(), { seed: mixSeeds(seed, index + past++), numRuns: 1 });',
      },
      {
        file: 'harness/campaign/case-source.ts',
        find: 'export function caseAt(',
        replace: 'let past = 0;\nexport function caseAt(',
      },
    ],
  },
  {
    name: 'rare-state-always-reached',
    breaks: 'harness',
    what: 'A rare situation counts as reached in every case, so that nobody learns when campaigns have lost it.',
    caughtBy: 'rare-states-are-told-apart',
    patches: [
      {
        file: 'harness/campaign/states/time.ts',
        find: "inRun('a clock read', (run) => reads(run, 'now').length > 0),",
        replace: "inRun('a clock read', (run) => reads(run, 'now').length >= 0),",
      },
    ],
  },
  {
    name: 'rare-state-never-reached',
    breaks: 'harness',
    what: 'A rare situation is not recognised when a case is in it.',
    caughtBy: 'rare-states-are-told-apart',
    patches: [
      {
        file: 'harness/campaign/states/time.ts',
        find: "inRun('a clock read', (run) => reads(run, 'now').length > 0),",
        replace: "inRun('a clock read', (run) => reads(run, 'now').length < 0),",
      },
    ],
  },
];
