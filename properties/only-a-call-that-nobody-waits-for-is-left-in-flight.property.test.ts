import { describe, expect, test } from 'vitest';
import type { Run } from '../runtime/index.ts';
import { asks, completedValue, fails, never, withSandbox } from './support/sandbox.ts';

const left = ({ warnings }: Run) =>
  warnings.filter(({ code }) => code === 'left-in-flight').map(({ position }) => position);
const one = () => 1;

const quiet: [string, string][] = [
  ['await', 'await actions.a(); return actions.b();'],
  ['a returned promise', 'return actions.a();'],
  [
    'for await',
    'async function* gen() { yield actions.a(); yield actions.b(); } for await (const x of gen()); return 1;',
  ],
  ['then', 'return actions.a().then(() => actions.b());'],
  ['a promise that is kept and awaited later', 'const p = actions.a(); await actions.b(); return await p;'],
  ['combinators', 'await Promise.all([actions.a(), actions.b()]); await Promise.allSettled([actions.a()]); return 1;'],
  ['a thenable', 'return await { then: (resolve) => { actions.a().then(resolve); } };'],
  ['a failure that is caught', 'try { await actions.bad(); } catch {} return 1;'],
];

describe('a script that waits for its calls gets no warning', () => {
  test.each(quiet)('%s', async (_how, script) => {
    await withSandbox({ a: one, b: one, bad: fails }, async (sandbox) => {
      const run = await sandbox.eval(script);

      expect(run.status).toBe('completed');
      expect(run.warnings).toEqual([]);
    });
  });
});

describe('a call that has not settled when the script ends', () => {
  test.each([
    ['never awaited', 'await actions.a(); void actions.c(); return actions.b();', 1],
    ['the loser of a race', 'return Promise.race([actions.c(), actions.a()]);', 0],
    ['made in the last turn', 'await actions.a(); void actions.c();', 1],
    ['of an any that was won', 'return Promise.any([actions.a(), actions.c()]);', 1],
  ] as const)('%s, is named', async (_how, script, position) => {
    await withSandbox({ a: one, b: one, c: never }, async (sandbox) => {
      const run = await sandbox.eval(script);

      expect(run.status).toBe('completed');
      expect(left(run)).toEqual([position]);
      expect(run.pending).toEqual([expect.objectContaining({ position, name: 'c', state: 'in-flight' })]);
      expect(run.callLog[position]).toBeNull();
      expect(await sandbox.replay(run)).toEqual(run);
    });
  });

  test('is recorded if it settles within its time, and its outcome is not delivered', async () => {
    const slow = () => new Promise((resolve) => setImmediate(() => resolve('late')));
    await withSandbox(
      { a: one, c: slow },
      async (sandbox) => {
        const run = await sandbox.eval('void actions.c().then(() => console.log("seen")); return actions.a();');

        expect(completedValue(run)).toBe(1);
        expect(run.callLog[0]).toMatchObject({ name: 'c', response: 'late', order: 1 });
        expect(run.console).toEqual([]);
        expect(run.delivered).toBe(1);
        expect(await sandbox.replay(run)).toEqual(run);
      },
      { endSettleMs: 2_000 },
    );
  });

  test('a question among them is pending, and no pause', async () => {
    await withSandbox(
      { a: one, ask: asks },
      async (sandbox) => {
        const run = await sandbox.eval('void actions.ask(); return actions.a();', {});
        const raced = await sandbox.eval('return Promise.race([actions.ask(), actions.a()]);');

        for (const { status, pending } of [run, raced]) {
          expect(status).toBe('completed');
          expect(pending).toEqual([expect.objectContaining({ position: 0, state: 'interrupted' })]);
        }
      },
      { onInterrupt: 'settle' },
    );
  });
});
