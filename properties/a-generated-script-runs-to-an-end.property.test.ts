import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, casesWith } from '../harness/generate/index.ts';
import { runWorld, type Trace } from '../harness/world/index.ts';
import type { ScriptFailure } from '../runtime/index.ts';
import { engine } from './support/play.ts';

const traces: readonly Trace[] = fc
  .sample(cases(), { seed: 7, numRuns: 1_500 })
  .map((one) => runWorld(one, { engine }));

/** How the run ended in the end: its status, or what stopped the world. */
function endOf({ attempts, end }: Trace): string {
  return attempts.at(-1)?.run?.status ?? end;
}

function failuresIn(among: readonly Trace[]): ScriptFailure[] {
  return among.flatMap(({ attempts }) => {
    const run = attempts.at(-1)?.run;
    return run?.status === 'failed' ? [run.error] : [];
  });
}

/** The case has a limit, or its script waits for nothing. */
function isMeant({ code }: ScriptFailure): boolean {
  return code === 'STUCK' || (code?.startsWith('LIMIT_') ?? false);
}

const share = (count: (trace: Trace) => boolean) => traces.filter(count).length / traces.length;

describe('a generated script', () => {
  test('links, runs, and ends or pauses', () => {
    expect(new Set(traces.map(endOf))).toEqual(new Set(['completed', 'failed', 'interrupted', 'aborted']));
  });

  test('is given up only where nothing is heard of what it waits for', () => {
    const aborted = traces.filter((trace) => endOf(trace) === 'aborted');

    expect(aborted.length / traces.length).toBeLessThan(0.03);
    for (const { attempts } of aborted) expect(attempts.at(-1)?.abort?.why).toBe('hang');
  });

  test('is stuck, or ends by a limit, only where that was meant', () => {
    const stopped = failuresIn(traces).filter(isMeant);

    expect(stopped.length / traces.length).toBeLessThan(0.08);
    expect(new Set(stopped.map(({ code }) => code))).toContain('STUCK');
  });

  test('seldom fails otherwise, and then only with a failure that it was given', () => {
    const failures = failuresIn(traces).filter((failure) => !isMeant(failure));

    expect(failures.length / traces.length).toBeLessThan(0.05);
    for (const { name } of failures)
      expect(['Error', 'TypeError', 'PaymentError', 'NonError', 'ActionRejected']).toContain(name);
  });

  test('never fails in a world in which all goes well', () => {
    const calm = fc
      .sample(cases(), { seed: 3, numRuns: 500 })
      .map(({ limits: _, ...one }) => runWorld({ ...one, behaviours: [] }, { engine }));
    const failures = failuresIn(calm);

    expect(failures.every(({ code }) => code === 'STUCK')).toBe(true);
    expect(calm.filter((trace) => endOf(trace) === 'completed').length).toBe(calm.length - failures.length);
  });

  test('makes few calls, and often several at a time', () => {
    const calls = traces.map(({ attempts }) => attempts.at(-1)?.calls.length ?? 0).sort((a, b) => a - b);
    const concurrent = share(({ attempts }) =>
      attempts.some(({ turns }) => turns.some(({ positions }) => positions.to - positions.from > 1)),
    );

    expect(calls[calls.length >> 1]).toBeGreaterThanOrEqual(3);
    expect(calls[Math.floor(calls.length * 0.95)]).toBeLessThanOrEqual(12);
    expect(concurrent).toBeGreaterThan(0.4);
  });

  test('meets pauses, resumes of resumes, crashes and punched holes', () => {
    expect(share(({ attempts }) => attempts.some(({ cause }) => cause === 'resume'))).toBeGreaterThan(0.1);
    expect(share(({ attempts }) => attempts.length > 2)).toBeGreaterThan(0.03);
    expect(share(({ attempts }) => attempts.some(({ cause }) => cause === 'crash'))).toBeGreaterThan(0.05);
    expect(share(({ punched }) => punched.length > 0)).toBeGreaterThan(0.05);
  });

  test('with all features at once runs too', () => {
    const everything = new Set([
      'failures',
      'interrupts',
      'reordered',
      'hostile',
      'crashes',
      'punches',
      'settle',
    ] as const);
    const ends = fc
      .sample(casesWith(everything), { seed: 1, numRuns: 100 })
      .map((one) => endOf(runWorld(one, { engine })));

    expect(ends.every((end) => ['completed', 'failed', 'interrupted'].includes(end))).toBe(true);
  });
});
