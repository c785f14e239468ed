import { describe, expect, test } from 'vitest';
import { MisuseError } from '../errors.ts';
import { wallMsMax } from '../log/stamp.ts';
import { profilesFrom } from './profiles.ts';
import type { SessionOptions } from './types.ts';

/** With a hash that shows what was hashed. */
function profiles(options: Partial<SessionOptions>, hash = '00000001fffffffe8000000000000002') {
  const hashed: string[] = [];
  const given = { script: '', actions: [], ...options };
  const hashing = (text: string) => {
    hashed.push(text);
    return hash;
  };
  return { ...profilesFrom(given, hashing), hashed };
}

test('clock and chance are recorded unless something else is said', () => {
  const recorded = { startedAt: undefined, seedText: 'null', hashed: [] };

  expect(profiles({})).toEqual(recorded);
  expect(profiles({ startedAt: 5, runId: 'r' })).toEqual(recorded);
  expect(profiles({ clock: 'recorded', randomness: 'recorded' })).toEqual(recorded);
});

describe('an event clock', () => {
  test.each([
    [0, 0],
    [1.9, 1],
    [wallMsMax, wallMsMax],
  ])('starts at %d', (startedAt, start) => {
    expect(profiles({ clock: 'event', startedAt }).startedAt).toBe(start);
  });

  test.each([
    [{}, 'Here there is none.'],
    [{ startedAt: -1 }, 'Here it is -1.'],
    [{ startedAt: wallMsMax + 1 }, `Here it is ${wallMsMax + 1}.`],
    [{ startedAt: Number.NaN }, 'Here it is NaN.'],
  ])('needs a start that a stamp can hold, not %o', (options, found) => {
    const act = () => profiles({ clock: 'event', ...options });

    expect(act).toThrow(MisuseError);
    expect(act).toThrow(
      expect.objectContaining({
        code: 'STARTED_AT',
        message: `With clock: 'event' a run needs \`startedAt\`, milliseconds from 0 to ${wallMsMax}: it is the time before the first outcome. ${found}`,
      }),
    );
  });
});

describe('seeded randomness', () => {
  test("starts from the four words of the run id's hash, signed", () => {
    expect(profiles({ randomness: 'seeded', runId: 'r' })).toMatchObject({
      seedText: '[1,-2,-2147483648,2]',
      hashed: ['r'],
    });
  });

  test('does not start from zeros, from which the generator would not get away', () => {
    expect(profiles({ randomness: 'seeded', runId: 'r' }, '0'.repeat(32)).seedText).toBe('[1,0,0,0]');
    expect(profiles({ randomness: 'seeded', runId: 'r' }, `${'0'.repeat(31)}7`).seedText).toBe('[0,0,0,7]');
  });

  test.each([{}, { runId: '' }])('needs a run id, not %o', (options) => {
    expect(() => profiles({ randomness: 'seeded', ...options })).toThrow(
      expect.objectContaining({
        code: 'RUN_ID',
        message: "With random: 'seeded' a run needs a `runId`: its random numbers are derived from it.",
      }),
    );
  });
});

test.each([
  ['clock', 'seeded', '`clock` is "seeded"; it is "recorded" or "event".'],
  ['randomness', 'event', '`randomness` is "event"; it is "recorded" or "seeded".'],
])('a %s that there is not is refused', (name, given, message) => {
  expect(() => profiles({ [name]: given, startedAt: 0, runId: 'r' })).toThrow(
    expect.objectContaining({ code: 'PROFILE', message }),
  );
});
