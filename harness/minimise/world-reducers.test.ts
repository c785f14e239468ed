import { describe, expect, test } from 'vitest';
import type { Behaviour, Fault } from '../case/index.ts';

import { weight } from './reducer.ts';
import { caseOf } from './testing/case-of.ts';
import { behaviours, faults } from './world-reducers.ts';

/** These reducers need not see the case run. */
const unseen = () => undefined;

/** Follows the first candidate that is smaller and still fails, as the minimiser does. */
function smallest(fault: Fault, fails: (fault: Fault) => boolean): Fault {
  const now = caseOf('', { faults: [fault] });
  for (const { faults: list } of faults.candidates(now, unseen)) {
    const [smaller] = list;
    if (smaller === undefined || !fails(smaller)) continue;
    if (weight(caseOf('', { faults: [smaller] })) < weight(now)) return smallest(smaller, fails);
  }
  return fault;
}

describe('a fault', () => {
  test.each<[Fault, Fault]>([
    [
      { type: 'crash-record', record: 9, before: true, attempt: 2 },
      { type: 'crash-record', record: 0 },
    ],
    [
      { type: 'lose-tail', turn: 3, records: 4, bytes: 77, attempt: 1 },
      { type: 'lose-tail', turn: 0, records: 0, bytes: 0 },
    ],
    [
      { type: 'abort', turn: 2, unstarted: true, attempt: 1 },
      { type: 'abort', turn: 0 },
    ],
    [
      { type: 'clock-jump', ms: -86_400_000, turn: 3 },
      { type: 'clock-jump', ms: 0 },
    ],
    [
      { type: 'resume-twice', pause: 1, otherwise: true },
      { type: 'resume-twice', pause: 0 },
    ],
    [
      { type: 'swap-out', turn: 4, attempt: 2 },
      { type: 'swap-out', turn: 0 },
    ],
  ])('%j becomes the plainest of its kind', (fault, expected) => {
    expect(smallest(fault, ({ type }) => type === fault.type)).toEqual(expected);
  });

  test('keeps what it takes: the attempt, the flag and the direction', () => {
    const needs = (fault: Fault) => fault.type === 'clock-jump' && fault.ms <= -1_000 && fault.attempt === 1;
    const early = (fault: Fault) => fault.type === 'abort' && fault.unstarted === true;

    expect(smallest({ type: 'clock-jump', ms: -86_400_000, turn: 3, attempt: 1 }, needs)).toEqual({
      type: 'clock-jump',
      ms: -1_000,
      attempt: 1,
    });
    expect(smallest({ type: 'abort', turn: 5, unstarted: true, attempt: 1 }, early)).toEqual({
      type: 'abort',
      turn: 0,
      unstarted: true,
    });
  });

  test('that loses a tail becomes a plain crash where that will do', () => {
    expect(smallest({ type: 'lose-tail', turn: 1, records: 2, bytes: 3 }, (fault) => fault.type !== 'punch')).toEqual({
      type: 'crash',
      turn: 0,
    });
  });
});

test('a slow call becomes one in time', () => {
  const slow: Behaviour = { type: 'fail', failure: { name: 'Error', message: '' }, pace: 'late' };
  const candidates = [...behaviours.candidates(caseOf('', { behaviours: [[slow]] }), unseen)];

  expect(candidates).toContainEqual(caseOf('', { behaviours: [[{ type: 'fail', failure: slow.failure }]] }));
});
