import type { Failure, Report } from '../report.ts';

/** A gate that passed. */
export const pass: Report = {
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

/** What the world did and what broke, with text that every format has to escape. */
export const failure: Failure = {
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

/** The same gate, with that failure. */
export const fail: Report = {
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

export const broken: Report = { ...pass, verdict: 'BROKEN', reasons: ['The same seed gave another campaign.'] };

export const inconclusive: Report = { ...pass, verdict: 'INCONCLUSIVE', reasons: ['Only 5 cases were examined.'] };
