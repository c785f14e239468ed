import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesWith, featureSets } from '../harness/generate/index.ts';
import { runCase } from '../harness/oracle/index.ts';
import type { CallLog, Session, SessionOptions } from '../runtime/index.ts';
import { engine } from './support/play.ts';

const startedAt = 1_700_000_000_000;

/** A host's clock that stands still, runs, and jumps back and ahead. */
const clocks = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -1e10, max: 1e10 }), fc.nat(5)), {
  minLength: 1,
  maxLength: 12,
});

function clockOf(steps: readonly number[]): () => number {
  let [ms, read] = [startedAt, 0];
  return () => {
    ms += steps[read++ % steps.length] as number;
    return Math.max(0, ms);
  };
}

/** Writes down what it is told of time and chance, in three branches and a loop, one of which sleeps. */
const script = `
  const seen = [[Date.now(), Math.random()]];
  const note = () => seen.push([Date.now(), Math.random()]);
  await Promise.all([0, 1, 2].map(async (k) => {
    for (let i = 0; i < 3; i++) {
      await (k === 2 ? sleep(1000) : actions.work({ k, i }));
      note();
    }
  }));
  return seen;`;

interface Watched {
  readonly session: Session;
  readonly digests: readonly string[];
}

/** Plays the script until so many outcomes were delivered; the one to settle next is drawn. */
function play(
  options: Partial<SessionOptions>,
  picks: readonly number[],
  deliveries = Number.POSITIVE_INFINITY,
): Watched {
  const digests: string[] = [];
  const session = engine.open({
    script,
    actions: ['work'],
    runId: 'a run',
    startedAt,
    clock: 'event',
    randomness: 'seeded',
    onTurn: (_, at) => digests.push(at.digest()),
    ...options,
  });
  session.start();
  for (let pick = 0; session.state === 'waiting' && session.delivered < deliveries; pick++) {
    const { outstanding } = session;
    const call = outstanding[(picks[pick % picks.length] as number) % outstanding.length];
    if (call !== undefined) session.deliver(call.position, { response: null });
  }
  return { session, digests };
}

const timesOf = ({ outcome }: Session): number[] =>
  ((outcome as { value: [number, number][] }).value ?? []).map(([time]) => time);
const stampsOf = (log: CallLog): string[] =>
  log
    .flatMap((entry) => (entry?.type === 'action' ? [entry] : []))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ at }) => at ?? '');

const picks = fc.array(fc.nat(8), { minLength: 1, maxLength: 12 });

describe('under an event clock with seeded randomness', () => {
  test('time never goes back and stamps ascend, whatever the host does', () => {
    fc.assert(
      fc.property(clocks, picks, (steps, chosen) => {
        const { session } = play({ now: clockOf(steps) }, chosen);
        const [times, stamps] = [timesOf(session), stampsOf(session.callLog)];

        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(stamps).toEqual([...stamps].sort());
        expect(new Set(stamps).size).toBe(stamps.length);
        session.close();
      }),
      { numRuns: 150 },
    );
  });

  test('a replay on another host is the same, in memory at every turn', () => {
    fc.assert(
      fc.property(clocks, clocks, picks, (steps, others, chosen) => {
        const live = play({ now: clockOf(steps) }, chosen);
        const replay = play({ now: clockOf(others), callLog: live.session.callLog }, chosen);

        expect(replay.session.outcome).toEqual(live.session.outcome);
        expect(replay.digests).toEqual(live.digests);
        for (const { session } of [live, replay]) session.close();
      }),
      { numRuns: 150 },
    );
  });

  test('an attempt that goes on on another host, from the log or from a snapshot, is one history', () => {
    fc.assert(
      fc.property(clocks, clocks, picks, fc.nat(8), (steps, others, chosen, deliveries) => {
        const first = play({ now: clockOf(steps) }, chosen, deliveries);
        const left = { callLog: first.session.callLog, now: clockOf(others) };
        const snapshot = first.session.snapshot();
        const fromLog = play(left, chosen);
        const fromSnapshot = play({ ...left, now: clockOf(others), snapshot }, chosen);

        expect(fromSnapshot.session.callLog).toEqual(fromLog.session.callLog);
        expect(fromSnapshot.session.digest()).toBe(fromLog.session.digest());
        expect(fromLog.digests.slice(0, first.digests.length)).toEqual(first.digests);
        const times = timesOf(fromLog.session);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        for (const { session } of [first, fromLog, fromSnapshot]) session.close();
      }),
      { numRuns: 150 },
    );
  });
});

test('cases with sleeps and timers keep all promises under every profile', () => {
  const arbitrary = featureSets().chain((features) => casesWith(new Set([...features, 'sleeps', 'timers', 'clock'])));
  fc.assert(
    fc.property(arbitrary, fc.constantFrom('recorded', 'event'), (one, clock) => {
      expect(runCase({ ...one, clock }, { engine, effort: 'sampled' }).failures).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
