/** Each of the kept workflows with one mistake in it, as `lockstep fuzz` finds it and as the printed command shows it again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CaseVerdict } from '../report/replay-text.ts';
import type { Report } from '../report/report.ts';
import { lockstep, makeProject, root } from './spawned.ts';

interface Fault {
  /** The script, below `corpora/workflows/`. */
  readonly script: string;
  /** As reports call it. */
  readonly finding: string;
  /** How many executions of actions the smallest case has at most. */
  readonly executionsMax: number;
  readonly cases?: number;
}

const faults: readonly Fault[] = [
  {
    script: 'checkout/wrong/paid-again-after-a-crash',
    finding: 'double-effect',
    executionsMax: 7,
  },
  {
    script: 'checkout/wrong/total-of-the-slower-offer',
    finding: 'invariant: the customer pays for the goods and for the carrier that ships them',
    executionsMax: 5,
    cases: 60,
  },
  {
    script: 'import/wrong/new-id-for-each-try',
    finding: 'invariant: a batch is imported at most once',
    executionsMax: 6,
    cases: 120,
  },
  { script: 'import/wrong/retries-for-ever', finding: 'limit', executionsMax: 12 },
  {
    script: 'import/wrong/sum-read-before-await',
    finding: 'invariant: the report counts what was loaded',
    executionsMax: 6,
    cases: 60,
  },
  {
    script: 'purchase/wrong/deadline-checked-before-the-question',
    finding: 'invariant: an offer is taken while it stands',
    executionsMax: 5,
  },
  {
    script: 'purchase/wrong/first-word-is-the-last',
    finding: 'invariant: an approval counts, whoever refused before',
    executionsMax: 4,
    cases: 120,
  },
  { script: 'purchase/wrong/refusals-not-all-counted', finding: 'stuck', executionsMax: 4, cases: 250 },
  {
    script: 'refund/wrong/refusal-taken-for-approval',
    finding: 'invariant: large refunds are approved by a person',
    executionsMax: 4,
    cases: 120,
  },
  {
    script: 'refund/wrong/timeout-paid-again',
    finding: 'invariant: an order is paid back once',
    executionsMax: 4,
    cases: 120,
  },
  {
    script: 'renewal/wrong/reminder-not-awaited',
    finding: 'dropped-promise',
    executionsMax: 2,
    cases: 60,
  },
  {
    script: 'renewal/wrong/tries-for-ever',
    finding: 'invariant: a card is tried four times at most',
    executionsMax: 11,
    cases: 60,
  },
  {
    script: 'returns/wrong/two-refunds-of-one-charge',
    finding: 'invariant: not more is paid back than was charged',
    executionsMax: 6,
    cases: 800,
  },
  {
    script: 'sync/wrong/each-contact-not-awaited',
    finding: 'dropped-promise',
    executionsMax: 2,
    cases: 60,
  },
  { script: 'sync/wrong/last-page-is-empty', finding: 'exception', executionsMax: 4, cases: 60 },
  {
    script: 'sync/wrong/mistakes-taken-for-refusals',
    finding: 'invariant: every contact is copied, or refused by the list',
    executionsMax: 2,
    cases: 60,
  },
  {
    script: 'travel/wrong/first-failure-only',
    finding: 'invariant: a trip that is not booked leaves no reservation behind',
    executionsMax: 3,
    cases: 60,
  },
  {
    script: 'travel/wrong/two-failures-skip-undo',
    finding: 'invariant: a trip that is not booked leaves no reservation behind',
    executionsMax: 3,
    cases: 120,
  },
  {
    script: 'triage/wrong/both-replies-posted',
    finding: 'invariant: a ticket gets one reply',
    executionsMax: 8,
    cases: 300,
  },
  {
    script: 'triage/wrong/draft-overwrites-person',
    finding: 'invariant: whoever answers first is heard',
    executionsMax: 6,
    cases: 300,
  },
];

const folder = join(root, 'corpora/workflows');

/** The workflow with the wrong script in the place of the right one, as its author would have it. */
function projectWith(script: string): string {
  const [name = '', , variant = ''] = script.split('/');
  const read = (...path: string[]) => readFileSync(join(folder, name, ...path), 'utf8');
  return makeProject({
    [`${name}.fuzz.ts`]: read(`${name}.fuzz.ts`),
    [`${name}.actions.d.ts`]: read(`${name}.actions.d.ts`),
    [`${name}.workflow.ts`]: read('wrong', `${variant}.workflow.ts`).replaceAll("'../", "'./"),
  });
}

describe('a fault in a workflow is found, made small, and shown again by the printed command', () => {
  test.each(faults)('$script', async ({ script, finding, executionsMax, cases = 250 }) => {
    const project = projectWith(script);
    const file = `${script.split('/')[0]}.fuzz.ts`;
    const fuzzed = await lockstep(project, [
      'fuzz',
      file,
      '--cases',
      String(cases),
      '--seed',
      '1',
      '--threads',
      '1',
      '--json',
      '-',
    ]);
    const { failures } = JSON.parse(fuzzed.stdout) as Report;
    const found = failures.find(({ oracle }) => oracle === finding);
    const [, ...args] = found?.reproduce.split(' ') ?? [];

    const again = await lockstep(project, [...args, '--json', '-']);

    expect(failures.map(({ oracle }) => oracle)).toContain(finding);
    expect(found?.case?.behaviours.flat().length).toBeLessThanOrEqual(executionsMax);
    expect(found?.location?.file).toMatch(/\.workflow\.ts$/);
    const { judgements, timeline } = JSON.parse(again.stdout) as CaseVerdict;
    expect(judgements).toContainEqual(expect.objectContaining({ oracle: finding, result: 'broken' }));
    expect([again.exit, story(timeline)]).toEqual([1, story(found?.timeline ?? [])]);
  });
});

/** What happened, without what was found in it: one case may show several mistakes. */
function story(timeline: readonly string[]): readonly string[] {
  return timeline.slice(
    0,
    timeline.findIndex((line) => line.startsWith('✗')),
  );
}

test('every mistake that is kept is tried', () => {
  const kept = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name, 'wrong')).map((file) => `${name}/wrong/${file}`))
    .filter((path) => path.endsWith('.workflow.ts'));

  expect(faults.map(({ script }) => `${script}.workflow.ts`)).toEqual(kept.sort());
});
