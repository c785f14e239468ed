import { expect, test } from 'vitest';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { runCase } from './index.ts';

const engine = await Engine.load();

type SessionOptions = Parameters<EngineLike['open']>[0];

/** An engine whose sessions are opened with something else, another in each. */
function broken(change: (opened: number) => Partial<SessionOptions>): EngineLike {
  let opened = 0;
  return {
    fingerprint: engine.fingerprint,
    open: (given) => engine.open({ ...given, ...change(opened++) }),
  };
}

function objectors(script: string, profile: Partial<Case>, on: EngineLike): string[] {
  const testCase: Case = {
    version: 1,
    script,
    input: null,
    data: {},
    actions: ['ask'],
    onInterrupt: 'stop',
    behaviours: [[{ type: 'interrupt', payload: null, then: { type: 'answer', answer: 1 } }]],
    schedule: [0, 1],
    faults: [],
    ...profile,
  };
  return runCase(testCase, { engine: on }).failures.map(({ oracle }) => oracle);
}

const timeout = 'const at = Date.now(); return [await Promise.race([actions.ask(), sleep(60_000)]), at, Date.now()];';
const draws = 'const one = Math.random(); await actions.ask(); return [one, Math.random()];';

test('a sound runtime keeps all promises under both profiles', () => {
  for (const profile of [{}, { clock: 'event', random: 'seeded' }] as const) {
    expect(objectors(timeout, profile, engine)).toEqual([]);
    expect(objectors(draws, profile, engine)).toEqual([]);
  }
});

test('an event clock that begins elsewhere in every attempt is caught', () => {
  const on = broken((opened) => ({ startedAt: 1_700_000_000_000 + opened }));

  expect(objectors(timeout, { clock: 'event' }, on)).toContain('guard-always-fires');
});

test('a clock that is read again on replay is caught by the sleep that reckons with it', () => {
  const on = broken((opened) => ({ clock: 'event', startedAt: 1_700_000_000_000 + opened }));

  expect(objectors('await sleep(60_000); return 1;', { clock: 'event' }, on)).not.toEqual([]);
});

test('a generator that is seeded from anything but the run is caught', () => {
  const on = broken((opened) => ({ runId: `run ${opened}` }));

  expect(objectors(draws, { random: 'seeded' }, on)).toContain('replay-equals-live');
});
