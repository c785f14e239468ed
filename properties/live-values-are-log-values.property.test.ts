import { describe, expect, test } from 'vitest';
import type { Json } from '../runtime/index.ts';
import { completedValue, type Execute, withSandbox } from './support/sandbox.ts';

const shared = {};
const script = `
  const r = await actions.a();
  return [typeof r.when, Object.keys(r), r.self === r.other];`;

describe("the script sees what the log says, never the action's own object", () => {
  test('dates, missing values and shared references are gone live as on replay', async () => {
    const a: Execute = () => ({ when: new Date(0), gone: undefined, self: shared, other: shared });
    await withSandbox({ a }, async (sandbox) => {
      const live = await sandbox.eval(script);
      const logged = await sandbox.eval(script, { callLog: live.callLog });

      expect(completedValue(live)).toEqual(['string', ['when', 'self', 'other'], false]);
      expect(completedValue(logged)).toEqual(completedValue(live));
      expect(await sandbox.replay(live)).toEqual(live);
    });
  });

  test('an action that changes its answer afterwards changes nothing', async () => {
    const answer = { items: [1] };
    const a: Execute = () => {
      queueMicrotask(() => answer.items.push(2));
      return answer;
    };
    const b: Execute = () => {
      answer.items.push(3);
      return answer;
    };
    await withSandbox({ a, b }, async (sandbox) => {
      const live = await sandbox.eval('const r = await actions.a(); const s = await actions.b(); return [r, s];');
      answer.items.push(4);

      expect(await sandbox.replay(live)).toEqual(live);
      expect(live.callLog.map((entry) => entry?.type === 'action' && 'response' in entry && entry.response)).toEqual(
        completedValue(live),
      );
    });
  });

  test('an action that changes its input changes neither the script nor the log', async () => {
    const a: Execute = (input) => {
      (input as { n: number }).n = 99;
      return input;
    };
    await withSandbox({ a }, async (sandbox) => {
      const live = await sandbox.eval('const mine = { n: 1 }; await actions.a(mine); return mine;');

      expect(completedValue(live)).toEqual({ n: 1 });
      expect(live.callLog[0]).toMatchObject({ input: { n: 1 }, response: { n: 99 } });
      expect(await sandbox.replay(live)).toEqual(live);
    });
  });

  test.each([
    ['NaN', () => ({ price: Number.NaN }), '$.price'],
    ['a BigInt', () => [1n], '$[0]'],
    ['a Map', () => ({ m: new Map() }), '$.m'],
    ['undefined in an array', () => [undefined], '$[0]'],
    [
      'a cycle',
      () => {
        const o: Record<string, unknown> = {};
        o.self = o;
        return o;
      },
      '$.self',
    ],
  ] as [string, Execute, string][])(
    '%s as a response is a failure of the call that names its place',
    async (_name, a, place) => {
      await withSandbox({ a }, async (sandbox) => {
        const live = await sandbox.eval('try { return await actions.a(); } catch (e) { return e.message; }');

        expect(completedValue(live)).toContain(place);
        expect(await sandbox.replay(live)).toEqual(live);
      });
    },
  );

  test('something thrown that is no error arrives as NonError with the value as data', async () => {
    const a: Execute = () => {
      throw { reason: ['odd'] } as unknown as Error;
    };
    await withSandbox({ a }, async (sandbox) => {
      const live = await sandbox.eval(
        'try { await actions.a(); } catch (e) { return [e instanceof Error, e.name, e.data]; }',
      );

      expect(completedValue(live)).toEqual([true, 'NonError', { reason: ['odd'] }] satisfies Json);
      expect(await sandbox.replay(live)).toEqual(live);
    });
  });
});
