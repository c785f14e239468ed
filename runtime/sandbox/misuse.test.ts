import { describe, expect, test } from 'vitest';
import type { Action } from './action.ts';
import type { SandboxOptions } from './options.ts';
import type { Run } from './run.ts';
import { Sandbox } from './sandbox.ts';
import { describeEverywhere, type SandboxClass } from './testing/everywhere.ts';
import { HeldActions } from './testing/held-actions.ts';

const misuse = (code: string, ...parts: readonly string[]) =>
  expect.objectContaining({
    name: 'MisuseError',
    code,
    message: expect.stringMatching(
      new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')),
    ),
  });

async function pausedAt(
  Place: SandboxClass,
  count: number,
): Promise<{ sandbox: Sandbox; run: Run; held: HeldActions }> {
  const held = new HeldActions('ask', 'work');
  const sandbox = new Place({ actions: held.actions });
  const running = sandbox.eval(
    'await actions.work(); return await Promise.all(Array.from({ length: input }, () => actions.ask()));',
    { input: count },
  );
  (await held.latest('work')).respond(1);
  for (let index = 1; index <= count; index++) (await held.latest('ask', index)).interrupt(index);
  return { sandbox, run: await running, held };
}

describe('options of a sandbox', () => {
  test.each<[unknown, string, string[]]>([
    [null, 'OPTION', ['must be an object']],
    [{ action: [] }, 'OPTION', ['no option `action`', 'actions']],
    [{ actions: {} }, 'OPTION', ['`actions` must be an array']],
    [{ actions: [{}] }, 'ACTION_NAME', []],
    [{ onInterrupt: 'wait' }, 'OPTION', ["'stop' or 'settle'"]],
    [{ settleMs: -1 }, 'OPTION', ['`settleMs`', 'milliseconds']],
    [{ endSettleMs: '5' }, 'OPTION', ['`endSettleMs`']],
    [{ graceMs: Number.NaN }, 'OPTION', ['`graceMs`']],
    [{ limits: { feul: 1 } }, 'UNKNOWN_LIMIT', ['feul', 'fuel']],
    [{ limits: { fuel: 0.5 } }, 'INVALID_LIMIT', ['fuel']],
    [{ isolation: 'process' }, 'OPTION', ["'inline' or 'thread'"]],
    [{ threads: 0 }, 'OPTION', ['`threads`', 'a whole number from 1']],
    [{ queueMax: -1 }, 'OPTION', ['`queueMax`', 'a whole number from 0']],
    [{ clock: 'lamport' }, 'OPTION', ["'recorded' or 'event'"]],
    [{ random: 'none' }, 'OPTION', ["'recorded' or 'seeded'"]],
    [{ sleepMaxMs: -1 }, 'OPTION', ['`sleepMaxMs`', 'milliseconds']],
  ])('%j is refused', (options, code, parts) => {
    expect(() => new Sandbox(options as SandboxOptions)).toThrow(misuse(code, ...parts));
  });

  test('all that there are may be given, also as undefined', async () => {
    const options = { isolation: 'inline', clock: 'recorded', random: 'recorded', settleMs: Number.POSITIVE_INFINITY };
    await using sandbox = new Sandbox({ ...options, graceMs: undefined, threads: undefined } as object);

    expect(await sandbox.eval('return 1;')).toMatchObject({ status: 'completed' });
  });
});

describe('eval', () => {
  test.each<[unknown, string, string[]]>([
    ['x', 'OPTION', ['must be an object']],
    [{ inputs: 1 }, 'OPTION', ['no option `inputs`', 'input']],
    [{ input: { a: [1n] } }, 'NOT_JSON', ['`input`', '$.a[0] is a BigInt']],
    [{ data: new Map([[1, 2]]) }, 'NOT_JSON', ['`data`', 'Map']],
    [{ runId: '' }, 'OPTION', ['`runId`']],
    [{ startedAt: new Date() }, 'OPTION', ['`startedAt`', 'milliseconds']],
    [{ signal: true }, 'OPTION', ['`signal`', 'AbortSignal']],
    [{ journal: () => {} }, 'OPTION', ['`journal`', 'append']],
    [{ onTurn: 'log' }, 'OPTION', ['`onTurn`', 'function']],
    [{ file: 5 }, 'OPTION', ['`file`']],
    [{ answers: { 0: { answer: 1 } } }, 'ANSWER', ['`answers`', '`callLog`']],
    [{ callLog: [], answers: { x: { answer: 1 } } }, 'ANSWER', ['"x" is no position']],
    [{ callLog: [], answers: { 1.5: { answer: 1 } } }, 'ANSWER', ['"1.5" is no position']],
    [{ callLog: [], answers: [] }, 'ANSWER', ['by position']],
    [{ callLog: [], answers: { 0: true } }, 'ANSWER', ['position 0', '{ answer: … }']],
    [{ callLog: [], answers: { 0: { answer: 1, reject: 2 } } }, 'ANSWER', ['position 0']],
    [{ callLog: [], answers: { 0: { answer: undefined } } }, 'ANSWER', ['null where there is nothing to say']],
    [{ callLog: [], answers: { 0: { answer: { f: [() => 1] } } } }, 'NOT_JSON', ['position 0', '$.f[0]']],
    [
      { callLog: [{ type: 'now', response: 1 }], answers: { 0: { answer: 1 } } },
      'POSITION_NOT_PENDING',
      ['a read (now)'],
    ],
    [
      { callLog: [{ type: 'action', name: 'a', input: null, response: 1 }], answers: { 0: { answer: 1 } } },
      'POSITION_NOT_PENDING',
      ['Position 0', 'an outcome of a'],
    ],
  ])('refuses %o', async (options, code, parts) => {
    await using sandbox = new Sandbox();

    await expect(sandbox.eval('return 1;', options as object)).rejects.toEqual(misuse(code, ...parts));
  });

  test.each([undefined, null, 5, {}])('refuses %j as a script', async (script) => {
    await expect(new Sandbox().eval(script as never)).rejects.toEqual(misuse('SCRIPT', 'source text'));
  });

  test.each([
    ['text', undefined, undefined],
    [[{ type: 'action', name: 'a', input: null }], 0, 'response'],
    [[null, { type: 'later' }], 1, 'type'],
  ])('refuses the malformed log %j, and says where', async (callLog, position, field) => {
    await expect(new Sandbox().eval('return 1;', { callLog: callLog as never })).rejects.toMatchObject({
      code: 'CALL_LOG_FORMAT',
      position,
      field,
    });
  });

  test('an action that the sandbox does not have is found before anything runs', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions });

    await expect(sandbox.eval('await actions.work(); return actions.wrok();')).rejects.toMatchObject({ code: 'LINK' });
    expect(held.executions).toEqual([]);
  });

  test('a script over the size limit is a failed run', async () => {
    await using sandbox = new Sandbox({ limits: { sourceBytes: 100 } });

    expect(await sandbox.eval(`return 1; ${' '.repeat(100)}`)).toMatchObject({
      status: 'failed',
      error: { code: 'LIMIT_SOURCE', limit: { name: 'sourceBytes', value: 100 } },
    });
  });

  test('a syntax error is one, with its place', async () => {
    await expect(new Sandbox().eval('return 1;\nreturn (;', { file: 'mine.ts' })).rejects.toMatchObject({
      code: 'SCRIPT_SYNTAX',
      location: { file: 'mine.ts', line: 2 },
    });
  });
});

describeEverywhere('answering', (Sandbox) => {
  test('resume and reject need an open question', async () => {
    const { sandbox, run, held } = await pausedAt(Sandbox, 1);
    const controller = new AbortController();
    const running = sandbox.answer(run, { 1: { answer: 1 } }, { signal: controller.signal });
    await held.latest('ask', 2);
    controller.abort();
    held.executions.at(-1)?.fail(new Error('given up'));
    const aborted = await running;

    await expect(sandbox.resume(aborted, 1)).rejects.toEqual(misuse('NOT_INTERRUPTED', 'resume', 'answer(run, {})'));
    await expect(sandbox.reject(aborted, 1)).rejects.toEqual(misuse('NOT_INTERRUPTED', 'reject'));
  });

  test('resume and reject want to know which question, where more than one is open', async () => {
    const { sandbox, run } = await pausedAt(Sandbox, 2);

    await expect(sandbox.resume(run, 1)).rejects.toEqual(
      misuse('AMBIGUOUS_INTERRUPT', '1 (ask), 2 (ask)', '{ at: position }'),
    );
    await expect(sandbox.reject(run, 1)).rejects.toEqual(misuse('AMBIGUOUS_INTERRUPT', '2 questions'));
    await expect(sandbox.resume(run, 1, { at: 0 })).rejects.toEqual(
      misuse('POSITION_NOT_PENDING', '0', '1 (ask), 2 (ask)'),
    );
    await expect(sandbox.resume(run, 1, { at: 'x' } as never)).rejects.toEqual(misuse('OPTION', '`at`'));
  });

  test.each<[unknown, string, string[]]>([
    [{ 0: { answer: 1 } }, 'POSITION_NOT_PENDING', ['Position 0', '1 (ask)']],
    [{ 7: { reject: 1 } }, 'POSITION_NOT_PENDING', ['Position 7']],
    [{ ask: { answer: 1 } }, 'ANSWER', ['"ask" is no position']],
    [true, 'ANSWER', ['by position']],
    [{ 1: { answr: 1 } }, 'ANSWER', ['position 1']],
  ])('a run with %j is refused', async (answers, code, parts) => {
    const { sandbox, run, held } = await pausedAt(Sandbox, 1);

    await expect(sandbox.answer(run, answers as never)).rejects.toEqual(misuse(code, ...parts));
    expect(held.executions).toHaveLength(2);
  });

  test('undefined is no answer', async () => {
    const { sandbox, run } = await pausedAt(Sandbox, 1);

    await expect(sandbox.resume(run, undefined as never)).rejects.toEqual(misuse('ANSWER', 'null where'));
  });

  test.each([
    ['return 1;', 'completed'],
    ['throw 1;', 'failed'],
  ])('a run that has ended (%s) is refused', async (script, status) => {
    await using sandbox = new Sandbox();
    const run = await sandbox.eval(script);

    await expect(sandbox.resume(run, 1)).rejects.toEqual(misuse('NOT_RESUMABLE', status));
    await expect(sandbox.answer(run, {})).rejects.toEqual(misuse('NOT_RESUMABLE', status));
  });

  test.each([undefined, null, 5, [], 'no text of a run', { status: 'interrupted' }])('%j is no run', async (value) => {
    const sandbox = new Sandbox();

    for (const method of ['resume', 'replay', 'answer', 'reject'] as const) {
      await expect(sandbox[method](value as never, {} as never)).rejects.toMatchObject({ code: 'RUN_FORMAT' });
    }
  });

  test('a run with an event clock and an outcome without its time is refused', async () => {
    const { sandbox, run } = await pausedAt(Sandbox, 1);
    const timeless = { ...run, header: { ...run.header, clock: 'event' as const } };

    await expect(sandbox.resume(timeless, 1)).rejects.toMatchObject({ code: 'CALL_LOG_FORMAT', field: 'at' });
    await expect(sandbox.replay(timeless)).rejects.toMatchObject({ code: 'CALL_LOG_FORMAT', position: 0 });
  });
});

test('a plain object will do for an action, but not a wrong one', () => {
  const plain: Action = { name: 'plain', execute: () => 1 };

  expect(new Sandbox({ actions: [plain] }).describe()).toContain('plain(');
  expect(() => new Sandbox({ actions: [{ ...plain, name: 'sleep' }] })).toThrow(misuse('RESERVED_ACTION'));
});
