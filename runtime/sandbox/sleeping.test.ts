import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineAction } from './action.ts';
import { ActionInterrupt } from './interrupt.ts';
import type { JournalRecord } from './journal.ts';
import type { SandboxOptions } from './options.ts';
import type { Run } from './run.ts';
import { Sandbox } from './sandbox.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

const startedAt = Date.UTC(2024, 0, 1);
const day = 86_400_000;

// The host's clock is set by hand; its timers run.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(startedAt);
});
afterEach(() => {
  vi.useRealTimers();
});

/** In this thread, whose clock is set. */
const sandboxWith = (options: SandboxOptions) => new Sandbox({ isolation: 'inline', ...options });

/** A person who is asked, and says how often that was. */
function person() {
  const asked: unknown[] = [];
  const ask = defineAction({
    name: 'ask',
    execute: (input, { answer }) => {
      if (answer !== undefined) return answer;
      asked.push(input);
      throw new ActionInterrupt({ question: input });
    },
  });
  const note = defineAction({ name: 'note', execute: (input) => ({ noted: input }) });
  return { asked, actions: [ask, note] };
}

const profiles = [
  { clock: 'recorded', random: 'recorded' },
  { clock: 'event', random: 'seeded' },
] as const satisfies SandboxOptions[];

const approval = "return await Promise.race([actions.ask({ q: 1 }), sleep(3 * 86_400_000).then(() => 'nobody')]);";

describe.each(profiles)('with %j, an approval with a timeout', (profile) => {
  test('sleeps in the run', async () => {
    const { actions } = person();
    const run = await sandboxWith({ actions, ...profile }).eval(approval, { startedAt });

    const sleeping = run.pending.at(-1);
    expect(run).toMatchObject({ status: 'interrupted', interrupts: [{ name: 'ask' }] });
    expect(sleeping).toEqual({
      position: profile.clock === 'event' ? 1 : 2,
      name: 'sleep',
      input: { until: startedAt + 3 * day },
      state: 'sleeping',
      until: startedAt + 3 * day,
    });
  });

  test('takes the answer that comes before', async () => {
    const { asked, actions } = person();
    const sandbox = sandboxWith({ actions, ...profile });
    const run = await sandbox.eval(approval, { startedAt });

    vi.setSystemTime(startedAt + 2 * day);
    const done = await sandbox.resume(stored(run), 'yes');

    expect(done).toMatchObject({ status: 'completed', value: 'yes', pending: [{ state: 'sleeping' }] });
    expect(done.warnings).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test.each(['stop', 'settle'] as const)(
    'takes the timeout when it is due, and does not ask again (%s)',
    async (onInterrupt) => {
      const { asked, actions } = person();
      const sandbox = sandboxWith({ actions, onInterrupt, ...profile });
      const run = await sandbox.eval(approval, { startedAt });

      vi.setSystemTime(startedAt + 3 * day);
      const done = await sandbox.answer(stored(run), {});

      expect(done).toMatchObject({
        status: 'completed',
        value: 'nobody',
        pending: [{ name: 'ask', state: 'interrupted' }],
      });
      expect(asked).toHaveLength(1);
      expect(await sandbox.replay(stored(done))).toEqual(done);
    },
  );

  test('takes the timeout also where the answer comes too late', async () => {
    const { actions } = person();
    const sandbox = sandboxWith({ actions, ...profile });
    const run = await sandbox.eval(approval, { startedAt });

    vi.setSystemTime(startedAt + 4 * day);
    const done = await sandbox.resume(run, 'yes');

    expect(done).toMatchObject({ status: 'completed', value: 'nobody', warnings: [{ code: 'answer-unused' }] });
  });

  test('goes on sleeping where it is looked at too early', async () => {
    const { asked, actions } = person();
    const sandbox = sandboxWith({ actions, ...profile });
    const run = await sandbox.eval(approval, { startedAt });

    vi.setSystemTime(startedAt + day);
    const later = await sandbox.answer(run, {});

    expect(later).toEqual(run);
    expect(asked).toHaveLength(1);
  });
});

describe.each(profiles)('with %j, a sleep', (profile) => {
  test('that is short is waited for', async () => {
    vi.useRealTimers();
    const run = await sandboxWith(profile).eval(
      'const before = Date.now(); await sleep(20); return Date.now() - before;',
    );

    expect(run).toMatchObject({ status: 'completed' });
    expect((run as Run & { value: number }).value).toBeGreaterThanOrEqual(20);
  });

  test('that is long pauses the run, with no question', async () => {
    const sandbox = sandboxWith(profile);
    const run = await sandbox.eval('await sleep(60_000); return "rested";', { startedAt });

    expect(run).toMatchObject({ status: 'interrupted', interrupts: [], pending: [{ until: startedAt + 60_000 }] });
    vi.setSystemTime(startedAt + 60_000);
    expect(await sandbox.answer(stored(run), {})).toMatchObject({ status: 'completed', value: 'rested' });
  });

  test('is short where little of it is left', async () => {
    const sandbox = sandboxWith(profile);
    const run = await sandbox.eval('await sleep(60_000); return "rested";', { startedAt });

    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 59_990 });
    const resumed = sandbox.answer(run, {});
    await new Promise((resolve) => setTimeout(resolve, 15));
    vi.setSystemTime(startedAt + 60_000);

    expect(await resumed).toMatchObject({ status: 'completed', value: 'rested' });
  });

  test('that is long does not stop other branches, nor does it wait for its end where they are at work', async () => {
    const held = new HeldActions('work');
    const sandbox = sandboxWith({ actions: held.actions, ...profile });
    const running = sandbox.eval(
      'const nap = sleep(60_000).then(() => Date.now()); const work = await actions.work(); return [work, await nap];',
      { startedAt },
    );

    const work = await held.latest('work');
    work.respond('done');
    const run = await running;

    expect(run).toMatchObject({ status: 'interrupted', delivered: 1, pending: [{ state: 'sleeping' }] });
    vi.setSystemTime(startedAt + 70_000);
    const done = await sandbox.answer(run, {});
    expect(done).toMatchObject({ status: 'completed', value: ['done', startedAt + 70_000] });
  });

  test('ends while an action takes longer', async () => {
    vi.useRealTimers();
    const held = new HeldActions('work');
    const sandbox = sandboxWith({ actions: held.actions, sleepMaxMs: 0, endSettleMs: 0, graceMs: 0, ...profile });

    const run = await sandbox.eval('return await Promise.race([actions.work(), sleep(15).then(() => "too slow")]);');

    expect(run).toMatchObject({ status: 'completed', value: 'too slow', warnings: [{ code: 'left-in-flight' }] });
  });

  test('is not waited for when the script has ended, and is no call that was left in flight', async () => {
    const run = await sandboxWith(profile).eval('sleep(50); setTimeout(() => { data.fired = true; }, 1); return 1;');

    expect(run).toMatchObject({ status: 'completed', value: 1, data: {}, warnings: [] });
    expect(run.pending.map(({ state }) => state)).toEqual(['sleeping', 'sleeping']);
  });

  test('is not over before its time where the host goes back, and is where it jumps ahead', async () => {
    const sandbox = sandboxWith(profile);
    const run = await sandbox.eval('const at = Date.now(); await sleep(3_600_000); return Date.now() - at;', {
      startedAt,
    });

    vi.setSystemTime(startedAt - day);
    const early = await sandbox.answer(run, {});
    expect(early).toMatchObject({ status: 'interrupted', pending: [{ state: 'sleeping' }] });

    vi.setSystemTime(startedAt + 2 * day);
    const done = await sandbox.answer(early, {});
    expect(done).toMatchObject({ status: 'completed', value: 2 * day });
  });

  test('of an aborted run sleeps on', async () => {
    const controller = new AbortController();
    const sandbox = sandboxWith({ sleepMaxMs: Number.POSITIVE_INFINITY, ...profile });
    const running = sandbox.eval('await sleep(60_000); return 1;', { startedAt, signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 5);

    const run = await running;

    expect(run).toMatchObject({ status: 'aborted', pending: [{ state: 'sleeping', until: startedAt + 60_000 }] });
    vi.setSystemTime(startedAt + 60_000);
    expect(await sandbox.answer(stored(run), {})).toMatchObject({ status: 'completed', value: 1 });
  });

  test('is in the journal like other calls', async () => {
    vi.useRealTimers();
    const records: JournalRecord[] = [];
    const journal = { append: async (more: readonly JournalRecord[]) => void records.push(...more) };

    const run = await sandboxWith(profile).eval('await sleep(3); return 1;', { journal });

    const position = run.callLog.length - 1;
    expect(records.filter(({ type }) => type === 'reservation')).toEqual([
      { type: 'reservation', position, name: 'sleep', input: { until: expect.any(Number) } },
    ]);
    expect(records.at(-1)).toEqual({ type: 'entry', position, entry: run.callLog[position] });
  });
});

describe('several sleeps', () => {
  const script = `
    const order = [];
    await Promise.all([3, 1, 2, 1].map(async (days, i) => { await sleep(days * 86_400_000); order.push(i); }));
    return order;`;

  test('that are all over end in the order of their times', async () => {
    const sandbox = sandboxWith({ clock: 'event' });
    const run = await sandbox.eval(script, { startedAt });

    vi.setSystemTime(startedAt + 10 * day);

    expect(await sandbox.answer(run, {})).toMatchObject({ status: 'completed', value: [1, 3, 2, 0] });
  });

  test('end one after the other', async () => {
    const sandbox = sandboxWith({ clock: 'event' });
    const first = await sandbox.eval(script, { startedAt });

    vi.setSystemTime(startedAt + day);
    const second = await sandbox.answer(first, {});
    vi.setSystemTime(startedAt + 2 * day);
    const third = await sandbox.answer(second, {});
    vi.setSystemTime(startedAt + 3 * day);
    const last = await sandbox.answer(third, {});

    expect([first, second, third].map(({ pending }) => pending.length)).toEqual([4, 2, 1]);
    expect(last).toMatchObject({ status: 'completed', value: [1, 3, 2, 0] });
  });

  test('and rejections end by position, but no sleep before one that was over earlier', async () => {
    const { actions } = person();
    const sandbox = sandboxWith({ actions, clock: 'event' });
    const run = await sandbox.eval(
      `const order = [];
      const note = (name) => () => { order.push(name); };
      const calls = [sleep(2e8).then(note('long')), actions.ask().catch(note('rejected')), sleep(1e8).then(note('short'))];
      await Promise.all(calls);
      return order;`,
      { startedAt },
    );

    vi.setSystemTime(startedAt + 10 * day);

    expect(await sandbox.reject(run, 'no')).toMatchObject({ value: ['short', 'long', 'rejected'] });
  });
});

test('random numbers of a seeded run are those of its id, over a pause too', async () => {
  const { actions } = person();
  const sandbox = sandboxWith({ actions, random: 'seeded' });
  const script = 'const one = Math.random(); await actions.ask(); return [one, Math.random()];';
  const ends = [];

  for (const runId of ['a', 'a', 'b']) {
    const run = await sandbox.eval(script, { runId });
    ends.push(await sandboxWith({ actions }).resume(stored(run), 1));
  }

  const [first, again, other] = ends.map((run) => (run.status === 'completed' ? run.value : undefined));
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(ends[0]?.callLog).toHaveLength(1);
});

describe('going on under the profiles of the run', () => {
  test('whatever the sandbox has for new ones', async () => {
    const { actions } = person();
    const script = 'const at = [Date.now()]; await actions.ask(); return [...at, Date.now()];';
    const run = await sandboxWith({ actions, clock: 'event', random: 'seeded' }).eval(script, { startedAt });

    vi.setSystemTime(startedAt + 500);
    const done = await sandboxWith({ actions }).resume(stored(run), 'yes');

    expect(done).toMatchObject({ header: { clock: 'event', random: 'seeded' }, value: [startedAt, startedAt + 500] });
    expect(await sandboxWith({}).replay(stored(done))).toEqual(done);
  });

  test('needs its start and its id with a bare log', async () => {
    const event = sandboxWith({ clock: 'event' });
    const seeded = sandboxWith({ random: 'seeded' });

    await expect(event.eval('return 1;', { callLog: [] })).rejects.toMatchObject({ code: 'STARTED_AT' });
    await expect(seeded.eval('return 1;', { callLog: [] })).rejects.toMatchObject({ code: 'RUN_ID' });
    await expect(event.eval('return 1;', { callLog: [], startedAt })).resolves.toMatchObject({ value: 1 });
    await expect(seeded.eval('return 1;', { callLog: [], runId: 'r' })).resolves.toMatchObject({ value: 1 });
  });

  test('a hole of a bare log that is a sleep goes on sleeping', async () => {
    const sandbox = sandboxWith({ clock: 'event' });
    const run = await sandbox.eval('await sleep(60_000); return 1;', { startedAt });

    vi.setSystemTime(startedAt + 60_000);
    const done = await sandbox.eval(run.source, { callLog: run.callLog, startedAt });

    expect(done).toMatchObject({ status: 'completed', value: 1 });
  });
});

describe('a sleep cannot be', () => {
  test.each([{ answer: 1 }, { reject: 'up' }])('settled by %j', async (answer) => {
    const sandbox = sandboxWith({ clock: 'event' });
    const run = await sandbox.eval('await sleep(60_000);', { startedAt });

    await expect(sandbox.answer(run, { 0: answer } as never)).rejects.toMatchObject({ code: 'SLEEPING' });
    await expect(sandbox.resume(run, 1)).rejects.toMatchObject({ code: 'NOT_INTERRUPTED' });
  });

  test('without its time in a run', async () => {
    const sandbox = sandboxWith({ clock: 'event' });
    const run = stored(await sandbox.eval('await sleep(60_000);', { startedAt }));
    delete run.pending[0]?.until;

    await expect(sandbox.answer(run, {})).rejects.toMatchObject({ code: 'RUN_FORMAT', field: 'pending[0].until' });
  });
});
