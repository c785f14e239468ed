import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Run } from '../runtime/index.ts';
import { asks, completedValue, type Execute, stored, withSandbox } from './support/sandbox.ts';

const dayMs = 86_400_000;
const startedAt = Date.UTC(2024, 0, 1);

/** A person is asked, and waited for so many days. */
const approvals = [
  "return await Promise.race([actions.ask({ q: 1 }), sleep(input.days * 86_400_000).then(() => 'timeout')]);",
  "return await Promise.race([sleep(input.days * 86_400_000).then(() => 'timeout'), actions.ask({ q: 1 })]);",
  `return await new Promise((resolve, reject) => {
     const timer = setTimeout(resolve, input.days * 86_400_000, 'timeout');
     actions.ask({ q: 1 }).then((answer) => { clearTimeout(timer); resolve(answer); }, reject);
   });`,
];

const situations = fc.record({
  script: fc.constantFrom(...approvals),
  days: fc.integer({ min: 1, max: 400 }),
  onInterrupt: fc.constantFrom('stop' as const, 'settle' as const),
  clock: fc.constantFrom('recorded' as const, 'event' as const),
  /** When somebody looks at the run before it is due, as parts of the time that it has. */
  looks: fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { maxLength: 3 }),
  /** How late it is, in milliseconds, when the run goes on. */
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 * dayMs })),
});

type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

/** The host's clock is set by hand. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Approval {
  /** The run, asleep, after everybody has looked at it. */
  readonly run: Run;
  /** Goes on with it at a time of the host. */
  goOn(ms: number, answers?: Record<number, { answer: string }>): Promise<Run>;
  replay(run: Run): Promise<Run>;
  asked(): number;
}

async function approval({ script, days, looks, ...options }: Situation, use: (approval: Approval) => Promise<void>) {
  let asked = 0;
  const ask: Execute = (input, context) => {
    if (context.answer === undefined) asked += 1;
    return asks(input, context);
  };
  const { onInterrupt, clock } = options;
  await withSandbox(
    { ask },
    async (sandbox) => {
      vi.setSystemTime(startedAt);
      let run = await sandbox.eval(script, { input: { days }, startedAt });
      const goOn: Approval['goOn'] = (ms, answers = {}) => {
        vi.setSystemTime(ms);
        return sandbox.answer(stored(run), answers);
      };
      for (const part of looks.sort()) run = await goOn(startedAt + part * days * dayMs);
      await use({ run, goOn, replay: (ended) => sandbox.replay(stored(ended)), asked: () => asked });
    },
    { onInterrupt, clock, isolation: 'inline' },
  );
}

const questionAt = (run: Run) => run.pending.find(({ name }) => name === 'ask')?.position ?? -1;

test('a run that goes on when its timeout is due takes the timeout, and has asked once', async () => {
  await fc.assert(
    fc.asyncProperty(situations, (situation) =>
      approval(situation, async ({ run, goOn, replay, asked }) => {
        const done = await goOn(startedAt + situation.days * dayMs + situation.lateMs);

        expect(run).toMatchObject({ status: 'interrupted', interrupts: [{ name: 'ask' }] });
        expect(completedValue(done)).toBe('timeout');
        expect(asked()).toBe(1);
        expect(await replay(done)).toEqual(done);
      }),
    ),
    { numRuns: 60 },
  );
});

test('a run that is answered before takes the answer, and has asked once', async () => {
  await fc.assert(
    fc.asyncProperty(situations, (situation) =>
      approval(situation, async ({ run, goOn, replay, asked }) => {
        const before = startedAt + situation.days * dayMs - 1 - (situation.lateMs % dayMs);
        const done = await goOn(before, { [questionAt(run)]: { answer: 'yes' } });

        expect(completedValue(done)).toBe('yes');
        expect(asked()).toBe(1);
        expect(await replay(done)).toEqual(done);
      }),
    ),
    { numRuns: 60 },
  );
});

test('an answer that comes too late is not used', async () => {
  await fc.assert(
    fc.asyncProperty(situations, (situation) =>
      approval(situation, async ({ run, goOn }) => {
        const late = startedAt + situation.days * dayMs + situation.lateMs;
        const done = await goOn(late, { [questionAt(run)]: { answer: 'yes' } });

        expect(completedValue(done)).toBe('timeout');
        expect(done.warnings).toMatchObject([{ code: 'answer-unused' }]);
      }),
    ),
    { numRuns: 40 },
  );
});
