import { describe, expect, test } from 'vitest';
import { compileBinary } from './binary.ts';
import { Guest } from './guest.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type GuestPort, GuestStop } from './port.ts';
import { preludeText } from './prelude.ts';
import { readWasmFile } from './wasm-file.ts';

const binary = await compileBinary(await readWasmFile());
const first = Guest.boot(binary);

/** A host that answers every call later, and keeps what it was asked. */
class RecordingHost implements GuestPort {
  readonly calls: [action: number, slot: number, inputText: string][] = [];
  readonly printed: string[] = [];
  call(action: number, slot: number, inputText: string): void {
    this.calls.push([action, slot, inputText]);
  }
  expectedInput(): undefined {
    return undefined;
  }
  now(): number {
    return 1234;
  }
  random(): number {
    return 0.5;
  }
  print(level: number, text: string): void {
    this.printed.push(`${level} ${text}`);
  }
}

function start(body: string, options: { guest?: Guest; limits?: Partial<Limits>; host?: GuestPort } = {}) {
  const guest = options.guest ?? first.sibling();
  const host = new RecordingHost();
  guest.reset();
  const error = guest.start(
    {
      code: `(async () => { ${body} })`,
      actionsText: '[["a"],["ns","b"]]',
      inputText: '{"n":1}',
      dataText: '{}',
      limits: { ...defaultLimits, ...options.limits },
    },
    options.host ?? host,
  );
  return { guest, host, error };
}

/** What a script ends with that makes no calls. */
function result(body: string): unknown {
  const { guest } = start(body);
  expect(guest.ended).toBe(true);
  const end = guest.conclude();
  return end.kind === 'value' ? JSON.parse(end.resultText) : { error: JSON.parse(end.resultText) };
}

function memoryOf(guest: Guest): Buffer[] {
  return guest.liveParts().map((part) => Buffer.from(part));
}

describe('a script', () => {
  test('runs to its first call, and on when that is answered', () => {
    const { guest, host } = start(
      'const r = await actions.a({ x: 1, y: "ü€" }); data.seen = r; return [r, input.n, await actions.ns.b()];',
    );
    expect(host.calls).toEqual([[0, 0, '{"x":1,"y":"ü€"}']]);

    guest.deliver(0, '{"ok":true}');
    expect(host.calls[1]).toEqual([1, 0, 'null']);
    guest.deliver(0, '[2]');

    expect(guest.ended).toBe(true);
    expect(guest.conclude()).toEqual({
      kind: 'value',
      resultText: '[{"ok":true},1,[2]]',
      dataText: '{"seen":{"ok":true}}',
    });
  });

  test('prints values readably, without running getters', () => {
    const { host } = start(`
      class Point { constructor() { this.x = 1; } get y() { throw 1; } }
      const ring = {}; ring.self = ring;
      console.log('héllo', { a: [1, , { b: -0 }], 'odd key': 'q' }, new Map([[1, new Set('ab')]]), 10n, undefined, null);
      console.warn(ring, new Point(), { get z() { throw 1; } }, new TypeError('t'), /r/g, new Date(0), () => {}, Symbol('s'));
      console.error([[[[[1]]]]], 'x'.repeat(3));`);

    expect(host.printed).toEqual([
      '0 héllo { a: [ 1, empty, { b: -0 } ], "odd key": "q" } Map { 1 => Set { "a", "b" } } 10n undefined null',
      '2 { self: [circular] } { x: 1 } { z: [getter] } TypeError: t /r/g 1970-01-01T00:00:00.000Z [function (anonymous)] Symbol(s)',
      '3 [ [ [ [ […] ] ] ] ] xxx',
    ]);
  });

  test('keeps strings exactly, lone surrogates and long ones included', () => {
    const { guest, host } = start('const r = await actions.a("\\ud800x\\u0000é"); return [r, r.length];');
    expect(JSON.parse(host.calls[0]?.[2] ?? '')).toBe('\ud800x\u0000é');
    const long = `${'日本'.repeat(60_000)}\ud801`;

    guest.deliver(0, JSON.stringify(long));

    expect(JSON.parse(guest.conclude().resultText)).toEqual([long, long.length]);
  });
});

describe('the link boundary', () => {
  test.each([
    'WeakRef',
    'FinalizationRegistry',
    'SharedArrayBuffer',
    'Atomics',
    'setInterval',
    'fetch',
    'process',
    'require',
    'Intl',
  ])('%s is not there', (name) => {
    expect(result(`return typeof globalThis[${JSON.stringify(name)}];`)).toBe('undefined');
  });

  test('every way to the clock and to randomness leads to the host', () => {
    expect(
      result(`const D = new Date(0).constructor;
        return [Date.now(), +new Date(), +Reflect.construct(D, []), +new (class extends Date {})(), Date(), +new Date(5),
          Math.random(), Object.getOwnPropertyDescriptor(Math, 'random').value()];`),
    ).toEqual([1234, 1234, 1234, 1234, 'Thu Jan 01 1970 00:00:01 GMT+0000', 5, 0.5, 0.5]);
  });

  test('the zone is UTC, whatever the host says', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/St_Johns';
    try {
      expect(
        result(
          'const d = new Date(2024, 2, 31, 2, 30); return [String(d), d.getTimezoneOffset(), new Date(0).getHours(), +d];',
        ),
      ).toEqual(['Sun Mar 31 2024 02:30:00 GMT+0000', 0, 0, Date.UTC(2024, 2, 31, 2, 30)]);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('the set of actions is frozen, without a prototype', () => {
    expect(
      result(`return [Object.isFrozen(actions), Object.isFrozen(actions.ns), Object.getPrototypeOf(actions), Object.keys(actions),
        Object.isFrozen(actions.a), 'toString' in actions, actions.ns.b.name];`),
    ).toEqual([true, true, null, ['a', 'ns'], true, false, 'ns.b']);
  });
});

describe('the bridge survives a script that patches built-ins', () => {
  const boom = '() => { throw new Error("patched"); }';
  test.each([
    `JSON.parse = JSON.stringify = ${boom};`,
    `Promise.prototype.then = Promise.resolve = ${boom};`,
    `Array.prototype.push = Array.prototype.join = Array.prototype[Symbol.iterator] = ${boom};`,
    `Object.defineProperty(Object.prototype, 'get', { value: ${boom}, writable: true, configurable: true });`,
    `Object.prototype.set = Object.prototype.value = Object.prototype.code = ${boom};`,
    `Reflect.apply = Object.keys = Object.defineProperty = Object.create = Function.prototype.call = ${boom};`,
    `RegExp.prototype.exec = RegExp.prototype.test = String.prototype.includes = ${boom};`,
    `Error.isError = ${boom}; Error.prototype.name = Error.prototype.message = 'patched';`,
    `globalThis.Promise = globalThis.Error = globalThis.TypeError = globalThis.Map = globalThis.String = ${boom};`,
    `Object.defineProperty(Map, Symbol.hasInstance, { value: ${boom} }); Map.prototype.entries = ${boom};`,
    `for (const key of Object.getOwnPropertyNames(globalThis)) try { if (!['actions', 'input', 'data'].includes(key)) delete globalThis[key]; } catch {}`,
  ])('%s', (patch) => {
    const { guest, host } = start(
      `${patch}
       const ok = await actions.a({ x: null });
       let failed; try { await actions.a({ 'odd key': [1] }); } catch (e) { failed = [e.name, e.message, e.code]; }
       let refused; try { actions.a({ list: [{}, NaN] }); } catch (e) { refused = e.message; }
       data.kept = 1;
       return { ok, failed, refused };`,
    );

    guest.deliver(0, '{"v":1}');
    guest.deliverFailure(0, '{"name":"Declined","message":"no","code":"E"}', 'a');

    expect(host.calls.map(([, , text]) => text)).toEqual(['{"x":null}', '{"odd key":[1]}']);
    expect(guest.conclude()).toEqual({
      kind: 'value',
      resultText:
        '{"ok":{"v":1},"failed":["Declined","no","E"],"refused":"actions.a: $.list[1] is NaN, which JSON cannot carry"}',
      dataText: '{"kept":1}',
    });
  });
});

test('the prelude has no template literals: the engine makes them with a function that a script can replace', () => {
  const { guest, host } = start('String.prototype.concat = () => "patched"; return `a${1}`;');
  const withoutComments = preludeText.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

  expect(guest.conclude().resultText).toBe('"patched"');
  expect(host.calls).toEqual([]);
  expect(withoutComments).not.toContain('`');
});

test('an engine built-in that a patched prototype breaks fails inside the script, which may catch it', () => {
  // JSON.stringify of QuickJS 2025-09-13 keeps its holders in an ordinary array.
  const { guest, host } = start(
    `Object.defineProperty(Array.prototype, 0, { configurable: true, set: () => { throw new Error('patched'); } });
     let caught; try { await actions.a(Object.create({ x: 1 })); } catch (e) { caught = e.message; }
     delete Array.prototype[0];
     return actions.a({ caught });`,
  );

  expect(host.calls).toEqual([[0, 0, '{"caught":"patched"}']]);
  guest.deliver(0, '1');
  expect(guest.conclude()).toMatchObject({ kind: 'value', resultText: '1' });
});

describe('values that JSON would corrupt are refused with their path', () => {
  test.each([
    ['{ a: { b: [0, Infinity] } }', '$.a.b[1] is Infinity'],
    ['[undefined]', '$[0] is undefined'],
    ['[() => 1]', '$[0] is a function'],
    ['Symbol()', '$ is a symbol'],
    ['{ n: 1n }', '$.n is a BigInt'],
    ['{ "odd key": new Map([[1, 2]]) }', '$["odd key"] is a Map'],
    ['[new Set([1])]', '$[0] is a Set'],
    ['{ p: Promise.resolve(1) }', '$.p is a Promise'],
    ['[new Error("x")]', '$[0] is a Error'],
    ['(() => { const o = { a: {} }; o.a.o = o; return o; })()', '$.a.o is an object that contains it'],
  ])('%s', (value, problem) => {
    const { host } = start(`try { actions.a(${value}); } catch (e) { console.log(e.name, e.message); }`);

    expect(host.printed).toEqual([`0 TypeError actions.a: ${problem}, which JSON cannot carry`]);
    expect(host.calls).toEqual([]);
  });

  test('what JSON.stringify leaves out or converts by its own rules is let through', () => {
    const { host } = start(
      'class Empty {} actions.a({ gone: undefined, f() {}, d: new Date(0), z: -0, e: new Empty(), n: null, s: new String("s"), t: { toJSON: () => [] } });',
    );

    expect(host.calls[0]?.[2]).toBe('{"d":"1970-01-01T00:00:00.000Z","z":0,"e":{},"n":null,"s":"s","t":[]}');
  });
});

test('structuredClone copies what can be copied, cycles included, and refuses the rest', () => {
  expect(
    result(`const o = { d: new Date(5), m: new Map([[{ k: 1 }, new Set([1])]]), t: new Uint8Array([1, 2]), e: new RangeError('r'), a: [1, , 3] };
      o.self = o;
      const c = structuredClone(o);
      let refused; try { structuredClone(() => 1); } catch (e) { refused = e.name; }
      return [c !== o, c.self === c, +c.d, [...c.m.values()][0].has(1), [...c.t], c.t !== o.t, c.e instanceof RangeError, c.e.message,
        1 in c.a, c.a.length, refused];`),
  ).toEqual([true, true, 5, true, [1, 2], true, true, 'r', false, 3, 'DataCloneError']);
});

describe('a host exception', () => {
  test('stops the script at once, past every catch and finally, and the guest can be used again', () => {
    const guest = first.sibling();
    const host = new RecordingHost();
    host.call = () => {
      throw new GuestStop('stop');
    };
    const run = () =>
      start('try { actions.a(); } catch { console.log(1); } finally { console.log(2); }', { guest, host });

    // More often than the shadow stack would bear if the stack pointer were not put back.
    for (let i = 0; i < 3_000; i++) expect(run).toThrow(GuestStop);

    expect(host.printed).toEqual([]);
    expect(start('return 1;', { guest }).guest.ended).toBe(true);
  });
});

describe('an instance', () => {
  const busy =
    'const x = []; for (let i = 0; i < 3e5; i++) x.push({ i }); globalThis.leak = x; await actions.a(x.length);';

  test('has the same memory for the same script, fresh, used, or grown', () => {
    const script =
      'const m = new Map(); for (let i = 0; i < 500; i++) m.set("k" + i, { i }); await actions.a([...m.keys()].length);';
    const used = first.sibling();
    start(busy, { guest: used });
    expect(used.memoryBytes).toBeGreaterThan(2 ** 24);

    const memories = [first.sibling(), used, used].map((guest) => memoryOf(start(script, { guest }).guest));

    const [fresh, ...others] = memories as [Buffer[], ...Buffer[][]];
    for (const other of others) {
      expect(other.map((part, index) => part.equals(fresh[index] as Buffer))).toEqual([true, true]);
    }
  });

  test('keeps nothing of an earlier run', () => {
    const guest = first.sibling();
    start(busy, { guest });

    expect(start('return typeof leak;', { guest }).guest.conclude().resultText).toBe('"undefined"');
  });

  test('stops at the same allocation, whether it has grown before or not', () => {
    const script =
      'try { for (;;) { console.log("x"); globalThis.k = [globalThis.k, new Uint8Array(1e5)]; } } catch { console.log("caught"); }';
    const used = first.sibling();
    start(busy, { guest: used });
    const counts = [first.sibling(), used].map((guest) => {
      const host = new RecordingHost();
      expect(() => start(script, { guest, host, limits: { memoryBytes: 2 ** 26 } })).toThrow(GuestStop);
      return host.printed.length;
    });

    expect(counts[0]).toBe(counts[1]);
    expect(counts[0]).toBeGreaterThan(400);
  });

  test('makes 200,000 objects in a promise job and serves on', () => {
    const guest = first.sibling();
    const script = 'await null; const x = []; for (let i = 0; i < 200000; i++) x.push({ i }); return x.length;';

    for (let i = 0; i < 3; i++) expect(start(script, { guest }).guest.conclude().resultText).toBe('200000');
  });
});
