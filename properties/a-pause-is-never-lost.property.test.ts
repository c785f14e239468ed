import { describe, expect, test } from 'vitest';
import type { Run } from '../runtime/index.ts';
import { asks, completedValue, type Execute, fails, stored, withSandbox } from './support/sandbox.ts';

const forgotten = `
  actions.ask();
  const r = await Promise.all([actions.a(), actions.b(), actions.c()]);
  return actions.d({ r });`;

/** Settles after so many turns of the host's event loop. */
const late =
  (ticks: number, execute: Execute): Execute =>
  async (input, context) => {
    for (let i = 0; i < ticks; i++) await new Promise((resolve) => setImmediate(resolve));
    return execute(input, context);
  };

const askPending = (run: Run) => run.pending.filter(({ state }) => state === 'interrupted').map(({ name }) => name);

describe('a call that failed and was caught', () => {
  test('does not keep the run from pausing', async () => {
    await withSandbox({ fail: fails, ask: asks }, async (sandbox) => {
      const run = await sandbox.eval('try { await actions.fail(); } catch {} return actions.ask();');

      expect(run).toMatchObject({ status: 'interrupted', interrupts: [{ position: 1, name: 'ask' }] });
      expect(run.callLog).toEqual([
        expect.objectContaining({ name: 'fail', error: expect.objectContaining({ code: 'OUT' }) }),
        null,
      ]);
      expect(completedValue(await sandbox.resume(stored(run), 'yes'))).toBe('yes');
    });
  });

  test.each([
    ['in allSettled', 'await Promise.allSettled([actions.fail(), actions.fail()]); return actions.ask();'],
    ['in a race that it lost', 'await Promise.race([null, actions.fail()]).catch(() => 0); return actions.ask();'],
    ['in finally', 'try { await actions.fail().finally(() => actions.fail()); } catch {} return actions.ask();'],
    ['never awaited', 'void actions.fail(); return actions.ask();'],
  ])('%s, neither', async (_where, script) => {
    await withSandbox(
      { fail: fails, ask: asks },
      async (sandbox) => {
        const run = await sandbox.eval(script);

        expect(askPending(run)).toEqual(['ask']);
        expect(completedValue(await sandbox.resume(run, 'yes'))).toBe('yes');
      },
      { onInterrupt: 'settle' },
    );
  });
});

describe('a question that the script has forgotten', () => {
  const delays = [0, 1, 5];
  const asksWhen = delays.flatMap((ask) => delays.map((others) => [ask, others] as const));
  const simple: Execute = () => 1;
  const sandboxFor = (ask: number, others: number, executed: string[]) => ({
    ask: late(ask, asks),
    ...Object.fromEntries(['a', 'b', 'c'].map((name) => [name, late(others, simple)])),
    d: ((input) => {
      executed.push('d');
      return input;
    }) as Execute,
  });

  test.each(asksWhen)(
    "with 'settle' does not put the run to sleep (asked after %i ticks, the others after %i)",
    async (ask, others) => {
      const executed: string[] = [];
      await withSandbox(
        sandboxFor(ask, others, executed),
        async (sandbox) => {
          const run = await sandbox.eval(forgotten);

          expect(executed).toEqual(['d']);
          expect(completedValue(run)).toEqual({ r: [1, 1, 1] });
          expect(run.callLog[0]).toBeNull();
          expect(await sandbox.replay(run)).toEqual(run);
        },
        { onInterrupt: 'settle', settleMs: 2_000, endSettleMs: 2_000 },
      );
    },
  );

  test.each(asksWhen)(
    "with 'stop' pauses, and goes on when resumed without an answer (%i, %i)",
    async (ask, others) => {
      const executed: string[] = [];
      await withSandbox(
        sandboxFor(ask, others, executed),
        async (sandbox) => {
          let run = await sandbox.eval(forgotten);
          for (let resumes = 0; run.status === 'interrupted' && resumes < 3; resumes++) {
            expect(askPending(run)).toEqual(['ask']);
            run = await sandbox.answer(stored(run), {});
          }

          expect(executed).toEqual(['d']);
          expect(completedValue(run)).toEqual({ r: [1, 1, 1] });
        },
        { onInterrupt: 'stop', settleMs: 2_000, endSettleMs: 2_000 },
      );
    },
  );
});

describe('a run that nothing can settle any more', () => {
  test.each([
    ['a promise that nobody resolves', 'await new Promise(() => {});'],
    ['after a call', 'await actions.a(); await new Promise(() => {});'],
    ['a thenable that never calls back', 'await { then() {} };'],
    ['a deadlock', 'let open; const gate = new Promise((resolve) => { open = resolve; }); await gate; open();'],
  ])('is stuck at once: %s', async (_how, script) => {
    await withSandbox({ a: () => 1 }, async (sandbox) => {
      const run = await sandbox.eval(script);

      expect(run).toMatchObject({ status: 'failed', error: { code: 'STUCK' } });
      expect(await sandbox.replay(run)).toEqual(run);
    });
  });
});
