import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../harness/generate/index.ts';
import { echo, engine, play, scriptValue } from './support/play.ts';

/** The turns' digests of a run of echoes, where `look` is done to the session at every quiescence. */
function digests(
  script: string,
  actions: readonly string[],
  look: (session: ReturnType<typeof engine.open>) => void,
): unknown[] {
  const list: unknown[] = [];
  const session = engine.open({
    script,
    actions,
    now: () => 0,
    random: () => 0.5,
    onTurn: (_turn, running) => {
      look(running);
      list.push(running.digest());
    },
  });
  let exchange = session.start();
  const open = [...exchange.calls];
  for (let call = open.shift(); call !== undefined && exchange.state === 'waiting'; call = open.shift()) {
    exchange = session.deliver(call.position, echo(call) ?? { response: null });
    open.push(...exchange.calls);
  }
  list.push(session.outcome, session.callLog, session.console);
  session.close();
  return list;
}

const everything = (session: ReturnType<typeof engine.open>) => {
  for (let i = 0; i < 3; i++)
    void [session.data, session.callLog, session.console, session.outstanding, session.digest()];
};

describe('looking at a run', () => {
  test("runs the script's own getters and leaves no trace of it", () => {
    const script = `
      data.x = { get y() { globalThis.n = (globalThis.n ?? 0) + 1; return n; } };
      await actions.ask({});
      return globalThis.n ?? 0;`;
    const watched: unknown[] = [];
    const session = engine.open({
      script,
      actions: ['ask'],
      onTurn: (_turn, running) => watched.push(running.data, running.data),
    });
    const [call] = session.start().calls;
    const memory = session.digest();

    expect(watched).toEqual([{ x: { y: 1 } }, { x: { y: 1 } }]);
    expect(session.data).toEqual({ x: { y: 1 } });
    expect(session.digest()).toBe(memory);
    session.deliver(call?.position ?? -1, { response: null });
    expect(session.outcome).toEqual({ value: 0 });
    session.close();
    expect(scriptValue(play({ script }))).toBe(0);
  });

  test.each([
    ['throws', 'get y() { throw new Error("no"); }'],
    ['loops', 'get y() { for (;;); }'],
    ['makes a call', 'get y() { void actions.ask(); return 1; }'],
    ['reads the clock', 'get y() { return Date.now(); }'],
    ['prints', 'get y() { console.log("looked"); return 1; }'],
    ['eats memory', 'get y() { const a = []; for (;;) a.push(new Array(1000).fill(1)); }'],
    ['recurses', 'get y() { return this.y; }'],
    ['is a toJSON with effects', 'toJSON() { globalThis.looks = (globalThis.looks ?? 0) + 1; return looks; }'],
  ])('is harmless when a getter %s', (_what, getter) => {
    const script = `data.x = { ${getter} }; await actions.ask({}); delete data.x; return [globalThis.looks ?? 0, await actions.ask({ second: true })];`;
    const limits = { fuel: 40 };
    const look = play({ script, limits });
    const blind = play({ script, limits });

    expect(look.outcome).toEqual({ value: [0, { second: true }] });
    expect(look.callLog).toHaveLength(2);
    expect(look.console).toEqual([]);
    expect(digests(script, ['ask'], everything)).toEqual(digests(script, ['ask'], () => undefined));
    expect(blind.digests).toEqual(look.digests);
  });

  test('at every turn of any script changes nothing that follows', () => {
    fc.assert(
      fc.property(cases(), ({ script, actions }) => {
        expect(digests(script, actions, everything)).toEqual(digests(script, actions, () => undefined));
      }),
      { numRuns: 80 },
    );
  });

  test('data that cannot be read is a warning, and what it was before', () => {
    const session = engine.open({
      script:
        'data.ok = 1; await actions.a(); Object.defineProperty(data, "bad", { enumerable: true, get() { throw 1; } }); await actions.b();',
      actions: ['a', 'b'],
      data: { start: true },
    });
    const [call] = session.start().calls;
    const before = session.data;
    session.deliver(call?.position ?? -1, { response: null });

    expect(before).toEqual({ start: true, ok: 1 });
    expect(session.data).toEqual(before);
    expect(session.warnings).toEqual([expect.objectContaining({ code: 'data-unreadable' })]);
    session.close();
  });
});
