import { describe, expect, test } from 'vitest';
import { MisuseError } from '../errors.ts';
import { GuestStop } from '../guest/port.ts';
import { compileScript } from '../script/index.ts';
import { limitReached, limitStop, probedLocation, readHost, stopFor, stopReason } from './stop.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

test('a stop says its reason, and what is no stop has none', () => {
  const limit = limitStop('fuel');

  expect(limit).toBeInstanceOf(GuestStop);
  expect(stopReason(limit)).toEqual({ limit: 'fuel' });
  expect(stopReason(new Error('trap'))).toBeUndefined();
});

test('a limit and a probe are told from all other stops', () => {
  const script = { ...compileScript('', { actions: [] }), locate: () => ({ file: 'own.ts', line: 1, column: 2 }) };
  const [limit, probe] = [limitStop('positions'), stopFor({ probed: 'at f (script:1:1)' })];
  const others = [stopFor({ thrown: 1 }), new Error('trap'), undefined];

  expect([limit, probe, ...others].map(limitReached)).toEqual([
    'positions',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([probe, limit, ...others].map((stop) => probedLocation(stop, script)?.column)).toEqual([
    2,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('a fresh read', () => {
  test.each([
    ['now', 0],
    ['now', -5.5],
    ['now', 1e300],
    ['random', 0],
    ['random', 0.999],
  ] as const)('of %s takes %d', (type, value) => {
    expect(readHost(type, () => value)).toBe(value);
  });

  test.each([
    ['now', Number.NaN, '`now` must give milliseconds as a finite number.'],
    ['now', Number.POSITIVE_INFINITY, '`now` must give milliseconds as a finite number.'],
    ['now', '5' as unknown as number, '`now` must give milliseconds as a finite number.'],
    ['random', 1, '`random` must give a number in [0, 1).'],
    ['random', -0.1, '`random` must give a number in [0, 1).'],
    ['random', Number.NaN, '`random` must give a number in [0, 1).'],
  ] as const)('of %s refuses %s', (type, value, message) => {
    const reason = stopReason(thrownBy(() => readHost(type, () => value)));

    expect(reason).toEqual({ thrown: expect.objectContaining({ code: 'INVALID_SOURCE', message }) });
    expect(reason).toHaveProperty('thrown', expect.any(MisuseError));
  });

  test('passes on what the source throws', () => {
    const own = new Error('no clock');
    const stop = thrownBy(() =>
      readHost('now', () => {
        throw own;
      }),
    );

    expect(stopReason(stop)).toEqual({ thrown: own });
  });
});
