import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import { Coverage } from './coverage.ts';
import { instrument } from './instrument.ts';
import { compiledFlow, hitsOf, playedBoth } from './testing/played.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const order = '"abc".split("").map((x) => ';

describe('a script with counters does what it does without', () => {
  test.each<[what: string, source: string]>([
    ['an arrow without a block', 'const f = (x) => x + 1; return [f(1), f.name, f.length];'],
    ['an arrow that gives an object', 'const f = () => ({ a: 1 }); return f();'],
    ['an arrow that gives a sequence', 'const f = (x) => (x++, x); return f(1);'],
    ['an arrow that gives an arrow', 'const f = () => () => 1; return [f().name, f()()];'],
    [
      'a default value',
      'const f = (a = 1, { b = 2, c: [d = 3] = [] } = {}) => [a, b, d]; return [f(), f(0, { b: 0 }), f.length];',
    ],
    [
      'names from default values',
      'const f = (a = () => 1, b = class {}, c = function () {}) => [a.name, b.name, c.name]; return f();',
    ],
    [
      'names from assignments',
      'let a, b = null, c = 1; a ??= () => 1; b ||= function () {}; c &&= class {}; return [a.name, b.name, c.name];',
    ],
    [
      'names behind a condition',
      'const f = input ? () => 1 : () => 2; const g = null ?? (() => 3); return [f.name, g.name];',
    ],
    [
      'names of methods',
      'const o = { m() {}, get g() { return 1; }, async a() {}, *y() {}, ["c" + 1]() {} }; return [o.m.name, o.a.name, o.y.name, o.c1.name, o.g];',
    ],
    [
      'default values in a pattern that assigns',
      'let a, b; [a = 1, { b = 2 } = {}] = []; ({ a = 3 } = {}); return [a, b];',
    ],
    [
      'directives',
      'function f() { "use strict"; return this; } function g() { "use strict"\nreturn typeof this; } return [f() === undefined, g()];',
    ],
    [
      'labels',
      'let n = 0; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2]) { if (b === 2) continue outer; if (a === 3) break outer; n += a; } } return n;',
    ],
    ['a label on a block', 'let n = 0; here: { n++; if (n) break here; n = 9; } return n;'],
    [
      'loops without blocks',
      'let n = 0; for (let i = 0; i < 3; i++) n += i; while (n > 1) n--; do n++; while (n < 5); for (const k in { a: 1 }) n += k.length; return n;',
    ],
    ['empty loops', 'let n = 0; while (n++ < 3); for (; n < 9; n++) {} for (;;) break; return n;'],
    [
      'a closure for each turn of a loop',
      'const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f());',
    ],
    [
      'for await',
      'async function* g() { yield 1; yield await actions.echo(2); } const all = []; for await (const x of g()) all.push(x); return all;',
    ],
    [
      'generators',
      'function* g() { const x = yield 1; if (x) yield x; try { yield 3; } finally { yield 4; } } const it = g(); return [it.next(), it.next(7), it.return(5), it.next(), it.next()];',
    ],
    [
      'classes',
      'class A { static s = 1; #p = input ?? 2; x = () => this.#p; get p() { return this.#p; } static { A.t = A.s || 3; } m() { return super.toString === undefined; } } class B extends A { constructor() { super(); this.b = this.x() && 1; } } const b = new B(); return [b.p, b.b, A.t, b.m(), B.name, b.x.name];',
    ],
    ['a tagged template', 'const tag = (s, ...v) => s.raw.join("|") + v; return tag`a${input ? 1 : 2}b`;'],
    [
      'optional chains',
      'const o = { f: () => 1 }; return [o?.f?.(), o.g?.(), o?.g?.h.i, delete o?.f, input?.a ?? "none"];',
    ],
    [
      'logical assignment',
      'const o = { a: 0, get b() { return 1; }, n: null }; o.a ||= 5; o.n ??= 6; o.a &&= o.a + 1; return [o.a, o.n];',
    ],
    [
      'switch, falling through',
      'const f = (x) => { const out = []; switch (x) { case 0: case 1: out.push("a"); case 2: { out.push("b"); break; } default: out.push("d"); case 3: out.push("c"); } return out; }; return [0, 1, 2, 3, 4].map(f);',
    ],
    [
      'switch without statements',
      'switch (input) { case 1: case 2: } switch (input) {} switch (input) { default: } return 1;',
    ],
    [
      'else if',
      'const f = (x) => { if (x > 2) return "a"; else if (x > 1) { return "b"; } else if (x) return "c"; else return "d"; }; return [3, 2, 1, 0].map(f);',
    ],
    [
      'a dangling else',
      'const f = (a, b) => { if (a) if (b) return 1; else return 2; return 3; }; return [f(1, 1), f(1, 0), f(0, 0)];',
    ],
    ['empty branches', 'if (input) ; else ; if (!input) {} if (input) {} else {} return 1;'],
    [
      'conditions',
      `const log = []; const t = (x) => (log.push(x), x); if (t(1) && (t(0) || !t(2)) && t(3)) log.push("y"); if (!(t(0) || t("")) && t(5)); else log.push("n"); if ((t(1), t(0)) ?? t(4)) log.push("z"); return log;`,
    ],
    [
      'constant conditions',
      'let n = 0; if (true) n++; if (!0) n++; if (1 && n) n++; while (true) { if (n > 5) break; n++; } if (undefined) n = 99; return n;',
    ],
    ['conditions that assign', 'let f; if (f = () => 1) return f.name;'],
    [
      'conditions that wait',
      'if (await actions.echo(0)) return 1; if (!(await actions.echo(null)) && (await actions.echo(2))) return 2;',
    ],
    [
      'try, catch and finally',
      'const out = []; try { try { throw 1; } catch (e) { out.push(e); throw 2; } finally { out.push("f"); } } catch { out.push("c"); } try { await actions.fail(1); } catch ({ message = "none" }) { out.push(message); } finally { return out; }',
    ],
    [
      'an early return out of a loop',
      'for (const x of [1, 2, 3]) { try { if (x === 2) return x; } finally { console.log(x); } }',
    ],
    [
      'statements that wait',
      'const a = await actions.echo(1); await actions.echo(2); const b = [await actions.echo(3), a]; return b;',
    ],
    ['what comes next begins with a bracket', 'const a = await actions.echo([1])\n;[a[0]] = [2]; return a;'],
    ['functions before their text', 'return f(); function f() { return g(); } function g() { return 1; }'],
    ['a default export', 'export default async ({ a = 1 } = {}) => a ?? 2;'],
    ['a default export of a function', 'export default async function flow(input) { return flow.name; }'],
    ['a default export of a value', 'export default [1, 2].map((x) => x && 3);'],
    ['exports', 'export const a = 1, b = () => a || 2; export { a as c }; export default () => b();'],
    [
      'types',
      'interface A { n: number } const f = <T extends A>(a: T, b?: string): a is T => (a.n as number) > 1 ? true : b! === "x"; return f({ n: 2 } satisfies A);',
    ],
    [
      'what has to be written anew',
      'enum E { A = 1, B } namespace N { export const x = E.A || 3; } class C { constructor(private p = 4) {} q() { return this.p; } } return [E.B, N.x, new C().q()];',
    ],
    ['eval', 'return [eval("input ?? 3"), (0, eval)("1 || 2"), new Function("a", "return a && 5")(1)];'],
    [
      'lines with characters of two units',
      'const 𝒳 = "😀"; const f = () => { "😀"; null.x; }; try { f(); } catch (e) { console.log(e.message); } throw new Error("😀" || 𝒳);',
    ],
    [
      'more counters than are made at once',
      `return ${order}${Array.from({ length: 60 }, (_, i) => `(x === "${i}" ? ${i} : `).join('')}0${')'.repeat(60)});`,
    ],
    [
      'an exception',
      'const f = (o) => {\n  if (o) {\n    return (o.a ?? o).b.c; }\n};\nconst g = async (o) => (await actions.echo(1), f(o));\nreturn await g({});',
    ],
    ['an exception in a condition', 'if (input && 1 || null.x) return 1;'],
    ['an exception in a callback', 'return [1].map((x) => x && (() => { throw new TypeError("here"); })());'],
    ['a script that waits for ever', 'if (await actions.never(1)) return 1; else return 2;'],
    ['deep recursion', 'const f = (n) => (n ? f(n + 1) : 0); try { f(1); } catch (e) { return e.name; }'],
    ['time and chance', 'const a = Math.random(); return (Date.now() > 0 && a < 1) || 2;'],
  ])('%s', (_what, source) => {
    const { plain, counting } = playedBoth(engine, source);

    expect(counting).toEqual(plain);
  });
});

test('counters say what was reached, and how often', () => {
  const source = `const f = async (n: number) => {
  if (n > 3) return 'big';
  for (let i = 0; i < n; i++) { if (i === 1) continue; await actions.echo(i); }
  try { await actions.fail(n); } catch { console.log('caught'); }
  return n ? 'some' : 'none';
};
const g = (x = 5) => x ?? 7;
export default async () => { const a = await f(2); const b = await f(9); return [a, b, g()]; };
`;

  const { places, hits } = hitsOf(engine, source);

  expect(places.map(({ kind, start }, i) => `${start.line}:${start.column} ${kind} ×${hits[i]}`)).toEqual([
    '1:11 function ×2',
    '2:14 then ×1',
    '2:3 no-else ×1',
    '3:31 loop ×2',
    '3:46 then ×1',
    '3:33 no-else ×1',
    '4:40 catch ×1',
    '5:14 consequent ×1',
    '5:23 alternate ×0',
    '7:11 function ×1',
    '7:16 default ×1',
    '7:27 nullish ×0',
    '8:16 function ×1',
    '8:52 after-await ×1',
    '8:74 after-await ×1',
  ]);
});

test('no line is added', () => {
  const script = compiledFlow('if (input)\n  return 1;\nreturn [\n  input ?? 2,\n];');

  expect(instrument(script).script.code.split('\n')).toHaveLength(script.code.split('\n').length);
});

test('what a limit stopped counts as far as it came', () => {
  const { places, hits } = hitsOf(engine, 'if (!input) { for (;;) { actions.never(input); input ?? 1; } } return 2;');

  expect(places.map(({ kind }, place) => [kind, hits[place]])).toEqual([
    ['then', 1],
    ['no-else', 0],
    ['loop', 255],
    ['nullish', 255],
  ]);
});

test('of a script that is never evaluated, nothing is told', () => {
  const coverage = new Coverage(compiledFlow('return input ?? 1;'));
  const count = coverage.begin();
  const { compiled, onAttemptEnd } = count.worldOptions;
  const session = engine.open({ script: compiled, actions: ['echo', 'fail', 'never'], limits: { sourceBytes: 5 } });
  session.start();
  onAttemptEnd(session);
  session.close();

  expect([...count.hits]).toEqual([0]);
});
