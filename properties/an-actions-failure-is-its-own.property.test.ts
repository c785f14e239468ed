import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActionFailure } from '../runtime/index.ts';
import { again, expectSameOnReplay, nothing, play, scriptValue } from './support/play.ts';
import { fails, stored, withSandbox } from './support/sandbox.ts';

const failures = fc.record<ActionFailure>(
  {
    name: fc.constantFrom('Error', 'RangeError', 'PaymentError', 'CallLogMismatchError', 'then', '', '__proto__'),
    message: fc.string({ unit: 'binary' }),
    code: fc.string(),
    data: fc.json().map((text) => JSON.parse(JSON.stringify(JSON.parse(text)))),
  },
  { requiredKeys: ['name', 'message'], noNullPrototype: true },
) as fc.Arbitrary<ActionFailure>;

describe("an action's failure", () => {
  test('fails the run with its own name, message, code and data, and again on replay', async () => {
    await withSandbox({ fail: fails }, async (sandbox) => {
      const run = await sandbox.eval('return actions.fail();');
      const fromLog = await sandbox.eval('return actions.fail();', { callLog: run.callLog });

      expect(run).toMatchObject({ status: 'failed', error: { name: 'RangeError', message: 'no stock', code: 'OUT' } });
      expect(fromLog).toMatchObject({
        status: 'failed',
        error: { name: 'RangeError', message: 'no stock', code: 'OUT' },
      });
      expect(await sandbox.replay(stored(run))).toEqual(run);
    });
  });

  test('is the same failure for any name, message, code and data', () => {
    fc.assert(
      fc.property(failures, (failure) => {
        const live = play({ script: 'return actions.fail();', world: () => ({ error: failure }) });

        expect(live.outcome).toMatchObject({ error: failure });
        expect(again(live, { world: nothing }).outcome).toEqual(live.outcome);
        expectSameOnReplay(live);
      }),
    );
  });

  test('arrives in the script as an Error with exactly these properties', () => {
    const script =
      'try { await actions.fail(); } catch (e) { return [e instanceof Error, e.name, e.message, e.code ?? null, e.data ?? null]; }';
    fc.assert(
      fc.property(failures, (failure) => {
        const live = play({ script, world: () => ({ error: failure }) });

        expect(scriptValue(live)).toEqual([
          true,
          failure.name,
          failure.message,
          failure.code ?? null,
          failure.data ?? null,
        ]);
        expectSameOnReplay(live);
      }),
    );
  });

  test("is not mixed up with the script's own exception", () => {
    const live = play({
      script: 'try { await actions.fail(); } catch { throw new SyntaxError("mine"); }',
      world: () => ({ error: { name: 'E', message: 'm' } }),
    });

    expect(live.outcome).toMatchObject({ error: { name: 'SyntaxError', message: 'mine' } });
    expectSameOnReplay(live);
  });
});
