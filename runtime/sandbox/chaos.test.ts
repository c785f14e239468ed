import { expect, test } from 'vitest';
import { defineAction } from './action.ts';
import { ActionInterrupt } from './interrupt.ts';
import type { Journal, JournalRecord } from './journal.ts';
import type { Answers, Run } from './run.ts';
import { describeEverywhere } from './testing/everywhere.ts';
import { stored } from './testing/held-actions.ts';

/**
 * Runs that are paused, aborted, cut off from their journals and closed at random moments, each gone on with until it
 * completes. Whatever happens to them on the way, they end as if nothing had.
 */

const scripts = [
  'const out = []; for (let i = 0; i < 4; i++) out.push(await actions.work({ i, asks: i % 2 === 1 })); return out;',
  'return await Promise.all([0, 1, 2, 3].map((i) => actions.work({ i, asks: i % 2 === 1 })));',
  `return await Promise.all([0, 1].map(async (k) => [
     await actions.work({ i: 2 * k, asks: k === 1 }), await actions.work({ i: 2 * k + 1, asks: k === 0 }) ]));`,
];
const expected = [
  [0, 10, 2, 30],
  [0, 10, 2, 30],
  [
    [0, 10],
    [20, 3],
  ],
];

/** A repeatable draw below `bound`. */
function drawing(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % bound;
  };
}

const moments = async (count: number) => {
  for (let moment = 0; moment < count; moment++) await new Promise((resolve) => setImmediate(resolve));
};

function world(draw: (bound: number) => number) {
  /** Positions that were executed since somebody last looked. */
  const executed: number[] = [];
  const work = defineAction({
    name: 'work',
    async execute({ i, asks }: { i: number; asks: boolean }, { answer, signal, position }) {
      executed.push(position);
      await moments(draw(4));
      if (asks && answer === undefined) throw new ActionInterrupt(i);
      if (signal.aborted && draw(2) === 0) throw signal.reason;
      return asks ? answer : i;
    },
  });
  return { work, executed };
}

function journalFailingAfter(appends: number): Journal & { records: JournalRecord[] } {
  const records: JournalRecord[] = [];
  let left = appends;
  const append = async (added: readonly JournalRecord[]) => {
    await moments(1);
    if (left-- === 0) throw new Error('disk full');
    records.push(...structuredClone(added));
  };
  return { append, records };
}

/** Answers to some of the open questions; to one at least. */
function someAnswers(run: Run, draw: (bound: number) => number): Answers {
  const open = run.pending.filter(({ state }) => state === 'interrupted');
  const sure = draw(Math.max(1, open.length));
  const answered = open.filter((_, index) => index === sure || draw(2) === 0);
  return Object.fromEntries(answered.map(({ position, payload }) => [position, { answer: (payload as number) * 10 }]));
}

describeEverywhere('a run', (Sandbox) => {
  test.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
    'ends as if nothing had happened to it (%i)',
    async (seed) => {
      const draw = drawing(seed + 1);
      const { work, executed } = world(draw);
      const onInterrupt = draw(2) === 0 ? 'stop' : 'settle';
      const open = () =>
        new Sandbox({ actions: [work], onInterrupt, settleMs: draw(2), endSettleMs: 5, graceMs: draw(2) });
      let run: Run | undefined;
      let attempts = 0;

      while (run?.status !== 'completed' && attempts++ < 60) {
        await using sandbox = open();
        const controller = new AbortController();
        const journal = journalFailingAfter(draw(12));
        const controls = { signal: controller.signal, ...(draw(3) === 0 && { journal }) };
        const going: Promise<Run> =
          run === undefined
            ? sandbox.eval(scripts[seed % scripts.length] ?? '', { ...controls, runId: 'r' })
            : sandbox.answer(stored(run), someAnswers(run, draw), controls);
        void moments(draw(12)).then(() => (draw(3) === 0 ? controller.abort() : draw(6) === 0 && sandbox.close()));
        const next = await going;
        const recorded = [...(run?.callLog ?? []).entries()].filter(([, entry]) => entry !== null);
        run = next;

        expect(['completed', 'interrupted', 'aborted']).toContain(run.status);
        for (const [position, entry] of recorded) expect(next.callLog[position]).toEqual(entry);
        expect(executed.splice(0).filter((position) => recorded.some(([known]) => known === position))).toEqual([]);
        await using elsewhere = new Sandbox();
        expect(await elsewhere.replay(stored(run))).toStrictEqual(run);
      }

      expect(run).toMatchObject({ status: 'completed', value: expected[seed % expected.length], pending: [] });
    },
  );
});
