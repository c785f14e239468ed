import { describe, expect, test } from 'vitest';
import type { CallLog, Outcome } from '../log/entry.ts';
import { Engine } from './engine.ts';
import type { Snapshot } from './snapshot.ts';
import type { Session, SessionOptions } from './types.ts';

const engine = await Engine.load();

const script = `
  const at = Date.now(); const chance = Math.random();
  const both = [actions.a({ at }), actions.b({ chance })];
  await both[1]; await actions.c();
  await both[0]; return 'done';`;

function open(options: Partial<SessionOptions> = {}): Session {
  return engine.open({
    script,
    actions: ['a', 'b', 'c'],
    now: () => 5,
    random: () => 0.5,
    startedAt: 1_000,
    ...options,
  });
}

/** Two deliveries in, with one call still open; and what is in the log then. */
function paused(
  options: Partial<SessionOptions> = {},
  outcome: Outcome = { response: 'b' },
): { snapshot: Snapshot; callLog: CallLog; logHash: string } {
  const session = open(options);
  session.start();
  const first = options.clock === 'event' ? 1 : 2;
  session.deliver(first + 1, outcome);
  session.deliver(first + 2, { response: 'c' });
  return { snapshot: session.snapshot(), callLog: session.callLog, logHash: session.logHash };
}

function refusal(snapshot: Snapshot, callLog: CallLog, options: Partial<SessionOptions> = {}): string | undefined {
  try {
    open({ snapshot, callLog, ...options });
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('the hash of a log up to a snapshot', () => {
  test('is the one that the session had, with failures and event times too', () => {
    const { snapshot, callLog, logHash } = paused();
    const caught = script.replace('await both[1];', 'await both[1].catch(() => 0);');
    const failing = paused({ script: caught }, { error: { name: 'E', message: 'm' } });
    const timed = paused({ clock: 'event' });

    expect(snapshot.session.logHash).toBe(logHash);
    expect(refusal(snapshot, callLog)).toBeUndefined();
    expect(refusal(failing.snapshot, failing.callLog, { script: caught })).toBeUndefined();
    expect(refusal(timed.snapshot, timed.callLog, { clock: 'event' })).toBeUndefined();
  });

  test('does not depend on what the log has of calls that were open then, nor of later ones', () => {
    const { snapshot, callLog } = paused();
    const answered: CallLog = callLog.with(2, { type: 'action', name: 'a', input: { at: 5 }, response: 1, order: 2 });

    expect(refusal(snapshot, answered)).toBeUndefined();
    expect(refusal(snapshot, [...answered, { type: 'now', response: 1 }])).toBeUndefined();
  });

  test.each<[string, (log: CallLog) => CallLog]>([
    ['a read of the clock', (log) => log.with(0, { type: 'now', response: 6 })],
    ['a random number', (log) => log.with(1, { type: 'random', response: 0.25 })],
    ['the kind of a read', (log) => log.with(0, { type: 'random', response: 0.5 })],
    ['a hole where something was', (log) => log.with(0, null)],
    ['a hole where an outcome was', (log) => log.with(3, null)],
    [
      'another response',
      (log) => log.with(3, { type: 'action', name: 'b', input: { chance: 0.5 }, response: 'x', order: 0 }),
    ],
    ['another input', (log) => log.with(3, { type: 'action', name: 'b', input: null, response: 'b', order: 0 })],
    [
      'another name',
      (log) => log.with(3, { type: 'action', name: 'c', input: { chance: 0.5 }, response: 'b', order: 0 }),
    ],
    [
      'a failure in its place',
      (log) =>
        log.with(3, {
          type: 'action',
          name: 'b',
          input: { chance: 0.5 },
          error: { name: 'E', message: 'm' },
          order: 0,
        }),
    ],
    [
      'another order',
      (log) => log.with(3, { type: 'action', name: 'b', input: { chance: 0.5 }, response: 'b', order: 7 }),
    ],
    ['an end before', (log) => log.slice(0, 3)],
  ])('tells %s', (_, change) => {
    const { snapshot, callLog } = paused();

    expect(refusal(snapshot, change(callLog))).toBe('SNAPSHOT_LOG');
  });

  test('tells another event time', () => {
    const { snapshot, callLog } = paused({ clock: 'event' });
    const later = callLog.map((entry, position) =>
      position === 2 && entry?.type === 'action' ? { ...entry, at: '9999999999999-0000' } : entry,
    );

    expect(refusal(snapshot, callLog, { clock: 'event' })).toBeUndefined();
    expect(refusal(snapshot, later, { clock: 'event' })).toBe('SNAPSHOT_LOG');
  });
});
