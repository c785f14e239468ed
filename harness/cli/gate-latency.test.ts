import { describe, expect, test } from 'vitest';
import type { FigureEstimate, Standing } from '../../benches/index.ts';
import { githubAnnotations } from '../report/annotations.ts';
import { latencyText } from '../report/latency-text.ts';
import { plainStyle } from '../report/style.ts';
import { checkBudgetNames, checkLatency, latencyFailures, latencyTally } from './gate-latency.ts';

const budgets = { cheap: 1, dear: 2 };

function estimateOf(name: string, standing: Standing): FigureEstimate {
  const value = { within: 0.9, over: 2.5, undecided: 2 }[standing];
  const atMost = budgets[name as keyof typeof budgets];
  return { name, what: `what ${name} is`, atMost, standing, value, interval: { low: value, high: value }, rounds: 8 };
}

/** Each attempt has what it finds of a figure; what it was asked for is written down. */
function attempts(...found: Record<string, Standing>[]) {
  const asked: string[][] = [];
  const measure = async (wanted: Readonly<Record<string, number>>): Promise<FigureEstimate[]> => {
    const standings = found[asked.length] ?? {};
    asked.push(Object.keys(wanted));
    return Object.entries(standings).map(([name, standing]) => estimateOf(name, standing));
  };
  return { asked, measure };
}

describe('the latency part of a gate', () => {
  test('passes at the first attempt that shows every figure within its budget', async () => {
    const { asked, measure } = attempts({ cheap: 'within', dear: 'within' });

    const { judgement, report } = await checkLatency(budgets, measure);

    expect(judgement).toEqual({ verdict: 'PASS', reasons: [] });
    expect(report.figures.map(({ verdict, attempts: made }) => [verdict, made.length])).toEqual([
      ['PASS', 1],
      ['PASS', 1],
    ]);
    expect(asked).toEqual([['cheap', 'dear']]);
  });

  test.each<[Standing, Standing, string]>([
    ['over', 'over', 'FAIL'],
    ['over', 'within', 'PASS'],
    ['over', 'undecided', 'INCONCLUSIVE'],
    ['undecided', 'over', 'INCONCLUSIVE'],
    ['undecided', 'within', 'PASS'],
    ['undecided', 'undecided', 'INCONCLUSIVE'],
  ])('tries again what is %s, and says of one that is then %s: %s', async (first, second, verdict) => {
    const { asked, measure } = attempts({ cheap: 'within', dear: first }, { dear: second });

    const { judgement, report } = await checkLatency(budgets, measure);

    expect(asked).toEqual([['cheap', 'dear'], ['dear']]);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.reasons.join()).toContain(verdict === 'PASS' ? '' : 'dear');
    expect(report.figures.find(({ name }) => name === 'dear')).toMatchObject({ verdict, attempts: { length: 2 } });
  });

  test('says of a figure that is over its budget what it is, what it may be, and what to do', async () => {
    const { measure } = attempts({ cheap: 'within', dear: 'over' }, { dear: 'over' });

    const checked = await checkLatency(budgets, measure);
    const [failure, ...others] = latencyFailures(checked);

    expect(others).toEqual([]);
    expect(failure?.divergence).toContain(
      'dear is 2.5 (8 rounds, 2.5 to 2.5), and in another process 2.5 (8 rounds, 2.5 to 2.5); its budget is 2.',
    );
    expect(failure?.divergence).toContain('what dear is');
    expect(latencyTally(checked)).toMatchObject({ judged: 2, failed: 1 });
    const report = { verdict: 'FAIL', failures: [failure], reasons: [] } as never;
    expect(githubAnnotations(report)).toEqual([expect.stringContaining('::error title=lockstep%3A latency::')]);
  });

  test('shows each figure with its interval and its budget', async () => {
    const { measure } = attempts({ cheap: 'within', dear: 'undecided' }, { dear: 'undecided' });
    const { report } = await checkLatency(budgets, measure);

    expect(
      latencyText({ ...report, seconds: 3 }, plainStyle)
        .split('\n')
        .slice(1),
    ).toEqual(['  ✓ cheap  0.9  0.9 to 0.9  at most 1', '  ? dear   2    2 to 2      at most 2']);
    expect(latencyText(undefined, plainStyle)).toBe('');
  });

  test('refuses budgets of figures that there are none of, and names those that there are', () => {
    expect(() => checkBudgetNames({ cheap: 1, chaep: 2 }, ['cheap', 'dear'])).toThrow(
      /"chaep", and there is no such figure.*\n {2}cheap\n {2}dear/s,
    );
    expect(() => checkBudgetNames(budgets, ['cheap', 'dear'])).not.toThrow();
  });
});
