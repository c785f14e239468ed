import { type HostileScript, limit, type RightOutcome } from '../hostile-script.ts';

const overflow: RightOutcome = limit('LIMIT_STACK');

/** Nests something too deeply, twice: caught it is an ordinary exception, and uncaught the end. */
function deep(name: string, script: string, right: RightOutcome = overflow): HostileScript {
  return {
    name: `deep: ${name}`,
    tries: "to end the host's stack before the engine's",
    script: `
      const nest = async () => { ${script} };
      let caught = 'nothing';
      try { await nest(); } catch (error) { caught = error.message; }
      await actions.echo(caught);
      await nest();
      return caught;`,
    right,
    asks: ['echo'],
  };
}

const nested = 'let a = []; for (let i = 0; i < 1e5; i++) a = [a];';

/** The engine writes JSON in time that is quadratic in its depth. A smaller stack ends it sooner, and in the same way. */
function deepJson(name: string, script: string): HostileScript {
  return { ...deep(name, script), limits: { stackBytes: 64 * 2 ** 10 } };
}

/** After the host's stack. */
export const stack: readonly HostileScript[] = [
  deep('functions', '(function f() { return f() + 1; })();'),
  deep(
    'functions with many locals',
    `(function f(${Array.from({ length: 60 }, (_, i) => `a${i}`).join(', ')}) { return f(...arguments, 1) + a0; })();`,
  ),
  deep('functions that call each other', 'const f = () => g() + 1; const g = () => f() + 1; f();'),
  deep('methods and accessors', 'const o = { get x() { return this.x; } }; o.x;'),
  deep('setters', 'const o = { set x(v) { this.x = v; } }; o.x = 1;'),
  deep('conversions', 'const o = { [Symbol.toPrimitive]() { return +this; } }; +o;'),
  deep('constructors', 'class A { constructor() { new A(); } } new A();'),
  deep('Reflect.construct', 'class A { constructor() { Reflect.construct(A, []); } } new A();'),
  deep('classes in a chain', 'let C = class {}; for (let i = 0; i < 1e4; i++) C = class extends C {}; new C();'),
  deep('field initialisers', 'class A { x = new A(); } new A();'),
  deep(
    'bound functions',
    'let f = () => 1; for (let i = 0; i < 1e5; i++) { f = f.bind(null); Object.defineProperty(f, "name", { value: "" }); } f();',
  ),
  deep(
    'instanceof',
    'let f = function () {}; for (let i = 0; i < 1e5; i++) { f = f.bind(null); Object.defineProperty(f, "name", { value: "" }); } ({}) instanceof f;',
  ),
  deep('proxies around proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x;'),
  deep('proxies around functions', 'let p = () => 1; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p();'),
  deep(
    'proxies as prototypes',
    'let p = {}; for (let i = 0; i < 1e5; i++) p = Object.create(new Proxy(p, {})); "x" in p;',
  ),
  deep('traps', 'const p = new Proxy({}, { get: (target, key, self) => self[key] }); p.x;'),
  deep('isArray of proxies', 'let p = []; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); Array.isArray(p);'),
  deep('iterators', 'const o = { [Symbol.iterator]() { return [...o]; } }; [...o];'),
  deep('generators that delegate', 'function* g() { yield* g(); } for (const x of g());'),
  deep('async functions', 'const f = async () => { await f(); }; await f();'),
  deep('async generators', 'async function* g() { yield* g(); } for await (const x of g());'),
  deep('patterns', 'const o = { get a() { const { a } = o; return a; } }; const { a } = o;'),
  deep('text of nested arrays', `${nested} String(a);`),
  deep('flat', `${nested} a.flat(Infinity);`),
  deep(
    'join of an array of itself',
    'const a = []; a.push({ toString: () => a.join() + String(a[0]) }); String(a[0]);',
  ),
  deep('JSON read', "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6));"),
  deep('JSON read as objects', `JSON.parse('{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5));`),
  deepJson('JSON written', `${nested} JSON.stringify(a);`),
  deepJson('JSON written with a replacer', `${nested} JSON.stringify(a, (key, value) => value);`),
  deepJson('JSON written with indents', `${nested} JSON.stringify(a, null, 1);`),
  deep(
    'a reviver',
    "JSON.parse('[1]', function again(key, value) { return key === '0' ? JSON.parse('[1]', again) : value; });",
  ),
  deep('toJSON', 'const o = { toJSON() { return JSON.stringify(o); } }; JSON.stringify(o);'),
  deepJson('an input', `${nested} await actions.echo(a);`),
  deepJson('an input that could hide something', `${nested} await actions.echo([a, null, {}]);`),
  deepJson('structuredClone', `${nested} structuredClone(a);`),
  deep('source text', "(0, eval)('('.repeat(1e5) + ')'.repeat(1e5));"),
  deep('source text of arrays', "(0, eval)('['.repeat(1e5) + ']'.repeat(1e5));"),
  deep('source text of functions', "(0, eval)('() => '.repeat(1e5) + '1');", { failure: { name: 'SyntaxError' } }),
  deep('source text of blocks', "(0, eval)('{'.repeat(1e5) + '}'.repeat(1e5));"),
  deep('source text of operators', "(0, eval)('!'.repeat(1e5) + '1');"),
  deep('source text of templates', "(0, eval)('`${'.repeat(1e5) + '1' + '}`'.repeat(1e5));"),
  deep('source text of a function', "new Function('return ' + '['.repeat(1e5) + ']'.repeat(1e5));"),
  deep('eval in eval', "globalThis.again = () => (0, eval)('again()'); again();"),
  deep('Function in Function', "globalThis.again = () => new Function('again()')(); again();"),
  deep('comparators', 'const f = () => [2, 1].sort(f) && 0; f();'),
  deep('callbacks of arrays', 'const f = () => [1].map(f); f();'),
  deep('callbacks of replace', "const f = () => 'a'.replace('a', f); f();"),
  deep('callbacks of regular expressions', "const f = () => 'a'.replace(/a/, f); f();"),
  deep('String.raw', 'const f = () => String.raw`${f()}`; f();'),
  deep('templates', 'const o = { toString() { return `${o}`; } }; `${o}`;'),
  deep(
    'errors that describe themselves',
    "const e = new Error('x'); Object.defineProperty(e, 'message', { get: () => String(e) }); String(e);",
  ),
  deep('Reflect.apply', 'const f = () => Reflect.apply(f, null, []); f();'),
  deep('groups of a regular expression', "new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5));"),
  deep('classes of a regular expression', "new RegExp('['.repeat(1e5) + ']'.repeat(1e5), 'v');"),
  {
    name: 'deep: one argument too many',
    tries: 'to put more arguments on the stack than it has room for',
    script: `
      const many = new Array(1e6).fill(1);
      const ways = [() => Math.max(...many), () => String.fromCharCode.apply(null, { length: 1e8 }), () => Reflect.construct(Array, many), () => (() => {}).bind(null, ...many)(), () => [].push(...many), () => new Date(...many)];
      return ways.map((way) => { try { way(); return 'called'; } catch (error) { return error.name; } });`,
    right: { value: ['RangeError', 'RangeError', 'RangeError', 'RangeError', 'RangeError', 'RangeError'] },
  },
  {
    name: 'deep: as many arguments as are allowed',
    tries: 'to use up the stack with calls of the greatest size',
    script: 'const args = new Array(65000).fill(1); (function f(...rest) { return f(...rest); })(...args);',
    right: limit('LIMIT_MEMORY'),
  },
  {
    name: 'deep: the value',
    tries: 'to end with a value that cannot be written',
    script: `${nested} return a;`,
    right: overflow,
    limits: { stackBytes: 96 * 2 ** 10 },
  },
  {
    name: 'deep: data',
    tries: 'to end with `data` that cannot be written',
    script: `${nested} data.a = a; return 1;`,
    right: overflow,
    limits: { stackBytes: 64 * 2 ** 10 },
  },
  {
    name: 'deep: data in a pause',
    tries: 'to pause with `data` that cannot be read',
    script: `${nested} data.a = a; await actions.ask(); return 1;`,
    right: { pause: ['ask'] },
    limits: { stackBytes: 64 * 2 ** 10 },
  },
  {
    name: 'deep: an answer',
    tries: 'to get back, through an action, text that is nested as deeply as it can be written',
    script: `
      let a = [], deepest = 0;
      for (let step = 4096; step >= 1; step /= 2) { let b = a; for (let i = 0; i < step; i++) b = [b]; try { JSON.stringify(b); a = b; deepest += step; } catch {} }
      let depth = 0;
      try { for (let back = await actions.echo(a); back.length > 0; back = back[0]) depth++; return depth === deepest; } catch (error) { return error.message; }`,
    right: { value: 'stack overflow' },
    limits: { stackBytes: 32 * 2 ** 10 },
  },
  {
    name: 'deep: a chain of prototypes',
    tries: 'to make the engine look for a property for ever',
    script:
      'let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return [o.x === undefined, "x" in o, o instanceof Array];',
    right: { value: [true, false, false] },
  },
  {
    name: 'deep: the console',
    tries: 'to print what is nested without end',
    script: `${nested} let m = new Map(); for (let i = 0; i < 1e4; i++) m = new Map([[m, m]]); console.log(a); console.log(m); return 1;`,
    right: { value: 1 },
    prints: ['[ [ [ [ […] ] ] ] ]'],
  },
  {
    name: 'deep: causes of causes',
    tries: 'to describe an error whose causes never end',
    script:
      "let e = new Error('innermost'); for (let i = 0; i < 1e5; i++) e = new Error('outer', { cause: e }); throw e;",
    right: { failure: { message: 'outer' } },
  },
  {
    name: 'deep: a promise around a promise',
    tries: 'to settle a chain of promises that is as long as memory allows',
    script:
      'let p = Promise.resolve("inner"); for (let i = 0; i < 3e4; i++) { const q = p; p = new Promise((resolve) => resolve(q)); } return await p;',
    right: { value: 'inner' },
  },
  {
    name: 'deep: freeing a long chain',
    tries: 'to end the stack when a long chain is let go',
    script:
      'let o = {}; for (let i = 0; i < 2e5; i++) o = { o }; o = null; let f = () => {}; for (let i = 0; i < 1e5; i++) { const g = f; f = () => g; } f = null; return "freed";',
    right: { value: 'freed' },
  },
  {
    name: 'deep: backtracking',
    tries: "to use the stack for a regular expression's choices",
    script: "return [/^(?:a|b)*c/.test('ab'.repeat(1e4)), /(x+x+)+y/.test('x'.repeat(5) + 'y')];",
    right: { value: [false, true] },
  },
  {
    name: 'deep: a forged overflow',
    tries: 'to pass its own exception off as the end of the stack',
    script: "throw new InternalError('stack overflow');",
    right: overflow,
  },
];
