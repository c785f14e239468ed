import { describe, expect, test } from 'vitest';
import { ActionInterrupt, defineAction, Sandbox } from '../../runtime/index.ts';
import './index.ts';

const ask = defineAction({
  name: 'ask',
  execute(_input, context) {
    if (context.answer === undefined) throw new ActionInterrupt('?');
    return context.answer;
  },
});

async function pausedRun() {
  await using sandbox = new Sandbox({ actions: [ask], isolation: 'inline' });
  return await sandbox.eval('return actions.ask()');
}

describe('matchers', () => {
  test('a run replays', async () => {
    await expect(await pausedRun()).toReplay();
  });

  test('a run with another source does not, and the message says where it parts', async () => {
    const run = { ...(await pausedRun()), source: 'return Date.now()' };

    await expect(async () => await expect(run).toReplay()).rejects.toThrow(/not what its script does/);
  });

  test('a paused run is paused at its action and at no other', async () => {
    const run = await pausedRun();

    expect(run).toBeInterruptedAt('ask');
    expect(run).not.toBeInterruptedAt('pay');
    expect(() => expect(run).toBeInterruptedAt('pay')).toThrow('to be paused at pay; it is paused at ask');
  });

  test('something that is no run is refused', () => {
    expect(() => expect(Promise.resolve()).toBeInterruptedAt('ask')).toThrow(/Was it awaited/);
  });
});
