import { describe, expect, test } from 'vitest';
import type { Answers, Run } from '../runtime/index.ts';
import { asks, completedValue, stored, withSandbox } from './support/sandbox.ts';

const two = "return Promise.all([actions.ask({ q: 'a' }), actions.ask({ q: 'b' })]);";
const three = `
  const ask = async (q) => [q, await actions.ask({ q })];
  return Promise.all(['a', 'b', 'c'].map(ask));`;

const questions = (run: Run) =>
  run.status === 'interrupted' ? run.interrupts.map(({ position, input }) => [position, input]) : [];

/** All ways to answer the questions at these positions: which together, and in which order. */
function* waysToAnswer(positions: readonly number[]): Generator<readonly (readonly number[])[]> {
  if (positions.length === 0) yield [];
  for (let mask = 1; mask < 1 << positions.length; mask++) {
    const group = positions.filter((_, i) => mask & (1 << i));
    const rest = positions.filter((position) => !group.includes(position));
    for (const way of waysToAnswer(rest)) yield [group, ...way];
  }
}

describe.each(['stop', 'settle'] as const)('with onInterrupt %s', (onInterrupt) => {
  test('two questions at once are both listed, each with its position', async () => {
    await withSandbox(
      { ask: asks },
      async (sandbox) => {
        const run = await sandbox.eval(two);

        expect(questions(run)).toEqual([
          [0, { q: 'a' }],
          [1, { q: 'b' }],
        ]);
      },
      { onInterrupt },
    );
  });

  test('each answer arrives at its own question, in whatever groups and order they come', async () => {
    const ways = [...waysToAnswer([0, 1, 2])];
    await withSandbox(
      { ask: asks },
      async (sandbox) => {
        for (const way of ways) {
          let run = await sandbox.eval(three, { runId: 'r', startedAt: 1 });
          for (const group of way) {
            const answers: Answers = Object.fromEntries(
              group.map((position) => [position, { answer: `for ${position}` }]),
            );
            run = await sandbox.answer(stored(run), answers);
          }

          expect(completedValue(run)).toEqual([
            ['a', 'for 0'],
            ['b', 'for 1'],
            ['c', 'for 2'],
          ]);
          expect(await sandbox.replay(run)).toEqual(run);
        }
      },
      { onInterrupt },
    );
    expect(ways).toHaveLength(13);
  });

  test('also when the answers come with a bare log', async () => {
    await withSandbox(
      { ask: asks },
      async (sandbox) => {
        const { callLog } = await sandbox.eval(three);
        const run = await sandbox.eval(three, {
          callLog,
          answers: { 2: { answer: 'C' }, 0: { answer: 'A' }, 1: { reject: 'no' } },
        });

        expect(run).toMatchObject({ status: 'failed', error: { name: 'ActionRejected', code: 'REJECTED' } });
        expect(run.callLog[1]).toMatchObject({ input: { q: 'b' }, error: { code: 'REJECTED', data: 'no' } });
      },
      { onInterrupt },
    );
  });
});

test('null and false are answers', async () => {
  const seen: unknown[] = [];
  const ask = (_input: unknown, context: { answer: unknown; interrupt(payload?: unknown): never }) => {
    seen.push(context.answer);
    return context.answer === undefined ? context.interrupt() : context.answer;
  };
  await withSandbox({ ask }, async (sandbox) => {
    for (const answer of [null, false, 0, '']) {
      const run = await sandbox.resume(await sandbox.eval('return [await actions.ask()];'), answer);

      expect(completedValue(run)).toEqual([answer]);
    }
  });
  expect(seen).toEqual([undefined, null, undefined, false, undefined, 0, undefined, '']);
});
