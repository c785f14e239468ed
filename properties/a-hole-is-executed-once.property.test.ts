import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../harness/generate/index.ts';
import { runWorld } from '../harness/world/index.ts';
import type { CallLog } from '../runtime/index.ts';
import { again, engine, nothing, play } from './support/play.ts';
import { completedValue, type Execute, stored, withSandbox } from './support/sandbox.ts';
import { likeBefore } from './support/settle-order.ts';

const holesOf = (log: CallLog) => [...log.keys()].filter((position) => log[position] === null);

describe('a hole is executed, a record never is', () => {
  test('whatever holes a log has', () => {
    fc.assert(
      fc.property(cases(), fc.func(fc.boolean()), (one, isHole) => {
        const { script, actions, input, data } = one;
        const live = play({ script, actions, input, data });
        const callLog = live.callLog.map((entry, position) =>
          entry?.type === 'action' && isHole(position) ? null : entry,
        );
        // Punched calls settle in their old order, for the script to make the same calls again.
        const punched = again(live, { callLog, choose: likeBefore(live) });
        const executed = punched.executed.map(({ position }) => position);

        expect(executed.toSorted((a, b) => a - b)).toEqual(holesOf(callLog));
      }),
      { numRuns: 200 },
    );
  });

  test('a finished log executes nothing at all', () => {
    fc.assert(
      fc.property(cases(), ({ script, actions, input, data }) => {
        const live = play({ script, actions, input, data });
        fc.pre(holesOf(live.callLog).length === 0);

        expect(again(live, { world: nothing }).executed).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('over pauses, answers, rejections and crashes: what is recorded in one attempt is not executed in the next', () => {
    fc.assert(
      fc.property(cases(), (one) => {
        const { attempts } = runWorld(one, { engine, digests: 'never' });
        for (const { callLog, executions } of attempts) {
          const again = executions.filter(({ position }) => callLog[position]);

          expect(again).toEqual([]);
          expect(new Set(executions.map(({ position }) => position)).size).toBe(executions.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('fifty calls at once, resumed twenty times', () => {
  const script = 'return Promise.all(Array.from({ length: 50 }, (_, i) => actions.a({ i })));';

  test.each(['stop', 'settle'] as const)(
    'execute each call once, and each question once more with its answer (%s)',
    async (onInterrupt) => {
      const executions = new Map<number, unknown[]>();
      const a: Execute = (input, { position, answer, idempotencyKey, interrupt }) => {
        executions.set(position, [...(executions.get(position) ?? []), [answer, idempotencyKey]]);
        const asks = position % 5 === 0 || position > 39;
        return asks && answer === undefined ? interrupt({ at: position }) : (input as { i: number }).i;
      };
      await withSandbox(
        { a },
        async (sandbox) => {
          let run = await sandbox.eval(script, { runId: 'fifty' });
          let resumes = 0;
          for (; run.status === 'interrupted'; resumes++) {
            const [next] = run.interrupts.toSorted((x, y) => ((x.position * 7) % 50) - ((y.position * 7) % 50));
            run = await sandbox.answer(stored(run), { [next?.position ?? -1]: { answer: 'yes' } });
          }

          expect(completedValue(run)).toEqual(Array.from({ length: 50 }, (_, i) => i));
          expect(resumes).toBe(18);
          for (const [position, list] of executions) {
            const asked = position % 5 === 0 || position > 39;
            const key = `fifty:${position}`;
            expect(list).toEqual(
              asked
                ? [
                    [undefined, key],
                    ['yes', key],
                  ]
                : [[undefined, key]],
            );
          }
          expect(await sandbox.replay(run)).toEqual(run);
        },
        { onInterrupt },
      );
    },
  );

  test('one question at a time: every recorded call is executed once in all', async () => {
    let attempt = 0;
    const recorded: number[] = [];
    const a: Execute = (input, { position, interrupt }) => {
      if (attempt < 20 && position === 49 - attempt * 2) return interrupt();
      recorded.push(position);
      return input;
    };
    await withSandbox({ a }, async (sandbox) => {
      let callLog: CallLog = [];
      for (; attempt <= 20; attempt++)
        ({ callLog } = await sandbox.eval(script, { callLog, runId: 'r', startedAt: 0 }));

      expect(holesOf(callLog)).toEqual([]);
      expect(recorded.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    });
  });
});
