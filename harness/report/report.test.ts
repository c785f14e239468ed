import { describe, expect, test } from 'vitest';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import { makeStyle, plainStyle } from './style.ts';
import { fail, failure, pass } from './testing/reports.ts';

describe('the summary', () => {
  test('says what was checked, how often, how fast, and how to run it again', () => {
    const text = reportText(pass, plainStyle);

    expect(text).toContain('✓ 1,201 ×  A replay does what the run did.');
    expect(text).toContain('–     0 ×  A hole is executed, a record never is.');
    expect(text).toMatch(/✓ generated {2}1,200 cases {2}made-up scripts/);
    expect(text).toContain('2 threads, 346 generated cases per second and core');
    expect(text).toContain('PASS  1,201 cases in 61 s');
    expect(text.split('\n').at(-1)).toBe('seed 42; the same campaign again: lockstep gate --seed 42 --cases 1200');
  });

  test('says with which probability the schedules would have shown a bug', () => {
    const bounds = [
      { depth: 1, chains: 12, steps: 40, cases: 700, probability: 0.999_999 },
      { depth: 2, chains: 12, steps: 40, cases: 1_650, probability: 0.967_89 },
      { depth: 3, chains: 0, steps: 0, cases: 0, probability: 0 },
    ];
    const lines = reportText({ ...pass, bounds }, plainStyle).split('\n');

    expect(lines).toContain('    d = 1  > 99.99 %  n = 12 concurrent calls, k = 40 steps, 700 cases');
    expect(lines).toContain('    d = 2     96.8 %  n = 12 concurrent calls, k = 40 steps, 1,650 cases');
    expect(lines.join()).not.toContain('d = 3');
  });

  test('shows a failure as promise, divergence, case, timeline and command', () => {
    const text = reportText(fail, plainStyle);

    expect(text).toContain('Failure 1: replay-equals-live in generated  (3 cases like it; this is the smallest)');
    expect(text).toContain('  value differs at $.winner\n  live "a"\n  replay "b"');
    expect(text).toContain('    return await Promise.race([actions.a(), actions.b()]);');
    expect(text).toContain('which call settles next: [1]');
    expect(text).not.toContain('faults:');
    expect(text).toContain('See it again: lockstep replay .lockstep/failures/abc.json');
  });

  test('says where time was too short to make a case small, and only there', () => {
    const late = { ...fail, failures: [{ ...failure, isLate: true as const }] };

    expect(reportText(late, plainStyle)).toContain('  The time for making it smaller was over');
    expect(reportText(fail, plainStyle)).not.toContain('making it smaller');
    expect(JSON.parse(reportJson(late)).failures[0].isLate).toBe(true);
  });

  test('shows a recorded run that changed, which has no case, by its file', () => {
    const { case: _, ...rest } = failure;
    const golden = { ...rest, oracle: 'golden-logs', divergence: 'corpora/logs/1.0.0/a.json\nat $.value' };
    const report = { ...fail, failures: [golden] };

    expect(reportText(report, plainStyle)).toMatch(/corpora\/logs\/1\.0\.0\/a\.json\n\s+at \$\.value/);
    expect(reportText(report, plainStyle)).not.toContain('Script:');
    expect(JSON.parse(reportJson(report)).failures[0]).not.toHaveProperty('case');
  });

  test('shows five failures in full, and where to see the others', () => {
    const failures = Array.from({ length: 7 }, (_, i) => ({ ...failure, reproduce: `lockstep replay ${i}.json` }));
    const text = reportText({ ...fail, failures }, plainStyle);

    expect(text.match(/What happened:/g)).toHaveLength(5);
    expect(text).toContain('And 2 failures of other kinds:\n  replay-equals-live in generated: lockstep replay 5.json');
  });

  test('has no escape codes without colours, and has them with', () => {
    expect(reportText(fail, plainStyle)).not.toContain('\u001b');
    expect(reportText(fail, makeStyle(true))).toContain('\u001b[');
  });
});

describe('the JSON', () => {
  test('comes back as it was, timing last', () => {
    const text = reportJson(fail);

    expect(JSON.parse(text)).toEqual(fail);
    expect(Object.keys(JSON.parse(text)).at(-1)).toBe('timing');
  });
});
