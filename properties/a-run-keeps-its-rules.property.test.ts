import { describe, expect, test } from 'vitest';
import { Attempt, Engine, knownFlags, makeHeader, type Run, replayRun } from '../runtime/index.ts';

const engine = await Engine.load();
const actions = ['ask', 'fails', 'note'];
const script = `
  const stacks = [];
  for (let n = 0; n < 3; n++) await actions.fails({ n }).catch((error) => stacks.push(error.stack));
  const answer = await actions.ask({ stacks });
  console.log(stacks.join(''), answer);
  return await actions.note({ stacks, answer });`;

const names = knownFlags.map(({ name }) => name);
/** The rules of every version that there has been: none, the first flag, the first two, … */
const rules = [0, ...knownFlags.map(({ number }) => number)].map((count) => ({ flags: names.slice(0, count) }));

function attempt(before: Run | undefined, flags: readonly string[]): Attempt {
  const fresh = { ...makeHeader({ engine: engine.fingerprint, limits: {}, actions }), flags };
  const { header = fresh, callLog = [], pending = [] } = before ?? {};
  const options = { script, actions, onInterrupt: 'stop', runId: 'run', startedAt: 0, header, callLog } as const;
  return new Attempt(engine, {
    ...options,
    initial: { pending },
    answers: before === undefined ? {} : { 3: { answer: 1 } },
  });
}

function paused(flags: readonly string[]): Run {
  const running = attempt(undefined, flags);
  running.start();
  for (const n of [0, 1, 2]) running.settle(n, { error: { name: 'E', message: String(n) } });
  running.settle(3, { interrupt: '?' });
  return running.finish();
}

function resumed(run: Run): Run {
  const running = attempt(run, []);
  running.start();
  running.settle(3, { response: 1 });
  running.settle(4, { response: 'noted' });
  return running.finish();
}

/** What the run's last call was given. */
function stacksNoted({ callLog }: Run): string[] {
  const entry = callLog[4];
  if (entry?.type !== 'action') throw new Error('Nothing was noted.');
  return (entry.input as { stacks: string[] }).stacks;
}

describe('a run keeps the rules that it was made under', () => {
  test.each(rules)('$flags', ({ flags }) => {
    const before = paused(flags);
    const done = resumed(JSON.parse(JSON.stringify(before)));

    expect([before.header.flags, done.header.flags]).toEqual([flags, flags]);
    const noted = stacksNoted(done);
    expect(noted.every((stack) => stack.includes('position')) === flags.includes(names[0] ?? '')).toBe(true);
    expect(done).toMatchObject({ status: 'completed', value: 'noted' });
    expect(done.callLog.slice(0, 3)).toEqual(before.callLog.slice(0, 3));
    for (const run of [before, done]) expect(replayRun(engine, run, [])).toEqual(run);
  });

  test('a new run is made under all', () => {
    const newest = makeHeader({ engine: engine.fingerprint, limits: {}, actions }).flags;

    expect(newest).toEqual(names);
  });
});
