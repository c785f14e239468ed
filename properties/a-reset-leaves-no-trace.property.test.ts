import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../harness/generate/index.ts';
import { Engine, type Session } from '../runtime/index.ts';
import { engine, type Play, play, scriptValue, seen } from './support/play.ts';
import { completedValue, withSandbox } from './support/sandbox.ts';

/** Runs that end in every way there is, each leaving as much as it can. */
const untidy: readonly Play[] = [
  { script: 'globalThis.left = 1; Array.prototype.left = 1; JSON.parse = null; return 1;' },
  { script: 'throw new Error("x");' },
  { script: 'for (;;);', limits: { fuel: 5 } },
  { script: 'const a = []; for (;;) a.push(new Array(1e4).fill(1));', limits: { memoryBytes: 20 * 2 ** 20 } },
  { script: '(function f() { f(); })();' },
  { script: 'for (;;) void actions.a();', limits: { positions: 50 } },
  { script: 'await actions.a(); await new Promise(() => {});' },
  { script: 'actions.a(); return actions.b();', world: () => undefined },
  { script: 'await null; const x = []; for (let i = 0; i < 20000; i++) x.push({ i }); return x.length;' },
  { script: 'data.big = "x".repeat(1e6); console.log(data.big); return data.big;', limits: { consoleBytes: 10 } },
  { script: 'function* g() { try { yield 1; } finally { globalThis.closed = 1; } } for (const x of g()) throw x;' },
];

const mismatching: Play = {
  script: 'return await actions.a(1);',
  callLog: [{ type: 'action', name: 'a', input: 2, response: 0 }],
};

const probe = `
  globalThis.mine = 1;
  const names = Object.getOwnPropertyNames(globalThis).sort();
  const r = await actions.a({ names, array: Object.getOwnPropertyNames(Array.prototype), keys: Object.keys(data) });
  data.r = 1;
  return [r, JSON.stringify({ a: [1] }), Math.max(1, 2)];`;

function ruin(): void {
  for (const run of untidy) play(run);
  expect(() => play(mismatching)).toThrow();
}

describe('a reset leaves no trace of another run', () => {
  test('whatever ran before, the next run has the memory of a first run, at every turn', async () => {
    const first = await firstRun(probe);
    for (const run of untidy) {
      play(run);

      expect(play({ script: probe, now: () => 0, random: () => 0 }).digests).toEqual(first);
    }
    expect(() => play(mismatching)).toThrow();
    expect(play({ script: probe }).digests).toEqual(first);
  });

  test('for any script', () => {
    fc.assert(
      fc.property(cases(), ({ script, actions, input, data }) => {
        const given = { script, actions, input, data };
        const before = seen(play(given));
        play(untidy[before.digests.length % untidy.length] as Play);

        expect(seen(play(given))).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  test('with sessions open at the same time, their turns interleaved', () => {
    const script =
      'globalThis.n = input; const r = []; for (let i = 0; i < 3; i++) { data.n = input; r.push([n, await actions.a(i)]); } return r;';
    const alone = [1, 2, 3].map((input) => play({ script, input }).digests);
    const digests: string[][] = [[], [], []];
    const sessions = [1, 2, 3].map((input, i) =>
      engine.open({ script, actions: ['a'], input, onTurn: (_turn, session) => digests[i]?.push(session.digest()) }),
    );
    const open = sessions.map((session) => ({ session, exchange: session.start() }));
    while (open.some(({ exchange }) => exchange.state === 'waiting')) {
      for (const one of open) {
        const [call] = one.exchange.calls;
        if (call !== undefined) one.exchange = one.session.deliver(call.position, { response: call.input });
      }
    }

    expect(digests).toEqual(alone);
    expect(sessions.map(({ outcome }) => outcome)).toEqual(
      [1, 2, 3].map((n) => ({ value: [0, 1, 2].map((i) => [n, i]) })),
    );
    for (const session of sessions) session.close();
  });

  test('and a thousand resets and aborts later it is still so', async () => {
    const first = await firstRun(probe);
    const small = untidy.filter(({ limits }) => limits?.memoryBytes === undefined);
    for (let i = 0; i < 1_000; i++) play({ ...(small[i % 3] as Play), limits: { fuel: 2 } });
    ruin();

    expect(play({ script: probe }).digests).toEqual(first);
  });
});

describe('two hundred thousand objects made in a promise job', () => {
  const script = 'await null; const x = []; for (let i = 0; i < 200000; i++) x.push({ i }); return x.length;';
  const neighbour = 'let sum = 0; for (let i = 0; i < 5; i++) sum += await actions.add(i); return sum;';

  test('complete, and so do a second run beside them and a hundred after them', async () => {
    await withSandbox({ add: (n) => n }, async (sandbox) => {
      const [big, beside] = await Promise.all([sandbox.eval(script), sandbox.eval(neighbour)]);

      expect(completedValue(big)).toBe(200_000);
      expect(completedValue(beside)).toBe(10);
      for (let i = 0; i < 100; i++) expect(completedValue(await sandbox.eval(neighbour))).toBe(10);
    });
  });

  test.each([
    ['arrays', 'x.push([i])'],
    ['functions', 'x.push(() => i)'],
    ['promises', 'x.push(Promise.resolve(i))'],
    ['cycles', 'const o = {}; o.self = o; x.push(o)'],
    ['symbols', 'x.push(Symbol(i))'],
    ['maps', 'x.push(new Map([[i, i]]))'],
  ])('also %s, and the next run is as if nothing had been', (_what, make) => {
    const before = play({ script: probe }).digests;
    const big = play({
      script: `await null; const x = []; for (let i = 0; i < 30000; i++) { ${make}; } return x.length;`,
    });

    expect(scriptValue(big)).toBe(30_000);
    expect(play({ script: probe }).digests).toEqual(before);
  });
});

/** The digests of a script in an engine that has run nothing else. */
async function firstRun(script: string): Promise<readonly string[]> {
  const fresh = await Engine.load();
  const list: string[] = [];
  const session: Session = fresh.open({
    script,
    actions: ['a'],
    onTurn: (_turn, running) => list.push(running.digest()),
  });
  const [call] = session.start().calls;
  session.deliver(call?.position ?? -1, { response: call?.input ?? null });
  session.close();
  return list;
}
