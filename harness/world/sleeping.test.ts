import { expect, test } from 'vitest';
import { Engine, type Run } from '../../runtime/index.ts';
import type { Behaviour, Case, Reaction } from '../case/index.ts';
import { runWorld, startOfAttempt, type Trace, worldStartedAt } from './index.ts';

const engine = await Engine.load();
const day = 86_400_000;

const asked = (then: Reaction): Behaviour[] => [{ type: 'interrupt', payload: 'well?', then }];

function runOf(script: string, changes: Partial<Case> = {}): Trace {
  const testCase: Case = {
    version: 1,
    script,
    input: null,
    data: {},
    actions: ['ask', 'work'],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    ...changes,
  };
  return runWorld(testCase, { engine });
}

const lastRun = (trace: Trace): Run => trace.attempts.at(-1)?.run as Run;
const approval = "return Promise.race([actions.ask(), sleep(3 * 86_400_000).then(() => 'nobody')]);";

test('time passes until a sleep is over, where nobody answers', () => {
  const trace = runOf(approval, { behaviours: [asked({ type: 'leave' })] });

  expect(trace.attempts).toHaveLength(2);
  expect(trace.executions).toHaveLength(1);
  expect(lastRun(trace)).toMatchObject({ status: 'completed', value: 'nobody' });
});

test.each([
  [0, 'yes', []],
  [1, 'nobody', []],
  [2, 'nobody', ['answer-unused']],
])('the schedule says whether somebody answers before, not at all or too late (%i)', (choice, value, warnings) => {
  const trace = runOf(approval, {
    behaviours: [asked({ type: 'answer', answer: 'yes' })],
    schedule: [0, choice],
    clock: 'event',
  });

  expect(lastRun(trace)).toMatchObject({ status: 'completed', value });
  expect(lastRun(trace).warnings.map(({ code }) => code)).toEqual(warnings);
});

test('the schedule says whether a sleep is short enough to be waited for', () => {
  const script = 'const at = Date.now(); await sleep(86_400_000); return Date.now() - at;';
  const [waited, resumed] = [[0], [1]].map((schedule) => runOf(script, { schedule, clock: 'event' }));

  expect([waited?.attempts.length, resumed?.attempts.length]).toEqual([1, 2]);
  for (const trace of [waited, resumed]) {
    const run = lastRun(trace as Trace);
    expect(run.status === 'completed' && run.value).toBeGreaterThanOrEqual(day);
  }
});

test('a sleep may be over while an action is still at work', () => {
  const trace = runOf("return Promise.race([actions.work(), sleep(1000).then(() => 'too slow')]);", {
    schedule: [1],
    clock: 'event',
  });

  expect(trace.attempts[0]?.settled.slice(0, 1)).toEqual([1]);
  expect(lastRun(trace)).toMatchObject({ value: 'too slow' });
});

test('of several sleeps the one that is over first can end', () => {
  const trace = runOf('return Promise.race([3, 1, 2].map((days) => sleep(days * 86_400_000).then(() => days)));', {
    clock: 'event',
  });

  expect(lastRun(trace)).toMatchObject({ value: 1 });
});

test('a sleep that is over after the end of time leaves the run asleep', () => {
  const trace = runOf('await sleep(1e300);', { clock: 'event' });

  expect(trace.end).toBe('ended');
  expect(lastRun(trace)).toMatchObject({ status: 'interrupted', interrupts: [], pending: [{ state: 'sleeping' }] });
});

test('a sleep goes on after a crash', () => {
  const trace = runOf('await actions.work(); await sleep(day()); return 1; function day() { return 86_400_000; }', {
    faults: [{ type: 'crash', turn: 1 }],
  });

  expect(trace.attempts.map(({ cause }) => cause)).toEqual(['start', 'crash']);
  expect(lastRun(trace)).toMatchObject({ status: 'completed', value: 1 });
});

test('an attempt begins a day after the one before, or later where somebody waited for longer', () => {
  const trace = runOf('await sleep(5 * 86_400_000); return Date.now();', { schedule: [1] });

  const run = lastRun(trace);
  expect(startOfAttempt(0)).toBe(worldStartedAt);
  expect(run.status === 'completed' && run.value).toBeGreaterThanOrEqual(worldStartedAt + 5 * day);
});
