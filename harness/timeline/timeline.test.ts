import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type Run } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { runWorld } from '../world/index.ts';
import { headline, type Timeline, timelineOfRun, timelineOfTrace, timelineText, type VerdictFacts } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const script = `console.log('begins');
data.step = 1;
const first = await actions.a({ n: 1 });
const yes = await actions.ask();
data.step = 2;
return [first, yes];`;

function caseOf(parts: Partial<Case> = {}): Case {
  const asks = { type: 'interrupt', payload: 'Sure?', then: { type: 'answer', answer: true } } as const;
  return {
    version: 1,
    script,
    input: { id: 7 },
    data: {},
    actions: ['a', 'ask'],
    onInterrupt: 'stop',
    behaviours: [[{ type: 'respond', value: 'A' }], [asks, { type: 'respond', value: true }]],
    schedule: [],
    faults: [],
    ...parts,
  };
}

function told(testCase: Case, verdict?: VerdictFacts): Timeline {
  const trace = runWorld(testCase, { engine, file: 'flow.ts' });
  return timelineOfTrace(testCase, trace, { name: 'flow', file: 'flow.ts', engine, ...(verdict && { verdict }) });
}

describe('a case that pauses and is answered', () => {
  test('is told with lines, prints and data, and what an attempt goes through again is left out', () => {
    const timeline = told(caseOf());

    expect([headline(timeline), ...timelineText(timeline, { detail: 'news' })]).toEqual([
      'flow({"id":7})',
      'attempt 1: the run starts',
      '    0 → a({"n":1})   at flow.ts:3',
      '    log: begins',
      '    data is {"step":1}',
      '  0 a answers "A"',
      '    1 → ask()   at flow.ts:4',
      '  1 ask asks a person: "Sure?"',
      '  paused, waiting for 1 ask',
      'attempt 2: resumed, 1 from the log; 1 is answered true',
      '    1 → ask, with the answer true',
      '  1 ask answers true',
      '    data is {"step":2}',
      '  the script returns ["A",true]',
    ]);
  });

  test('is told turn by turn for whoever looks for a fault of ours', () => {
    const lines = timelineText(told(caseOf()), { detail: 'turns' });

    expect(lines).toContain('  turn 1: 0 a answers "A" (from the log)');
    expect(lines.filter((line) => line.includes('turn 0: the script starts'))).toHaveLength(2);
  });
});

describe('what befalls a run', () => {
  test.each<[string, Case['faults'], string]>([
    ['a crash', [{ type: 'crash', turn: 1 }], 'the process dies here; calls in flight will be executed again'],
    ['a snapshot', [{ type: 'snapshot', turn: 0 }], 'put into a snapshot, and taken up from it in another instance'],
    ['another engine', [{ type: 'restore-elsewhere', turn: 0 }], 'taken up from it in another engine'],
    ['parking', [{ type: 'swap-out', turn: 0 }], 'swapped out, and back'],
    ['an abort', [{ type: 'abort', turn: 0 }], 'aborted by its caller'],
    ['the clock', [{ type: 'clock-jump', turn: 0, ms: -5 }], 'the clock is set back by 5 ms'],
    ['a twin', [{ type: 'resume-twice', pause: 0 }], 'besides: the run that attempt 1 left is resumed a second time'],
    [
      'holes',
      [{ type: 'punch', positions: [0] }],
      'afterwards: the finished log is run again, 1 from the log; a hole at 0',
    ],
    ['a lost tail', [{ type: 'lose-tail', turn: 1, records: 1, bytes: 0 }], 'records of the journal are lost'],
  ])('%s is told', (_, faults, sentence) => {
    const lines = timelineText(told(caseOf({ faults })), { detail: 'turns' });

    expect(
      lines.filter((line) => line.includes(sentence)),
      lines.join('\n'),
    ).not.toEqual([]);
  });

  test('an action that is executed again after a crash is told with its key', () => {
    const lines = timelineText(told(caseOf({ faults: [{ type: 'crash', turn: 0 }] })), { detail: 'news' });

    expect(lines).toContain('    0 → a is executed again, under the same idempotency key');
  });

  test('a question that nobody answers, and a sibling that settles behind it', () => {
    const left = { type: 'interrupt', payload: 'Sure?', then: { type: 'leave' } } as const;
    const both = caseOf({
      script: 'return await Promise.all([actions.ask(), actions.a()]);',
      behaviours: [[left], [{ type: 'respond', value: 'A' }]],
    });

    expect(timelineText(told(both), { detail: 'news' })).toEqual([
      'attempt 1: the run starts',
      '    0 → ask()   at flow.ts:1',
      '    1 → a()   at flow.ts:1',
      '  0 ask asks a person: "Sure?"   (nobody ever answers)',
      '  1 a answers "A"   (recorded; the script does not see it)',
      '  paused, waiting for 0 ask',
    ]);
  });
});

describe('what is wrong', () => {
  const wrong = { title: 'broken: it', message: 'it is not so\nat all' };

  test('stands at the end where nobody knows better', () => {
    const timeline = told(caseOf(), wrong);

    expect(timeline.verdict?.at).toEqual({ attempt: 1, turn: 2 });
    expect(timelineText(timeline, { detail: 'news' }).slice(-3)).toEqual([
      '✗ broken: it',
      '  it is not so',
      '  at all',
    ]);
  });

  test('stands in its turn where that is known', () => {
    const timeline = told(caseOf(), { ...wrong, attempt: 0, turn: 0 });
    const lines = timelineText(timeline, { detail: 'turns' });

    expect(lines.indexOf('  ✗ this is where it goes wrong')).toBe(lines.indexOf('  turn 1: 0 a answers "A"') - 1);
  });
});

describe('a saved run', () => {
  const runOf = (testCase: Case, attempt: number): Run => {
    const run = runWorld(testCase, { engine, file: 'flow.ts' }).attempts.at(attempt)?.run;
    if (run === undefined) throw new Error('There was to be a run.');
    return { ...run, file: 'flow.ts' };
  };

  test('is told as one attempt, with what it waits for', () => {
    expect(timelineText(timelineOfRun(engine, runOf(caseOf(), 0)), { detail: 'turns' })).toEqual([
      'attempt 1: the run starts',
      '  turn 0: the script starts',
      '    0 → a({"n":1})   at flow.ts:3',
      '    log: begins',
      '    data is {"step":1}',
      '  turn 1: 0 a answers "A"',
      '    1 → ask()   at flow.ts:4',
      '  1 ask asks a person: "Sure?"',
      '  paused, waiting for 1 ask',
    ]);
  });

  test('whose script has changed shows the turn and the call where it leaves its log', () => {
    const run = runOf(caseOf(), -1);
    const changed = { ...run, source: run.source.replace('actions.ask()', 'actions.ask("now")') };

    const { verdict, attempts } = timelineOfRun(engine, changed);

    expect(verdict).toMatchObject({ at: { attempt: 0, turn: 1, position: 1 }, location: { file: 'flow.ts', line: 4 } });
    expect(attempts[0]?.rows.at(-1)?.events.map(({ type }) => type)).toEqual(['delivered', 'thrown']);
    expect(attempts[0]?.lanes.map(({ location }) => location?.line)).toEqual([3, 4]);
  });

  test('whose script does not parse is told without lines', () => {
    const timeline = timelineOfRun(engine, { ...runOf(caseOf(), 0), source: 'return (' });

    expect(timeline.attempts[0]?.rows).toHaveLength(1);
  });
});

test('the author’s files are taken out of the source map of a bundle, those with calls only', () => {
  const map = {
    version: 3,
    sources: ['flow.ts', 'pay.ts', 'idle.ts'],
    sourcesContent: ['// flow', '// pay', '// idle'],
    names: [],
    mappings: '',
  };
  const bundle = `return await actions.a();\n//# sourceMappingURL=data:application/json;base64,${btoa(JSON.stringify(map))}\n`;
  const timeline = told(caseOf({ script: bundle, behaviours: [] }));

  expect(timeline.sources[0]).toEqual({ file: 'flow.ts', text: '// flow' });
  expect(timeline.sources).not.toContainEqual({ file: 'idle.ts', text: '// idle' });
});
