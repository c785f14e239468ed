import { describe, expect, test } from 'vitest';
import type { Verdict } from '../campaign/index.ts';
import type { LatencyFigure } from '../report/report.ts';
import type { CheckedLatency } from './gate-latency.ts';
import { judgeTrials, type Trials, trialsText, verdicts } from './latency-proof.ts';

/** One run of the latency part that came to this verdict. */
function checked(verdict: LatencyFigure['verdict'], value: number): CheckedLatency {
  const figure = { name: 'replay', what: 'w', atMost: 2, verdict, attempts: [{ value, rounds: 8 }] };
  return { judgement: { verdict, reasons: [] }, report: { seconds: value * 2, figures: [figure] } };
}

function trials(unchanged: LatencyFigure['verdict'][], slowed: LatencyFigure['verdict'][]): Trials[] {
  return [
    { runtime: 'unchanged', checked: unchanged.map((verdict, i) => checked(verdict, 1.5 + i / 10)) },
    { runtime: 'slowed down', checked: slowed.map((verdict, i) => checked(verdict, 2.5 + i / 10)) },
  ];
}

describe('the proof of the latency part', () => {
  test.each<[LatencyFigure['verdict'][], LatencyFigure['verdict'][], ReturnType<typeof judgeTrials>]>([
    [['PASS', 'PASS'], ['FAIL', 'FAIL'], 'shown'],
    [['PASS', 'INCONCLUSIVE'], ['FAIL', 'FAIL'], 'shown'],
    [['PASS', 'FAIL'], ['FAIL', 'FAIL'], 'refuted'],
    [['PASS', 'PASS'], ['FAIL', 'PASS'], 'refuted'],
    [['PASS', 'PASS'], ['FAIL', 'INCONCLUSIVE'], 'too noisy to say'],
  ])('of %j without and %j with a slowdown is %s', (unchanged, slowed, shown) => {
    expect(judgeTrials(trials(unchanged, slowed))).toBe(shown);
  });

  test('counts verdicts, and shows them and the figures that led to them', () => {
    const [unchanged, slowed] = trials(['PASS', 'INCONCLUSIVE'], ['FAIL', 'FAIL', 'INCONCLUSIVE']) as [Trials, Trials];

    expect(verdicts(slowed)).toEqual({ PASS: 0, FAIL: 2, INCONCLUSIVE: 1, BROKEN: 0 } satisfies Record<
      Verdict,
      number
    >);
    expect(trialsText([unchanged, slowed]).split('\n')).toEqual([
      '| runtime | runs | PASS | INCONCLUSIVE | FAIL | the longest took, s |',
      '| - | - | - | - | - | - |',
      '| unchanged | 2 | 1 | 1 | 0 | 3.2 |',
      '| slowed down | 3 | 0 | 1 | 2 | 5.4 |',
      '',
      '| figure | at most | unchanged: medians | FAIL | slowed down: medians | FAIL |',
      '| - | - | - | - | - | - |',
      '| replay | 2 | 1.5 to 1.6 | 0 | 2.5 to 2.7 | 2 |',
    ]);
  });
});
