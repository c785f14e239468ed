import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  Attempt,
  type AttemptOptions,
  Engine,
  type EngineLike,
  firstDifference,
  type Json,
  parseRun,
  type Run,
  Sandbox,
} from '../../runtime/index.ts';
import { goldenPlans, type KeptRun, readGoldenLogs, recordPlan, replayProblem } from './index.ts';

const logs = readGoldenLogs(fileURLToPath(new URL('../../corpora/logs', import.meta.url)));
const engine = await Engine.load();

/** A run of the version that had no flag yet, or of the one before a later flag. */
function oldRun(name: string, version = '0.1.0-alpha.1'): Run {
  const kept = logs.runs.find(({ file, release }) => release === version && file.endsWith(`/${name}.json`));
  if (kept === undefined) throw new Error(`${name} is gone.`);
  return kept.run;
}

/** The same run as this version makes it. */
function newRun(name: string): Run {
  const recorded = goldenPlans.flatMap((plan) =>
    plan.chapters.some((chapter) => chapter.name === name) ? recordPlan(engine, plan) : [],
  );
  const found = recorded.find((run) => run.name === name);
  if (found === undefined) throw new Error(`${name} is not in the plans.`);
  return found.run;
}

const flag = 'position-in-action-stack';
const withFlags = (run: Run, flags: readonly string[]): Run => ({ ...run, header: { ...run.header, flags } });

describe('the golden logs', () => {
  test('are all there and readable', () => {
    expect([...logs.unreadable, ...logs.refused]).toEqual([]);
    expect(logs.runs.length).toBeGreaterThan(60);
  });

  test.each(logs.runs)('$file replays to the same run', ({ run }) => {
    expect(replayProblem(engine, run)).toBeUndefined();
  });

  test.each(logs.runs.filter(({ run }) => run.status === 'interrupted' || run.status === 'aborted'))(
    '$file can be gone on with',
    ({ run }) => {
      const attempt = new Attempt(engine, continuing(run));

      const { phase } = attempt.start();
      const continued = attempt.finish();
      attempt.close();

      expect(phase).toMatch(/running|sleeping|done/);
      expect(continued.callLog).toEqual(run.callLog);
    },
  );

  test('nothing of a file is passed over: what is replayed is all of it', () => {
    expect(logs.runs.flatMap(passedOver)).toEqual([]);
  });

  test('a changed entry, value or line of the console is found', () => {
    const run = oldRun('calls-in-sequence');
    const [first, ...rest] = run.callLog;
    const otherInput = { ...run, callLog: [{ ...first, input: { id: 'o_8' } }, ...rest] } as Run;

    expect(replayProblem(engine, otherInput)).toContain('$.id');
    expect(replayProblem(engine, { ...run, value: 0 } as Run)).toContain('$.value');
    expect(replayProblem(engine, { ...run, console: [{ level: 'log', text: '' }] })).toContain('$.console');
  });
});

function continuing(run: Run): AttemptOptions {
  const { header, source, input, initialData, callLog, pending, runId, startedAt, file, snapshot, logHash } = run;
  return {
    script: source,
    ...(file !== undefined && { file }),
    actions: header.actions,
    limits: header.limits,
    input,
    data: initialData,
    runId,
    startedAt,
    callLog,
    header,
    initial: { pending },
    onInterrupt: 'settle',
    ...(snapshot !== undefined && { snapshot }),
    ...(logHash !== undefined && { logHash }),
  };
}

/** The first place where a file holds something that the parsed run does not. */
function passedOver({ file, run }: KeptRun): string[] {
  const { shows: _, ...content } = JSON.parse(readFileSync(file, 'utf8')) as { [field: string]: Json };
  const difference = firstDifference(content, run as unknown as Json);
  return difference === undefined ? [] : [`${file}: ${difference.path}`];
}

describe('a change of behaviour that old logs can notice', () => {
  const name = 'stack-of-a-failure-in-an-input';
  const noted = ({ callLog }: Run) => (callLog.at(-1) as { input: Json }).input;

  test('leaves an old run as it was, and is in new ones', () => {
    expect(oldRun(name).header.flags).toEqual([]);
    expect(noted(oldRun(name))).toEqual({ stack: '    at actions.fetchPage (action)\n' });
    expect(newRun(name).header.flags).toContain(flag);
    expect(noted(newRun(name))).toEqual({ stack: '    at actions.fetchPage (action, position 0)\n' });
  });

  test('would be noticed: neither replays by the rules of the other', () => {
    const problems = [withFlags(oldRun(name), [flag]), withFlags(newRun(name), [])].map((run) =>
      replayProblem(engine, run),
    );

    expect(problems).toEqual([expect.stringContaining('$.stack'), expect.stringContaining('$.stack')]);
  });

  test('without its flag would be found: the golden logs of before fail, those that it touches and no others', () => {
    const forgetful: EngineLike = {
      fingerprint: engine.fingerprint,
      open: (options) => engine.open({ ...options, flags: [flag] }),
    };
    const alpha = logs.runs.filter(({ release }) => release === '0.1.0-alpha.1');

    const failed = alpha.filter(({ run }) => replayProblem(forgetful, run) !== undefined);

    expect(failed.map(({ file }) => basename(file, '.json'))).toEqual([
      'continued-from-a-log-without-orders',
      'failed-by-an-action',
      'failed-with-a-cause',
      'settle-mode-one-rejected',
      'stack-kept-over-a-pause-reported',
      'stack-of-a-failure-in-an-input',
    ]);
  });

  test('does not reach an old run that is resumed: it goes on by its own rules, and says so again', async () => {
    const paused = oldRun('stack-kept-over-a-pause-asked');
    const reports: Json[] = [];
    await using sandbox = new Sandbox({
      actions: [
        { name: 'ask', execute: (_input, { answer }) => answer },
        { name: 'fetchPage', execute: () => null },
        { name: 'report', execute: (input) => reports.push(input as Json) },
      ],
      isolation: 'inline',
    });

    const done = await sandbox.resume(paused, true);

    expect(reports).toEqual([{ stack: '    at actions.fetchPage (action)\n' }]);
    expect(done).toMatchObject({ status: 'completed', header: { flags: [] } });
    expect(replayProblem(engine, done)).toBeUndefined();
  });

  test('is refused where it is not known, before anything runs', () => {
    const fromTheFuture = JSON.parse(JSON.stringify(withFlags(newRun(name), [flag, 'time-runs-backwards'])));

    expect(() => parseRun(fromTheFuture)).toThrow(
      expect.objectContaining({
        name: 'RunFormatError',
        code: 'RUN_FORMAT',
        field: 'header.flags',
        message: expect.stringContaining('time-runs-backwards'),
      }),
    );
    expect(() => engine.open({ script: 'return 1;', actions: [], flags: ['time-runs-backwards'] })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_FLAG' }),
    );
  });

  test('belongs to what a snapshot is made for', () => {
    const script = 'return await actions.a();';
    const session = engine.open({ script, actions: ['a'], flags: [] });
    session.start();
    const snapshot = session.snapshot();
    session.close();

    expect(() => engine.open({ script, actions: ['a'], snapshot, callLog: [] })).toThrow(
      expect.objectContaining({ name: 'SnapshotError' }),
    );
  });
});

describe('a script that is read otherwise than before', () => {
  const [before, now] = [['position-in-action-stack'], ['position-in-action-stack', 'script-reading']];
  const names = ['script-is-a-function', 'main-started-last', 'script-in-a-fence'];

  test.each(names)('%s: an old run stays as it was, and a new one does what was meant', (name) => {
    expect(oldRun(name, '0.2.0-alpha.1').callLog.every((entry) => entry === null)).toBe(true);
    expect(newRun(name)).toMatchObject({ status: 'completed', value: 7 });
  });

  test.each(names)('%s: neither replays by the rules of the other', (name) => {
    const problems = [withFlags(oldRun(name, '0.2.0-alpha.1'), now), withFlags(newRun(name), before)].map((run) =>
      replayProblem(engine, run),
    );

    expect(problems).toEqual([expect.any(String), expect.any(String)]);
  });
});
