import { describe, expect, test } from 'vitest';
import { reportText } from './report-text.ts';
import { statesText } from './states-text.ts';
import { plainStyle } from './style.ts';
import { pass } from './testing/reports.ts';

const states = [
  { name: 'a pause', cases: 1200 },
  { name: 'a hole that nobody fills', cases: 0 },
  { name: 'a crash', cases: 7 },
  { name: 'a twin', cases: 1 },
  { name: 'a sleep', cases: 30 },
];

describe('the rare situations of a campaign', () => {
  test('are counted, the rarest three with their cases, the missed ones by name', () => {
    expect(statesText(states, plainStyle).split('\n')).toEqual([
      '  Rare situations: 4 of 5 were reached; the rarest: a twin (1 case), a crash (7 cases), a sleep (30 cases)',
      '    never reached: a hole that nobody fills',
    ]);
  });

  test('are one line where all were reached', () => {
    expect(statesText(states.slice(2), plainStyle).split('\n')).toHaveLength(1);
  });

  test('are named up to a bound where hardly any was reached', () => {
    const missed = Array.from({ length: 20 }, (_, i) => ({ name: `s${i}`, cases: 0 }));

    expect(statesText(missed, plainStyle).split('\n')).toEqual([
      '  Rare situations: 0 of 20 were reached',
      '    never reached: s0, s1, s2, s3, s4, s5, s6, s7, and 12 more',
    ]);
  });

  test('stand in the summary of a gate, and in no report that has none', () => {
    expect(reportText({ ...pass, states }, plainStyle)).toContain('Rare situations: 4 of 5');
    expect(reportText(pass, plainStyle)).not.toContain('Rare situations');
  });
});
