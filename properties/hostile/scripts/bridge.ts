import type { HostileScript } from '../hostile-script.ts';

const whole = `
  const answer = await actions.echo({ n: [1, { x: null }], text: 'x' });
  let failed = [];
  for (const action of ['fail', 'refuse']) try { await actions[action]({ y: 1 }); } catch (error) { failed.push([error.name, error.message, error.code ?? null, error.data ?? null]); }
  data.answer = answer;
  console.log('printed', [1]);
  return [answer, failed];`;

const carried = [
  { n: [1, { x: null }], text: 'x' },
  [
    ['Failure', 'it failed', 'CODE', { y: 1 }],
    ['Refusal', 'no', null, null],
  ],
];

/** Breaks something that the bridge might use, then uses the bridge: all must be carried exactly. */
function breaks(name: string, tries: string, patch: string): HostileScript {
  return {
    name,
    tries,
    script: `${patch}\n${whole}`,
    right: { value: carried },
    asks: ['echo', 'fail', 'refuse'],
    prints: ['printed [ 1 ]'],
  };
}

/** After the bridge: what goes out, what comes in, and how it is settled. */
export const bridge: readonly HostileScript[] = [
  breaks(
    'everything replaced',
    'to replace all functions that the bridge could call',
    `const broken = () => { throw new Error('broken'); };
     for (const holder of [JSON, Reflect, Object, Promise, Promise.prototype, String.prototype, RegExp.prototype, Map.prototype, Set.prototype, Symbol.prototype, Number, Function.prototype])
       for (const key of Reflect.ownKeys(holder)) if (typeof Object.getOwnPropertyDescriptor(holder, key).value === 'function' && key !== 'constructor' && key !== 'getOwnPropertyDescriptor' && key !== 'ownKeys') { try { holder[key] = broken; } catch {} }`,
  ),
  breaks(
    'accessors under every name',
    'to be called where the bridge reads or writes a property that an object does not have',
    `for (const key of ['response', 'error', 'message', 'value', 'get', 'set', 'writable', 'enumerable', 'configurable', 'text', 'position', 'slot', 'limit', 'engine', 'stack', 'cause', 'length'])
       Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, get() { throw new Error('read ' + key); }, set() { throw new Error('wrote ' + key); } });`,
  ),
  {
    name: 'failures that inherit',
    tries: 'to lend a failure the code and the data that it does not have',
    script: `
      Object.prototype.code = 'LENT';
      Object.defineProperty(Object.prototype, 'data', { configurable: true, get() { throw new Error('read'); } });
      try { await actions.refuse(); } catch (error) { return [error.name, Object.hasOwn(error, 'code'), Object.hasOwn(error, 'data')]; }`,
    right: { value: ['Refusal', false, false] },
  },
  {
    name: 'every object a promise',
    tries: 'to take the answers of actions over with a `then` that all objects have',
    script: `
      const taken = [];
      Object.prototype.then = function (resolve) { taken.push(Object.keys(this)); delete Object.prototype.then; resolve('taken over'); };
      return [await actions.echo({ secret: 1 }), taken, await actions.echo({ secret: 2 })];`,
    right: { value: ['taken over', [['secret']], { secret: 2 }] },
    asks: ['echo', 'echo'],
  },
  {
    name: 'calls inside of calls',
    tries: 'to make a call while the input of another is being written, and get its answer',
    script: `
      const heard = [];
      const note = (name) => (value) => heard.push([name, value]);
      const input = { toJSON() { actions.echo('inner').then(note('inner')); return { outer: null }; }, };
      const getter = { get x() { actions.echo('getter').then(note('getter')); return 1; } };
      await actions.echo(0);
      note('outer')(await actions.echo(input));
      note('read')(await actions.echo(getter));
      await actions.echo('last');
      return heard;`,
    right: {
      value: [
        ['inner', 'inner'],
        ['inner', 'inner'],
        ['outer', { outer: null }],
        ['getter', 'getter'],
        ['read', { x: 1 }],
      ],
    },
    asks: ['echo', 'echo', 'echo', 'echo', 'echo', 'echo', 'echo'],
  },
  {
    name: 'an input that throws',
    tries: 'to leave a position reserved and no call made',
    script: `
      const failed = [];
      const inputs = [{ get x() { throw new Error('mine'); } }, { toJSON() { throw new Error('json'); } }, new Proxy({}, { ownKeys() { throw new Error('keys'); } }), [NaN], { a: { b: 1n } }, { m: new Map() }, [undefined], Symbol('s')];
      for (const input of inputs) try { await actions.echo(input); } catch (error) { failed.push(error.message); }
      return [failed, await actions.echo('after')];`,
    right: {
      value: [
        [
          'mine',
          'json',
          'keys',
          'actions.echo: $[0] is NaN, which JSON cannot carry',
          'actions.echo: $.a.b is a BigInt, which JSON cannot carry',
          'actions.echo: $.m is a Map, which JSON cannot carry',
          'actions.echo: $[0] is undefined, which JSON cannot carry',
          'actions.echo: $ is a symbol, which JSON cannot carry',
        ],
        'after',
      ],
    },
    asks: ['echo'],
  },
  {
    name: 'an input that changes while it is read',
    tries: 'to have one thing checked and another one sent',
    script: `
      let reads = 0;
      const shifty = { safe: null, get value() { return ++reads > 1 ? NaN : 1; } };
      const proxy = new Proxy({}, { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (target, key) => key === 'toJSON' ? undefined : key });
      const list = new Proxy([1, 2], { get: (target, key) => key === 'length' ? 3 : target[key] ?? null });
      let refused = '';
      try { await actions.echo(shifty); } catch (error) { refused = error.message; }
      return [refused, await actions.echo(proxy), await actions.echo(list)];`,
    right: {
      value: ['actions.echo: $.value is NaN, which JSON cannot carry', { a: 'a', b: 'b' }, [1, 2, null]],
    },
    asks: ['echo', 'echo'],
  },
  {
    name: 'more than one argument',
    tries: 'to call an action in every way but the one it has',
    script: `
      const ways = [() => actions.echo(1, 2), () => Reflect.apply(actions.echo, null, [1, null]), () => new actions.echo(1), () => { actions.echo = 1; }, () => { delete actions.ask; },
        () => Object.defineProperty(actions, 'mine', { value: 1 }), () => { actions.echo.mine = 1; }, () => Object.setPrototypeOf(actions, {}), () => actions.missing?.(), ];
      return ways.map((way) => { try { const made = way(); return typeof made; } catch (error) { return error.name; } });`,
    right: {
      link: ['actions.missing'],
    },
  },
  {
    name: 'the actions under attack',
    tries: 'to call an action in every way but the one it has, and to change the set of them',
    script: `
      const ways = [() => actions.echo(1, 2), () => Reflect.apply(actions.echo, null, [1, null]), () => new actions.echo(1), () => { actions.echo = 1; }, () => { delete actions.ask; },
        () => Object.defineProperty(actions, 'mine', { value: 1 }), () => { actions.echo.mine = 1; }, () => Object.setPrototypeOf(actions, {})];
      return ways.map((way) => { try { way(); return 'done'; } catch (error) { return error.name; } });`,
    right: { value: Array.from({ length: 8 }, () => 'TypeError') },
    asks: [],
  },
  {
    name: 'keys that mean something',
    tries: 'to change a prototype through the keys of an answer, an input or `data`',
    script: `
      const answer = await actions.odd();
      const input = JSON.parse('{"__proto__":{"polluted":3},"constructor":1}');
      const back = await actions.echo(input);
      data.__proto__ = { polluted: 4 };
      Object.assign({}, answer);
      return [Object.keys(answer), Object.keys(back), ({}).polluted ?? null, answer.polluted ?? null, back.polluted ?? null, Object.hasOwn(structuredClone(answer), '__proto__')];`,
    right: {
      value: [
        ['__proto__', 'constructor', 'then', 'toJSON', 'valueOf'],
        ['__proto__', 'constructor'],
        null,
        null,
        null,
        true,
      ],
    },
  },
  {
    name: 'species and subclasses',
    tries: 'to have the engine make objects of its own kind where the bridge makes promises and arrays',
    script: `
      class Mine extends Promise { constructor(executor) { Mine.made = (Mine.made ?? 0) + 1; super(executor); } }
      Object.defineProperty(Promise, Symbol.species, { value: Mine });
      Object.defineProperty(Array, Symbol.species, { get() { throw new Error('species'); } });
      Object.defineProperty(Promise.prototype, 'constructor', { value: Mine });
      const call = actions.echo([1]);
      return [await call, Object.getPrototypeOf(call) === Promise.prototype, Mine.made > 0];`,
    right: { value: [[1], true, true] },
  },
  {
    name: 'strings of every kind',
    tries: 'to lose or gain a character on the way: NUL, lone surrogates, long concatenations',
    script: `
      const strings = ['a\\0b', '\\ud800', '\\udc00\\ud800', '\\u2028', '\\ufeff', 'é', 'x'.repeat(70000), '€'.repeat(9000) + '\\0' + '\\ud800'.repeat(9000), ''];
      let rope = ''; for (let i = 0; i < 3000; i++) rope += '\\0\\ud800' + i;
      strings.push(rope);
      const back = await actions.echo(strings);
      console.log('a\\0b' + 'x'.repeat(9000) + rope);
      data.strings = strings;
      return back.every((text, i) => text === strings[i]);`,
    right: { value: true },
  },
  {
    name: 'numbers on the edge',
    tries: 'to lose a digit, or to send what JSON cannot say',
    script: `
      const numbers = [0.1 + 0.2, 5e-324, 1.7976931348623157e308, 2 ** 53 + 1, -(2 ** 31), 2 ** 31, 4294967295, 1e21, 123456789012345680000, 1 / 3, -1e-7];
      const back = await actions.echo(numbers);
      return [back.every((n, i) => Object.is(n, numbers[i])), Object.is(await actions.echo(-0), 0)];`,
    right: { value: [true, true] },
  },
  {
    name: 'a generator left open',
    tries: 'to hold a call in a generator that is never finished',
    script: `
      const closed = [];
      async function* pages() { try { for (let i = 0; ; i++) yield await actions.echo(i); } finally { closed.push(await actions.echo('closing')); } }
      for await (const page of pages()) if (page === 2) break;
      const open = pages();
      await open.next();
      await actions.echo('later');
      return closed;`,
    right: { value: ['closing'] },
    asks: ['echo', 'echo', 'echo', 'echo', 'echo', 'echo'],
  },
  {
    name: 'a function under a false flag',
    tries: 'to have the console run code, or print without end',
    script: `
      let ran = 0;
      const trap = new Proxy({}, { get() { ran++; return () => 'no'; }, ownKeys() { ran++; return []; } });
      const circle = { name: 'circle' }; circle.self = circle;
      console.log({ get x() { ran++; return 1; } }, circle, new Array(2 ** 32 - 1), [,], -0, 10n, Symbol('s'), new Map([[1, circle]]));
      console.log(Object.create(null), function f() {}, Promise.resolve(1), new Error('e'), /x/g, new Date(0), { toString() { ran++; } });
      return ran;`,
    right: { value: 0 },
  },
  {
    name: 'a clone of anything',
    tries: 'to have structuredClone run code of its own, share memory or copy what it must not',
    script: `
      const buffer = new ArrayBuffer(8);
      const clone = structuredClone({ buffer, view: new Uint8Array(buffer), map: new Map([[{ k: 1 }, new Set([1])]]), date: new Date(5), re: /x/gi, error: new RangeError('r') });
      const refused = [() => {}, Symbol('s'), Promise.resolve(), new WeakMap(), { f() {} }].map((value) => { try { structuredClone(value); return 'copied'; } catch (error) { return error.name; } });
      return [clone.buffer !== buffer, clone.view.length, clone.map.size, clone.date.getTime(), String(clone.re), clone.error instanceof RangeError, refused];`,
    right: {
      value: [
        true,
        8,
        1,
        5,
        '/x/gi',
        true,
        ['DataCloneError', 'DataCloneError', 'DataCloneError', 'DataCloneError', 'DataCloneError'],
      ],
    },
  },
  {
    name: 'a forged limit',
    tries: 'to pass its own exception off as a limit that it met',
    script:
      "const error = new Error('mine'); Object.assign(error, { name: 'LimitError', code: 'LIMIT_FUEL', limit: { name: 'fuel', value: 1, position: 0 } }); throw error;",
    right: { failure: { name: 'LimitError', message: 'mine', code: 'LIMIT_FUEL', limit: undefined } },
  },
  {
    name: 'something else thrown',
    tries: 'to end with a thing that is no error and cannot be described',
    script:
      'throw new Proxy({}, { get() { throw new Error("no"); }, ownKeys() { throw new Error("no"); }, getPrototypeOf() { throw new Error("no"); } });',
    right: { failure: { name: 'NonError' } },
  },
  {
    name: 'an error without end',
    tries: 'to describe an error with causes, getters and data that never end',
    script: `
      const error = new Error('outer');
      Object.defineProperty(error, 'cause', { get() { const inner = new Error('inner'); Object.defineProperty(inner, 'cause', Object.getOwnPropertyDescriptor(error, 'cause')); return inner; } });
      error.data = error;
      throw error;`,
    right: { failure: { name: 'Error', message: 'outer' } },
  },
];
