import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behaviour, Case, Reaction } from '../harness/case/index.ts';
import { cases } from '../harness/generate/index.ts';
import type { Answers, Run, Sandbox } from '../runtime/index.ts';
import { asks, completedValue, type Execute, stored, withSandbox } from './support/sandbox.ts';

/** Lets other work of the host go first, so many times. */
async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A case's actions as real asynchronous ones, slower or faster as its schedule says, and its people. */
class RealWorld {
  readonly keys = new Map<number, Set<string>>();
  readonly #reactions = new Map<number, Reaction>();
  readonly #executed = new Map<number, number>();
  readonly #case: Case;

  constructor(one: Case) {
    this.#case = one;
  }

  get actions(): Record<string, Execute> {
    return Object.fromEntries(this.#case.actions.map((name) => [name, this.#execute]));
  }

  readonly #execute: Execute = async (_input, { position, answer, idempotencyKey, interrupt }) => {
    this.keys.set(position, (this.keys.get(position) ?? new Set()).add(idempotencyKey));
    const { schedule } = this.#case;
    await ticks(schedule[position % Math.max(schedule.length, 1)] ?? 0);
    if (answer !== undefined) return answer;
    const behaviour = this.#behaviour(position);
    if (behaviour.type === 'respond') return behaviour.value;
    if (behaviour.type === 'fail') throw Object.assign(new Error(behaviour.failure.message), behaviour.failure);
    this.#reactions.set(position, behaviour.then);
    return interrupt(behaviour.payload);
  };

  #behaviour(position: number): Behaviour {
    const { behaviours } = this.#case;
    const list = behaviours[position % Math.max(behaviours.length, 1)] ?? [];
    const execution = this.#executed.get(position) ?? 0;
    this.#executed.set(position, execution + 1);
    return list[Math.min(execution, list.length - 1)] ?? { type: 'respond', value: null };
  }

  /** What people say to the questions of a run; nothing where they leave. */
  answersTo(run: Run): Answers {
    const answers: Answers = {};
    for (const { position, state } of run.pending) {
      const reaction = state === 'interrupted' ? this.#reactions.get(position) : undefined;
      if (reaction?.type === 'answer') answers[position] = { answer: reaction.answer };
      if (reaction?.type === 'reject') answers[position] = { reject: reaction.reason };
    }
    return answers;
  }
}

/** Runs a case as a user's program would, storing the run as text between attempts. Gives every run on the way. */
async function runsOf(one: Case, world: RealWorld, sandbox: Sandbox): Promise<Run[]> {
  const runs = [await sandbox.eval(one.script, { input: one.input, data: one.data, runId: 'r' })];
  for (let run = runs[0] as Run; run.status === 'interrupted' && runs.length < 10; ) {
    const answers = world.answersTo(run);
    if (Object.keys(answers).length === 0) break;
    run = await sandbox.answer(stored(run), answers);
    runs.push(run);
  }
  return runs;
}

describe('a run', () => {
  test('of any script with real asynchronous actions replays as the same run, paused or ended', async () => {
    await fc.assert(
      fc.asyncProperty(cases(), async (one) => {
        const world = new RealWorld(one);
        await withSandbox(
          world.actions,
          async (sandbox) => {
            for (const run of await runsOf(one, world, sandbox)) {
              expect(stored(run)).toEqual(run);
              expect(await sandbox.replay(stored(run))).toEqual(run);
            }
          },
          { onInterrupt: one.onInterrupt, endSettleMs: 500, settleMs: 500 },
        );
        for (const [position, keys] of world.keys) expect([...keys]).toEqual([`r:${position}`]);
      }),
      { numRuns: 150 },
    );
  });

  test('is not changed by resuming it', async () => {
    await withSandbox({ ask: asks }, async (sandbox) => {
      const run = await sandbox.eval('data.n = 1; const r = await actions.ask(); data.n = 2; return r;');
      const before = JSON.stringify(run);
      await sandbox.resume(run, 'yes');
      await sandbox.reject(run, 'no');

      expect(JSON.stringify(run)).toBe(before);
    });
  });

  test('resumed twice is two attempts with the same keys, each consistent in itself', async () => {
    const keys: string[] = [];
    const pay: Execute = (input, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return input;
    };
    await withSandbox({ ask: asks, pay }, async (sandbox) => {
      const run = await sandbox.eval('const r = await actions.ask(); return [r, await actions.pay(r)];', {
        runId: 'twice',
      });
      const [yes, no] = await Promise.all([sandbox.resume(run, 'yes'), sandbox.resume(run, 'no')]);

      expect([completedValue(yes), completedValue(no)]).toEqual([
        ['yes', 'yes'],
        ['no', 'no'],
      ]);
      expect(keys).toEqual(['twice:1', 'twice:1']);
      for (const done of [yes, no]) expect(await sandbox.replay(done)).toEqual(done);
    });
  });

  test('goes on in a sandbox that has more actions than it began with, and sees those it began with', async () => {
    const script = 'await actions.ask(); return Object.keys(actions);';
    const run = await withSandbox({ ask: asks }, (sandbox) => sandbox.eval(script));
    const done = await withSandbox({ ask: asks, more: asks }, (sandbox) => sandbox.resume(stored(run), 'yes'));

    expect(completedValue(done)).toEqual(['ask']);
  });
});
