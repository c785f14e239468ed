import { describe, expect, test } from 'vitest';
import { githubAnnotations } from './annotations.ts';
import { junitXml } from './junit.ts';
import type { Failure, Report } from './report.ts';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import { makeStyle, plainStyle } from './style.ts';

const pass: Report = {
  format: 'lockstep-report',
  version: 1,
  lockstep: '0.1.0',
  command: 'gate',
  verdict: 'PASS',
  reasons: [],
  seed: 42,
  reproduce: 'lockstep gate --seed 42 --cases 1200',
  parts: [
    { kind: 'corpus', name: 'corpus', about: 'small cases that once failed', cases: 1, failed: 0, notes: [] },
    { kind: 'generated', name: 'generated', about: 'made-up scripts', cases: 1200, failed: 0, notes: [] },
  ],
  promises: [
    {
      of: 'runtime',
      oracle: 'replay-equals-live',
      promise: 'A replay does what the run did.',
      judged: 1201,
      failed: 0,
    },
    { of: 'runtime', oracle: 'hole-once', promise: 'A hole is executed, a record never is.', judged: 0, failed: 0 },
  ],
  failures: [],
  timing: { seconds: 61.2, threads: 2, casesPerSecondAndCore: 345.6 },
};

const failure: Failure = {
  part: 'generated',
  oracle: 'replay-equals-live',
  promise: 'A replay does what the run did.',
  kind: 'value',
  divergence: 'value differs at $.winner\nlive "a"\nreplay "b"',
  occurrences: 3,
  case: {
    version: 1,
    script: 'return await Promise.race([actions.a(), actions.b()]);',
    input: null,
    data: {},
    actions: ['a', 'b'],
    onInterrupt: 'stop',
    behaviours: [[{ type: 'respond', value: 'a\u0000' }]],
    schedule: [1],
    faults: [],
  },
  timeline: ['attempt 1: the run starts', '  turn 0: the script starts'],
  reproduce: 'lockstep replay .lockstep/failures/abc.json',
  location: { file: 'flows/a,b.ts', line: 3, column: 7 },
};

const fail: Report = {
  ...pass,
  verdict: 'FAIL',
  reasons: ['1 promise broke.'],
  failures: [failure],
  promises: [
    {
      of: 'runtime',
      oracle: 'replay-equals-live',
      promise: 'A replay does what the run did.',
      judged: 1201,
      failed: 3,
    },
  ],
};

const broken: Report = { ...pass, verdict: 'BROKEN', reasons: ['The same seed gave another campaign.'] };

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

describe('JUnit', () => {
  test('a pass has no failures and no errors', () => {
    expect(junitXml(pass)).not.toMatch(/<(failure|error)\b/);
    expect(junitXml(pass)).toContain('A replay does what the run did.');
  });

  test('a failure stands under its promise, once, with its command', () => {
    const xml = junitXml(fail);

    expect(xml.match(/<failure/g)).toHaveLength(1);
    expect(xml).toContain('value differs at $.winner');
    expect(xml).toContain('See it again: lockstep replay');
  });

  test('a recorded run that changed has no case to show: its file stands for itself', () => {
    const { case: _, ...rest } = failure;
    const golden = { ...rest, oracle: 'golden-logs', divergence: 'corpora/logs/1.0.0/a.json\nat $.value' };
    const report = { ...fail, failures: [golden] };

    expect(junitXml(report)).toContain('corpora/logs/1.0.0/a.json');
    expect(reportText(report, plainStyle)).toMatch(/corpora\/logs\/1\.0\.0\/a\.json\n\s+at \$\.value/);
    expect(reportText(report, plainStyle)).not.toContain('Script:');
    expect(JSON.parse(reportJson(report)).failures[0]).not.toHaveProperty('case');
  });

  test('a promise that only a failure names appears too', () => {
    const invariant = { ...failure, oracle: 'broken-invariant', promise: 'large refunds are approved' };

    expect(junitXml({ ...fail, failures: [invariant] })).toContain('name="large refunds are approved"');
  });

  test('characters that XML cannot carry are replaced', () => {
    const hostile = { ...failure, divergence: 'a\u0000b\ud800c <&">' };
    const xml = junitXml({ ...fail, failures: [hostile] });

    expect(xml).toContain('a\ufffdb\ufffdc &lt;&amp;');
  });

  test('a broken harness is an error', () => {
    expect(junitXml(broken)).toContain('The same seed gave another campaign.');
    expect(junitXml(broken)).toMatch(/errors="1"/);
  });
});

describe('GitHub annotations', () => {
  test('none for a pass', () => {
    expect(githubAnnotations(pass)).toEqual([]);
  });

  test('a failure points at its place, escaped as the runner reads it', () => {
    const [line] = githubAnnotations(fail);

    expect(line).toMatch(/^::error file=flows\/a%2Cb\.ts,line=3,col=7,title=lockstep%3A replay-equals-live::/);
    expect(line).toContain('$.winner%0Alive "a"');
    expect(line?.split('\n')).toHaveLength(1);
  });

  test('a verdict without failures is one line', () => {
    expect(githubAnnotations(broken)).toEqual([
      '::error title=lockstep%3A BROKEN::The same seed gave another campaign.',
    ]);
  });
});
