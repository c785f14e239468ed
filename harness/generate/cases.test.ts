import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCallLog } from '../../runtime/index.ts';
import { digestCase, parseCaseText, printCase } from '../case/index.ts';
import { arbitraries, cases, casesWith, hardValues, logs, worldFeatures } from './index.ts';

describe('generated cases', () => {
  test('come back from their text as they were', () => {
    fc.assert(
      fc.property(cases(), (one) => void expect(parseCaseText(printCase(one))).toStrictEqual(one)),
      { numRuns: 1_000 },
    );
  });

  test('are the same bytes for the same seed', () => {
    const digests = [1, 2].map(() => fc.sample(cases(), { seed: 42, numRuns: 300 }).map(digestCase));

    expect(digests[0]).toEqual(digests[1]);
    expect(new Set(digests[0]).size).toBeGreaterThan(270);
  });

  test('have every kind of behaviour, reaction and fault among them', () => {
    const moves = ['snapshot', 'restore-elsewhere', 'swap-out'];
    const faults = ['crash', 'crash-record', 'lose-tail', 'punch', 'abort', 'clock-jump', 'resume-twice', ...moves];
    const text = fc.sample(cases(), { seed: 1, numRuns: 500 }).map(printCase).join('');

    for (const type of ['respond', 'fail', 'interrupt', 'answer', 'reject', 'leave', ...faults]) {
      expect(text).toContain(`"type": "${type}"`);
    }
    for (const flag of ['"before": true', '"unstarted": true', '"otherwise": true', '"attempt": 2', '"ms": -']) {
      expect(text).toContain(flag);
    }
    for (const pace of ['late', 'never']) expect(text).toContain(`"pace": "${pace}"`);
    expect(text).toContain('"onInterrupt": "settle"');
  });

  test('have two faults at most, and mostly one or none', () => {
    const numbers = fc.sample(cases(), { seed: 2, numRuns: 1_000 }).map(({ faults }) => faults.length);

    expect(Math.max(...numbers)).toBe(2);
    expect(numbers.filter((number) => number < 2).length).toBeGreaterThan(650);
  });

  test('without features of the world have a world in which all goes well', () => {
    for (const one of fc.sample(casesWith(new Set()), { seed: 1, numRuns: 200 })) {
      expect(one).toMatchObject({ onInterrupt: 'stop', schedule: [], faults: [], data: {} });
      expect(one.behaviours.flat().every(({ type, pace }) => type === 'respond' && pace === undefined)).toBe(true);
    }
    expect(worldFeatures).toContain('interrupts');
  });
});

describe('every arbitrary', () => {
  const { casesWith: within, ...standAlone } = arbitraries;

  test.each(Object.entries(standAlone))('%s needs no argument, and gives the same for the same seed', (_name, make) => {
    const twice = [1, 2].map(() =>
      JSON.stringify(fc.sample(make() as fc.Arbitrary<unknown>, { seed: 8, numRuns: 50 })),
    );

    expect(twice[0]).toBe(twice[1]);
    expect(twice[0]?.length).toBeGreaterThan(100);
    expect(within).toBe(casesWith);
  });
});

describe('generated values and logs', () => {
  test('values are JSON that comes back from its text exactly', () => {
    fc.assert(
      fc.property(hardValues(), (value) => void expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value)),
    );
  });

  test('logs are valid', () => {
    fc.assert(fc.property(logs(), (log) => void expect(parseCallLog(log)).toEqual(log)));
  });
});
