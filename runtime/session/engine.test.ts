import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { CallLogFormatError, MisuseError } from '../errors.ts';
import { compileBinary } from '../guest/binary.ts';
import { Flags, knownFlags } from '../log/flags.ts';
import { compileScript } from '../script/index.ts';
import { Engine } from './engine.ts';
import type { SessionOptions } from './types.ts';

const engine = await Engine.load();

function open(options: Partial<SessionOptions>) {
  return engine.open({ script: 'return 1;', actions: ['a', 'b'], ...options });
}

describe('an engine', () => {
  test('has the same fingerprint wherever it is loaded: the binary and the bridge', async () => {
    expect(engine.fingerprint).toMatch(/^quickjs-2025-09-13:[0-9a-f]{16}:[0-9a-f]{16}$/);
    expect(await Engine.fingerprint()).toBe(engine.fingerprint);
  });

  test('is loaded from a binary that somebody else has read or compiled', async () => {
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
    const wasm = new Uint8Array(readFileSync(file));

    for (const options of [{ wasm }, { binary: await compileBinary(wasm) }]) {
      const session = (await Engine.load(options)).open({ script: 'return 6 * 7;', actions: [] });
      session.start();
      expect(session.outcome).toEqual({ value: 42 });
    }
    await expect(Engine.load({ wasm: wasm.slice(0, 100) })).rejects.toThrow();
  });

  test('computes the same as any other: digests, hashes, and where a divergence is', async () => {
    const seen = (on: Engine) => {
      const calls = { script: 'await actions.a();\nawait actions.b();', actions: ['a', 'b'] };
      const session = on.open(calls);
      session.start();
      const { session: state } = session.snapshot();
      session.deliver(0, { response: 1 });
      return [session.digest(), state.engine, state.script, state.run, session.logHash, session.locate(1)?.line];
    };

    const other = seen(await Engine.load());

    expect(other).toEqual(seen(engine));
    expect(other.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map(() => expect.stringMatching(/./)));
    expect(other[5]).toBe(2);
  });

  test('lends an instance to a session from its start to its close', () => {
    const before = engine.instancesInUse;
    const session = open({ script: 'await actions.a();' });
    expect(engine.instancesInUse).toBe(before);

    session.start();
    expect(engine.instancesInUse).toBe(before + 1);
    session.close();
    session.close();

    expect(engine.instancesInUse).toBe(before);
  });
});

describe('a session is given', () => {
  test('input and data, or null and an empty object', () => {
    const script = 'return [input, data];';
    const sessions = [open({ script }), open({ script, input: [1], data: { d: 2 } })];
    for (const session of sessions) session.start();

    expect(sessions.map(({ outcome }) => outcome)).toEqual([{ value: [null, {}] }, { value: [[1], { d: 2 }] }]);
  });

  test('its actions in the order of their names', () => {
    const sessions = [
      ['b', 'a', 'B', 'ab'],
      ['ab', 'B', 'b', 'a'],
    ].map((actions) => open({ script: 'return Object.keys(actions);', actions }));
    for (const session of sessions) session.start();

    expect(sessions.map(({ outcome }) => outcome)).toEqual([
      { value: ['B', 'a', 'ab', 'b'] },
      { value: ['B', 'a', 'ab', 'b'] },
    ]);
    expect(sessions[0]?.digest()).toBe(sessions[1]?.digest());
  });

  test("the host's clock and chance where it gets no others", () => {
    const session = open({ script: 'return [Date.now(), Math.random()];' });
    const before = Date.now();
    session.start();

    const [now, random] = (session.outcome as { value: [number, number] }).value;
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(random).toBeGreaterThanOrEqual(0);
    expect(random).toBeLessThan(1);
  });

  test('a script that was compiled before, against the same actions', () => {
    const compiled = (actions: string[]) => compileScript('return 2;', { actions });
    const session = open({ script: compiled(['b', 'a']) });
    session.start();

    expect(session.outcome).toEqual({ value: 2 });
    for (const actions of [['a'], ['a', 'c'], ['a', 'b', 'c']]) {
      expect(() => open({ script: compiled(actions) })).toThrow(
        expect.objectContaining({
          code: 'SCRIPT_LINKED_OTHERWISE',
          message: `The compiled script was linked against the actions [${actions.join(', ')}], not [a, b]: compile it again.`,
        }),
      );
    }
  });

  test("the script's own file name, or script.ts", () => {
    const locationOf = (file?: string) => {
      const session = open({ script: 'throw new Error("e");', ...(file !== undefined && { file }) });
      session.start();
      return session.outcome;
    };

    expect(locationOf()).toMatchObject({ error: { location: { file: 'script.ts', line: 1 } } });
    expect(locationOf('own.js')).toMatchObject({ error: { location: { file: 'own.js', line: 1 } } });
  });

  test('a source as long as its limit, and looks at no longer one', () => {
    const script = 'return "é";';
    const end = (sourceBytes: number) => {
      const session = open({ script, limits: { sourceBytes } });
      session.start();
      return session;
    };

    expect(end(12).outcome).toEqual({ value: 'é' });
    expect(end(11).outcome).toMatchObject({ error: { code: 'LIMIT_SOURCE', limit: { value: 11, position: 0 } } });
    expect(end(11).warnings.map(({ code }) => code)).toEqual(['data-unreadable']);
  });
});

describe('a session is refused', () => {
  test.each<[string, Partial<SessionOptions>, string, string]>([
    [
      'an action that is called as a sleep is',
      { actions: ['a', 'sleep'] },
      'RESERVED_ACTION',
      '"sleep" is what a sleep is called in the log; name the action otherwise.',
    ],
    [
      'flags of a later release',
      { flags: ['of-tomorrow', ...Flags.newest.names, 'and-after'] },
      'UNKNOWN_FLAG',
      `\`flags\` has names that this release does not know: of-tomorrow, and-after. The newest that it knows is flag ${knownFlags.length}, ${knownFlags.at(-1)?.name}.`,
    ],
  ])('%s', (_, options, code, message) => {
    expect(() => open(options)).toThrow(MisuseError);
    expect(() => open(options)).toThrow(expect.objectContaining({ code, message }));
  });

  test('a log that is none', () => {
    expect(() => open({ callLog: [{ type: 'now', response: Number.NaN }] })).toThrow(CallLogFormatError);
  });
});

test('a run keeps the flags that it was made under', () => {
  const stackOf = (flags: readonly string[] | undefined) => {
    const script = 'try { await actions.a(); } catch (error) { return error.stack; }';
    const session = open({ script, ...(flags && { flags }) });
    session.start();
    session.deliver(0, { error: { name: 'E', message: 'm' } });
    return session.outcome;
  };

  expect(stackOf(undefined)).toEqual({ value: '    at actions.a (action, position 0)\n' });
  expect(stackOf(Flags.newest.names)).toEqual(stackOf(undefined));
  expect(stackOf([])).toEqual({ value: '    at actions.a (action)\n' });
});
