import { type HostileScript, limit, type RightOutcome } from '../hostile-script.ts';

const outOfFuel: RightOutcome = limit('LIMIT_FUEL');

/** Runs for ever in one way. The three lines around it try to catch the end. */
function endless(name: string, script: string): HostileScript {
  return {
    name,
    tries: 'to run for ever, and to catch what stops it',
    script: `
      await actions.echo('before');
      try { await (async () => { ${script} })(); } catch { await actions.echo('caught'); } finally { console.log('finally'); }
      await actions.echo('after');`,
    right: outOfFuel,
    asks: ['echo'],
    prints: [],
    limits: { fuel: 20 },
  };
}

/** After the host's time. Loops of the engine itself, which never tick, are not here: only a watchdog ends them. */
export const steps: readonly HostileScript[] = [
  endless('a loop: for', 'for (;;);'),
  endless('a loop: while', 'let n = 0; while (true) n++;'),
  endless('a loop: do', 'do {} while (true);'),
  endless('a loop: labels', 'outer: for (;;) { for (;;) continue outer; }'),
  endless('a loop: an endless generator', 'function* g() { for (;;) yield; } for (const x of g());'),
  endless(
    'a loop: an endless iterator',
    'for (const x of { [Symbol.iterator]() { return this; }, next() { return { done: false }; } });',
  ),
  endless('a loop: for await', 'async function* g() { for (;;) yield 1; } for await (const x of g());'),
  endless('a loop: try and finally', 'for (;;) { try { continue; } finally { continue; } }'),
  endless('a loop: await', 'for (;;) await null;'),
  endless('a chain of promise jobs', 'const next = () => Promise.resolve().then(next); await next();'),
  endless(
    'promise jobs of the engine alone',
    'const t = { length: 1, then: Array.prototype.forEach }; t[0] = t; await t;',
  ),
  endless('thenables that resolve to thenables', 'const t = { then(resolve) { resolve(t); } }; await t;'),
  endless('recursion by trampoline', 'let f = () => f; for (let g = f; ; g = g());'),
  endless('a sort with a comparator', 'for (;;) [3, 1, 2].sort(() => 1);'),
  endless('a comparator that loops', '[2, 1].sort(() => { for (;;); });'),
  endless('backtracking', "/(a+)+$/.test('a'.repeat(60) + 'b');"),
  endless('backtracking over lookaheads', "/^(?=(a+))+(?:a|aa)+$/.test('a'.repeat(60) + 'b');"),
  endless('a replacer that loops', "'a'.replace(/a/g, () => { for (;;); });"),
  endless('a reviver that loops', "JSON.parse('[1]', () => { for (;;); });"),
  endless('a replacer of JSON that loops', 'JSON.stringify([1], () => { for (;;); });'),
  endless('an input that loops', 'await actions.echo({ toJSON() { for (;;); } });'),
  endless('getters that loop', '({ get x() { for (;;); } }).x;'),
  endless('traps that loop', 'Object.keys(new Proxy({}, { ownKeys() { for (;;); } }));'),
  endless('a prototype in a circle', 'const p = new Proxy({}, { getPrototypeOf: () => p }); p instanceof Array;'),
  endless('callbacks of arrays', 'for (;;) [1, 2, 3].map((x) => x).filter(Boolean).reduce((a, b) => a + b);'),
  endless(
    'a map that grows as it is walked',
    'const m = new Map([[0, 0]]); for (const [k] of m) { m.delete(k); m.set(k + 1, 0); }',
  ),
  endless('code made of text', "for (;;) (0, eval)('1 + 1');"),
  endless('conversions', 'const o = { valueOf() { return 1; } }; for (let n = 0; ; n += o);'),
  endless('tagged templates', 'const tag = () => tag; for (;;) tag`a``b`;'),
  endless('spread over itself', 'let a = [1, 2, 3]; for (;;) a = [...a.slice(0, 3)];'),
  endless('a class in a loop', 'for (;;) new (class { static x = 1; #y = 2; })();'),
  endless('console in a loop', 'for (;;) console.log.name;'),
  {
    name: 'steps saved up between calls',
    tries: 'to spend the steps bit by bit, between calls',
    script: 'for (let i = 0; ; i++) { for (let j = 0; j < 20000; j++); await actions.echo(i); }',
    right: { failure: { code: 'LIMIT_FUEL', limit: { name: 'fuel', value: 20, position: 5 } } },
    limits: { fuel: 20 },
  },
];
