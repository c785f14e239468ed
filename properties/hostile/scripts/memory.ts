import { type HostileScript, limit, type RightOutcome } from '../hostile-script.ts';

const outOfMemory: RightOutcome = limit('LIMIT_MEMORY');

/** Takes memory for ever in one way, and tries to catch the end. */
function greedy(name: string, script: string, right: RightOutcome = outOfMemory): HostileScript {
  return {
    name,
    tries: 'to take all memory, and to catch what stops it',
    script: `
      await actions.echo('before');
      const kept = [];
      try { await (async () => { ${script} })(); } catch { kept.length = 0; await actions.echo('caught'); } finally { console.log('finally'); }
      await actions.echo('after');`,
    right,
    asks: ['echo'],
    prints: [],
    limits: { memoryBytes: 18 * 2 ** 20 },
  };
}

/** Asks for one piece that no engine could give. */
function piece(name: string, script: string, right: RightOutcome): HostileScript {
  return { name, tries: 'to ask for more memory at once than there can be', script, right };
}

/** After the host's memory. */
export const memory: readonly HostileScript[] = [
  greedy('memory: arrays', 'for (;;) kept.push(new Array(1000).fill(1));'),
  greedy('memory: one array', 'for (;;) kept.push(1);'),
  greedy('memory: an array that grows as it is walked', 'const a = [1]; for (const x of a) a.push(x);'),
  greedy('memory: strings', "for (let i = 0; ; i++) kept.push('é'.repeat(1e5) + i);"),
  greedy('memory: wide strings', "for (let i = 0; ; i++) kept.push(('€' + i).repeat(1e4));"),
  greedy('memory: typed arrays', 'for (;;) kept.push(new Uint8Array(1e5));'),
  greedy(
    'memory: a buffer resized',
    'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); for (let n = 1e6; ; n += 1e6) b.resize(n);',
  ),
  greedy('memory: maps', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {});'),
  greedy('memory: sets', 'const s = new Set(); for (let i = 0; ; i++) s.add(String(i));'),
  greedy('memory: weak maps', 'const w = new WeakMap(); for (;;) { const o = {}; w.set(o, o); kept.push(o); }'),
  greedy('memory: closures', 'for (;;) kept.push(() => kept);'),
  greedy('memory: big integers', 'for (let i = 1n; ; i++) kept.push((1n << 100000n) + i);'),
  greedy('memory: symbols', 'for (;;) kept.push(Symbol(kept.length));'),
  greedy('memory: names of properties', "const o = {}; for (let i = 0; ; i++) o['k' + i] = i;"),
  greedy('memory: objects in a chain', 'let o = {}; for (;;) o = { o };'),
  greedy('memory: prototypes in a chain', 'let o = {}; for (;;) o = Object.create(o);'),
  greedy('memory: promises that wait', 'for (;;) kept.push(new Promise(() => {}));'),
  greedy('memory: promise jobs', 'for (;;) Promise.resolve().then(() => {});'),
  greedy(
    'memory: async calls that never end',
    'const wait = new Promise(() => {}); const f = async () => { await wait; }; for (;;) f();',
  ),
  greedy('memory: async calls in a chain', 'const f = async () => { await null; await f(); }; await f();'),
  greedy(
    'memory: generators left open',
    'function* g() { yield 1; } for (;;) { const i = g(); i.next(); kept.push(i); }',
  ),
  greedy('memory: functions made of text', "for (let i = 0; ; i++) kept.push(new Function('return ' + i));"),
  greedy('memory: regular expressions', "for (let i = 0; ; i++) kept.push(new RegExp('a'.repeat(i % 1000)));"),
  greedy('memory: backtracking', "/(?:(a)|b)*?c/.test('ab'.repeat(2e6));", { failure: { code: 'LIMIT_MEMORY' } }),
  greedy(
    'memory: errors and their stacks',
    "const deep = (n) => n === 0 ? new Error('x') : deep(n - 1); for (;;) kept.push(deep(50));",
  ),
  greedy('memory: proxies', 'let p = {}; for (;;) p = new Proxy(p, {});'),
  greedy('memory: bound functions', 'let f = () => {}; for (;;) f = f.bind(null);'),
  greedy('memory: splitting', "const s = 'ab'.repeat(1e5); for (;;) kept.push(s.split(''));"),
  greedy('memory: an endless spread', 'function* g() { for (;;) yield 1; } [...g()];'),
  greedy('memory: an endless pattern', 'function* g() { for (;;) yield 1; } const [...all] = g();'),
  greedy(
    'memory: Array.from without end',
    'Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) });',
  ),
  greedy(
    'memory: Object.fromEntries without end',
    'Object.fromEntries((function* () { for (let i = 0; ; i++) yield [i, i]; })());',
  ),
  greedy('memory: replaceAll doubling', "let s = 'a'; for (;;) s = s.replaceAll('a', 'aa');"),
  greedy('memory: a join', "new Array(1e5).fill('x'.repeat(1000)).join();"),
  greedy('memory: text parsed', "JSON.parse('[' + '[],'.repeat(1e6) + '0]');"),
  greedy('memory: text written', "JSON.stringify(new Array(1e5).fill('x'.repeat(1000)));"),
  greedy('memory: an input written', "await actions.echo(new Array(1e5).fill('x'.repeat(1000)));"),
  greedy('memory: cloning', 'for (;;) kept.push(structuredClone({ bytes: new Uint8Array(1e5) }));'),
  greedy('memory: in a comparator', '[3, 2, 1].sort(() => { for (;;) kept.push(new Array(100)); });'),
  greedy(
    'memory: an input that is one object many times',
    "let o = ['twice']; for (let i = 0; i < 40; i++) o = [o, o]; await actions.echo(o);",
  ),
  greedy(
    'memory: an input of records that are one object many times',
    'let o = { a: 1 }; for (let i = 0; i < 40; i++) o = { o, p: o }; await actions.echo(o);',
  ),
  greedy(
    'memory: data that is one object many times',
    'let o = [null]; for (let i = 0; i < 40; i++) o = [o, o]; JSON.stringify({ o });',
  ),
  greedy('memory: filling a sparse array', 'new Array(2 ** 32 - 1).fill();'),
  greedy('memory: printing one long line', "let s = 'x'; for (let i = 0; i < 28; i++) s += s; console.log(s);"),
  piece('a piece: a string of 2 GiB', "'€'.repeat(2 ** 30 - 2);", outOfMemory),
  piece(
    'a piece: a string of 2 GiB, caught',
    "try { '€'.repeat(2 ** 30 - 2); } catch { return 'caught'; }",
    outOfMemory,
  ),
  piece('a piece: a buffer of 2 GiB', 'try { new ArrayBuffer(2 ** 31 - 1); } catch { return "caught"; }', outOfMemory),
  {
    ...piece(
      'a piece: a buffer of 2 GiB, where 2 GiB are allowed',
      'try { new ArrayBuffer(2 ** 31 - 1); } catch { return "caught"; }',
      outOfMemory,
    ),
    limits: { memoryBytes: 2 ** 31 },
  },
  piece(
    'a piece: lengths that no engine has',
    `
      const lengths = [() => new ArrayBuffer(2 ** 31), () => new ArrayBuffer(2 ** 53), () => new Array(2 ** 32), () => 'a'.repeat(2 ** 31), () => 1n << (2n ** 40n), () => 2n ** (2n ** 40n), () => new Uint8Array({ length: 2 ** 33 }), () => new Float64Array(2 ** 28)];
      return lengths.map((make) => { try { make(); return 'made'; } catch (error) { return error.name; } });`,
    { value: Array.from({ length: 8 }, () => 'RangeError') },
  ),
  piece(
    'a piece: a string that is too long',
    "let s = 'x'; try { for (;;) s += s; } catch (error) { return [error.message, s.length]; }",
    {
      value: ['string too long', 536_870_912],
    },
  ),
  {
    name: 'memory that is no whole number of pages',
    tries: 'to get a part of a page more where an earlier run has made the instance grow',
    script: 'for (const kept = []; ; ) kept.push(new Uint8Array(5000));',
    right: {
      failure: { code: 'LIMIT_MEMORY', limit: { name: 'memoryBytes', value: 20 * 2 ** 20 + 100, position: 0 } },
    },
    limits: { memoryBytes: 20 * 2 ** 20 + 100 },
  },
  {
    name: 'memory that is given back',
    tries: 'to be stopped by memory that it no longer holds',
    script:
      'for (let i = 0; i < 200; i++) { const piece = new Uint8Array(1e6); if (piece[i] !== 0) return "dirty"; } return "done";',
    right: { value: 'done' },
    limits: { memoryBytes: 24 * 2 ** 20 },
  },
];
