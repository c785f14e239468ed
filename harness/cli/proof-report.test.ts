import { expect, test } from 'vitest';
import type { GateResult, TriedPlant } from '../campaign/index.ts';
import { reportText } from '../report/report-text.ts';
import { plainStyle } from '../report/style.ts';
import { gateReport } from './gate-report.ts';

const caught: TriedPlant = {
  name: 'input-not-compared',
  breaks: 'guard',
  what: 'It is served from the log.',
  caughtBy: 'guard-always-fires',
  cases: 5,
  caught: 'silent',
  ms: 250,
};
const { caught: _, ...missed } = caught;

const result: GateResult<never[]> = {
  verdict: 'BROKEN',
  reasons: ['One survived.'],
  seed: 1,
  ms: 1000,
  selfChecks: [{ name: 'one', shows: 'It counts.', problems: ['It does not count.'] }],
  plants: [
    caught,
    { ...missed, name: 'a-survivor', cases: 8000 },
    { ...missed, name: 'an-old-one', problem: 'It is old.', cases: 0 },
  ],
};

test('a report has a row for every plant: who must catch it, what became of it, after how many cases', () => {
  const report = gateReport(result, {
    threads: 1,
    workflows: [],
    shard: undefined,
    latency: undefined,
    stopped: false,
  });

  expect(report.plants).toMatchObject([
    { name: 'input-not-compared', result: 'caught', cases: 5, seen: 'silent' },
    { name: 'a-survivor', result: 'survived', cases: 8000 },
    { name: 'an-old-one', result: 'stale', seen: 'It is old.' },
  ]);
  expect(report.timing.plants).toMatchObject({ 'input-not-compared': 0.25 });
  expect(report.parts.slice(0, 2)).toMatchObject([
    { kind: 'self-checks', cases: 1, failed: 1, notes: ['It does not count.'] },
    { kind: 'plants', cases: 3, failed: 2 },
  ]);
});

test('its text shows them, and does not count them as cases', () => {
  const text = reportText(
    gateReport(result, { threads: 1, workflows: [], shard: undefined, latency: undefined, stopped: false }),
    plainStyle,
  );

  expect(text).toMatch(/✓ input-not-compared +5 {2}guard-always-fires/);
  expect(text).toMatch(/✗ a-survivor +8,000 {2}guard-always-fires {2}survived\n +It is served from the log\./);
  expect(text).toMatch(/✗ an-old-one +0 {2}guard-always-fires {2}stale\n +It is old\./);
  expect(text).toContain('BROKEN  0 cases');
});
