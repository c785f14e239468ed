import { describe, expect, test } from 'vitest';
import { judgePlants, judgeSelfChecks, type TriedPlant } from './trials.ts';

const missed: TriedPlant = {
  name: 'a-plant',
  breaks: 'guard',
  what: 'It hurts.',
  caughtBy: 'an-oracle',
  cases: 7,
  ms: 1,
};
const caught: TriedPlant = { ...missed, caught: 'silent' };

describe('the verdict on plants', () => {
  test('is BROKEN with the name of the one that survived, or could not be tried', () => {
    const survivor = judgePlants([caught, missed]);
    const stale = judgePlants([caught, { ...missed, problem: 'It is old.' }]);

    expect(judgePlants([caught])).toEqual({ verdict: 'PASS', reasons: [] });
    expect(survivor).toMatchObject({
      verdict: 'BROKEN',
      reasons: [expect.stringMatching(/a-plant survived.*an-oracle.*7/)],
    });
    expect(stale).toMatchObject({ verdict: 'BROKEN', reasons: [expect.stringMatching(/a-plant.*It is old/)] });
  });
});

test('a self-check that fails makes the harness BROKEN, with its sentence', () => {
  const holds = { name: 'one', shows: 'It counts.', problems: [] };
  const fails = { ...holds, problems: ['It does not count.', 'Nor add.'] };

  expect(judgeSelfChecks([holds]).verdict).toBe('PASS');
  expect(judgeSelfChecks([holds, fails])).toEqual({
    verdict: 'BROKEN',
    reasons: ['The harness fails its self-check one. It does not count.'],
  });
});
