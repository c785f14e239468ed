import { describe, expect, test } from 'vitest';
import type { CallLog, Json } from '../runtime/index.ts';
import { again, expectSameOnReplay, nothing, play, type World } from './support/play.ts';
import { asks, fails, withSandbox } from './support/sandbox.ts';

const scripts = {
  'a failed call': 'try { await actions.fail(); } catch (e) { await actions.note({ stack: String(e.stack) }); }',
  'a call in a nested function': `
    const inner = async () => { await null; return actions.fail(); };
    async function outer() { return inner(); }
    await outer().catch((e) => actions.note({ stack: String(e.stack) }));`,
  'a failed call in a race': `
    await Promise.race([actions.fail(), actions.never()]).catch((e) => actions.note({ stack: String(e.stack) }));`,
  'an error of the script': `
    await actions.ok();
    try { null.x; } catch (e) { await actions.note({ stack: String(e.stack) }); }`,
  'an error made and never thrown': 'await actions.note({ stack: new Error("here").stack });',
  'a refused input': 'try { actions.ok(NaN); } catch (e) { await actions.note({ stack: String(e.stack) }); }',
};

const actions = ['fail', 'never', 'note', 'ok'];
const world: World = ({ name }) => {
  if (name === 'never') return undefined;
  return name === 'fail' ? { error: { name: 'RangeError', message: 'no stock', code: 'OUT' } } : { response: null };
};

/** The bytes that a script hands to `note`. */
function noted(callLog: CallLog): Json {
  const entry = callLog.find((one) => one?.type === 'action' && one.name === 'note');
  if (entry?.type !== 'action') throw new Error(`Nothing was noted: ${JSON.stringify(callLog)}`);
  return entry.input;
}

describe('the stack of an error', () => {
  test.each(Object.entries(scripts))(
    '%s: live, on replay, and after a pause in the call that is given it',
    (_name, script) => {
      const live = play({ script, actions, world });
      const paused = play({ script, actions, world: (call) => (call.name === 'note' ? undefined : world(call)) });
      const resumed = again(paused, { world });

      expect(noted(resumed.callLog)).toEqual(noted(live.callLog));
      expect(paused.waiting.find(({ name }) => name === 'note')?.input).toEqual(noted(live.callLog));
      expectSameOnReplay(live);
      expect(() => again(live, { world: nothing, deliverMax: live.delivered })).not.toThrow();
    },
  );

  test.each(Object.entries(scripts))(
    '%s: the sandbox and the bare session give the same bytes',
    async (_name, script) => {
      const live = play({ script, actions, world });
      const defined = { fail: fails, never: () => new Promise(() => undefined), note: asks, ok: () => null };
      await withSandbox(defined, async (sandbox) => {
        const paused = await sandbox.eval(script);
        const done = await sandbox.resume(paused, true);

        expect(noted(done.callLog)).toEqual(noted(live.callLog));
        expect(await sandbox.replay(done)).toEqual(done);
      });
    },
  );

  test('does not depend on how deep the host was', () => {
    const shallow = play({ script: scripts['a failed call'], actions, world });
    const deep = (levels: number): Json =>
      levels === 0 ? noted(play({ script: scripts['a failed call'], actions, world }).callLog) : deep(levels - 1);

    expect(deep(500)).toEqual(noted(shallow.callLog));
  });
});
