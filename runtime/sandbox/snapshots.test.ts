import { expect, test } from 'vitest';
import { ActionInterrupt, defineAction, type InterruptedRun, type Sandbox } from '../index.ts';
import { describeEverywhere, type SandboxClass } from './testing/everywhere.ts';

const script = `
  console.log('begun at', Date.now());
  const found = await Promise.all([1, 2, 3].map((n) => actions.find({ n })));
  data.found = found;
  const answer = await actions.ask({ about: found });
  return { answer, found, extra: await actions.find({ n: 4 }) };`;

function makeSandbox(Place: SandboxClass, executed: string[] = [], snapshots = true): Sandbox {
  return new Place({
    snapshots,
    actions: [
      defineAction({
        name: 'find',
        execute(input) {
          const { n } = input as { n: number };
          executed.push(`find ${n}`);
          return n * n;
        },
      }),
      defineAction({
        name: 'ask',
        execute(_input, { answer }) {
          executed.push(answer === undefined ? 'ask' : 'answered');
          if (answer === undefined) throw new ActionInterrupt('well?');
          return answer;
        },
      }),
    ],
  });
}

/** A run that waits, as it comes back from wherever runs are kept. */
async function paused(Place: SandboxClass): Promise<InterruptedRun> {
  await using sandbox = makeSandbox(Place);
  return JSON.parse(JSON.stringify(await sandbox.eval(script))) as InterruptedRun;
}

/** The run as if it had never taken a snapshot. */
function plain({ snapshot: _snapshot, logHash: _logHash, ...run }: InterruptedRun): InterruptedRun {
  return run;
}

describeEverywhere('a run with a snapshot', (Place) => {
  test('goes on from it as it would from its log', async () => {
    const run = await paused(Place);
    const executed: string[] = [];
    await using sandbox = makeSandbox(Place, executed);
    await using replaying = makeSandbox(Place, [], false);

    const fromSnapshot = await sandbox.resume(run, 'yes');
    const fromLog = await replaying.resume(plain(run), 'yes');

    expect(run.snapshot).toBeTypeOf('string');
    expect(executed).toEqual(['answered', 'find 4']);
    expect(fromSnapshot).toEqual(fromLog);
    expect(fromSnapshot).toMatchObject({ status: 'completed', warnings: [], console: [{ level: 'log' }] });
  });

  test('is replayed like any other', async () => {
    const run = await paused(Place);
    await using sandbox = makeSandbox(Place);

    expect(await sandbox.replay(run)).toEqual(run);
  });

  test.each([
    ['is damaged', (run: InterruptedRun) => ({ ...run, snapshot: `${run.snapshot?.slice(0, 400)}AAAA` })],
    ['is no base64', (run: InterruptedRun) => ({ ...run, snapshot: '!' })],
    ['is of another log', (run: InterruptedRun) => ({ ...run, logHash: '0'.repeat(32) })],
    ['is of another input', (run: InterruptedRun) => ({ ...run, input: 'other' })],
  ])('whose snapshot %s goes on from its log, with a warning', async (_what, change) => {
    const run = change(await paused(Place));
    await using sandbox = makeSandbox(Place);

    const done = await sandbox.resume(run, 'yes');

    expect(done).toMatchObject({
      status: 'completed',
      value: { answer: 'yes' },
      warnings: [{ code: 'snapshot-refused' }],
    });
  });

  test('does not keep the old one when it has gone on', async () => {
    const run = await paused(Place);
    await using sandbox = makeSandbox(Place, [], false);

    expect(await sandbox.resume(run, 'yes')).not.toHaveProperty('snapshot');
  });
});
