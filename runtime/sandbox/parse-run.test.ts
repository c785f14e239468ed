import { describe, expect, test } from 'vitest';
import { parseRun } from './parse-run.ts';
import type { InterruptedRun } from './run.ts';
import { Sandbox } from './sandbox.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

async function pausedRun(): Promise<InterruptedRun> {
  const held = new HeldActions('ask', 'work');
  await using sandbox = new Sandbox({ actions: held.actions });
  const running = sandbox.eval('await actions.work(); console.log("so far"); return await actions.ask({ q: 1 });', {
    file: 'a.ts',
  });
  (await held.latest('work')).respond(1);
  (await held.latest('ask')).interrupt('?');
  return (await running) as InterruptedRun;
}

describe('a run from outside', () => {
  test('is taken as an object and as text', async () => {
    const run = await pausedRun();

    expect(parseRun(stored(run))).toStrictEqual(run);
    expect(parseRun(JSON.stringify(run))).toStrictEqual(run);
  });

  test('of each end is taken', async () => {
    await using sandbox = new Sandbox();
    const cause = 'throw Object.assign(new Error("x", { cause: new TypeError("y") }), { code: "C", data: [1] });';

    for (const [script, options] of [
      ['return { a: 1 };', {}],
      [cause, {}],
      ['await new Promise(() => {});', {}],
      ['await new Promise(() => {});', { onTurn: () => Promise.reject(new Error()) as never }],
    ] as const) {
      const run = await sandbox.eval(script, options);
      expect(parseRun(stored(run))).toStrictEqual(run);
    }
  });

  test('loses what no run has', async () => {
    const run = await pausedRun();

    expect(parseRun({ ...run, tenant: 5 })).toStrictEqual(run);
  });

  test('that is no JSON text is refused', () => {
    expect(() => parseRun('{')).toThrow(
      expect.objectContaining({ code: 'RUN_FORMAT', message: expect.stringContaining('not JSON text') }),
    );
  });

  test.each<[string, (run: InterruptedRun) => unknown, string]>([
    ['an unknown status', (run) => ({ ...run, status: 'paused' }), 'status'],
    ['no header', ({ header, ...run }) => run, 'header'],
    ['a header from the future', (run) => ({ ...run, header: { ...run.header, version: 99 } }), 'header.version'],
    ['no run id', (run) => ({ ...run, runId: 5 }), 'runId'],
    ['no start', (run) => ({ ...run, startedAt: '2024' }), 'startedAt'],
    ['no source', ({ source, ...run }) => run, 'source'],
    ['input that is not JSON', (run) => ({ ...run, input: [Number.NaN] }), 'input'],
    ['no data', ({ data, ...run }) => run, 'data'],
    ['more delivered than recorded', (run) => ({ ...run, delivered: 2 }), 'delivered'],
    ['a negative count', (run) => ({ ...run, delivered: -1 }), 'delivered'],
    ['pending that is no list', (run) => ({ ...run, pending: {} }), 'pending'],
    [
      'a pending call that is recorded',
      (run) => ({ ...run, pending: [{ ...run.pending[0], position: 0 }] }),
      'pending[0].position',
    ],
    ['a pending call twice', (run) => ({ ...run, pending: [run.pending[0], run.pending[0]] }), 'pending[1].position'],
    ['an unknown state', (run) => ({ ...run, pending: [{ ...run.pending[0], state: 'lost' }] }), 'pending[0].state'],
    [
      'a question without payload',
      (run) => ({ ...run, pending: [{ ...run.pending[0], payload: undefined }] }),
      'pending[0].payload',
    ],
    [
      'an interrupt that is not pending',
      (run) => ({ ...run, interrupts: [{ ...run.interrupts[0], position: 5 }] }),
      'interrupts[0].position',
    ],
    ['console without text', (run) => ({ ...run, console: [{ level: 'log' }] }), 'console[0].text'],
    ['an unknown level', (run) => ({ ...run, console: [{ level: 'trace', text: '' }] }), 'console[0].level'],
    ['a warning of no kind', (run) => ({ ...run, warnings: [{ code: 'odd', message: '' }] }), 'warnings[0].code'],
    ['a value missing', ({ interrupts, ...run }) => ({ ...run, status: 'completed' }), 'value'],
    ['an error that is none', ({ interrupts, ...run }) => ({ ...run, status: 'failed', error: 'x' }), 'error'],
    ['an error without a name', (run) => ({ ...run, status: 'failed', error: { message: '' } }), 'error.name'],
    [
      'a broken cause',
      (run) => ({ ...run, status: 'failed', error: { name: '', message: '', cause: { name: 1 } } }),
      'error.cause.name',
    ],
    ['no reason', (run) => ({ ...run, status: 'aborted' }), 'reason'],
  ])('with %s is refused for that field', async (_, change, field) => {
    const changed = change(await pausedRun());

    expect(() => parseRun(changed)).toThrow(
      expect.objectContaining({
        code: 'RUN_FORMAT',
        field,
        message: expect.stringContaining(field.split('.').at(-1) ?? ''),
      }),
    );
  });

  test('with a malformed log is refused for its entry', async () => {
    const run = await pausedRun();

    expect(() => parseRun({ ...run, callLog: [{ type: 'action' }] })).toThrow(
      expect.objectContaining({ code: 'CALL_LOG_FORMAT', position: 0 }),
    );
  });
});
