import { describe, expect, test } from 'vitest';
import { LinkError, type MissingName } from '../errors.ts';
import { compileScript } from './compile.ts';
import { runInQuickJS } from './in-quickjs.ts';

const actions = ['a', 'audit', 'getOrder', 'github.createIssue', 'github.close'];
const compile = (source: string) => compileScript(source, { actions, file: 'shop.ts' });

function missing(source: string): readonly MissingName[] {
  try {
    compile(source);
    return [];
  } catch (error) {
    if (error instanceof LinkError) return error.missing;
    throw error;
  }
}

const names = (source: string) => missing(source).map(({ name }) => name);

describe('names behind a question whether they exist', () => {
  test.each([
    "return typeof fetch === 'function' ? fetch('x') : 'none'",
    "if (typeof process !== 'undefined') process.exit(); else process = 1;",
    "return typeof process === 'object' && process.env && process.env.DEBUG",
    "return (typeof define == 'function' && define.amd) ? define(1) : 2",
    "const root = typeof global == 'object' && global && global.Object === Object && global; return root",
    "const g = typeof globalThis !== 'undefined' ? globalThis : typeof self !== 'undefined' ? self : window; return g.x",
    "return typeof globalThis !== 'undefined' ? globalThis : window || self",
  ])('are not missing: %s', (source) => {
    expect(names(source)).toEqual([]);
  });

  test.each([
    ["typeof fetch === 'function'; return fetch('x')", ['fetch']],
    ["if (typeof fetch === 'undefined') throw 1; return fetch('x')", ['fetch']],
    ["return typeof fetch === 'function' && process.exit()", ['process']],
    ["return fetch('x') ? typeof fetch : 0", ['fetch']],
    ['return f(typeof window) && window', ['f', 'window']],
  ])('are missing elsewhere: %s', (source, expected) => {
    expect(names(source)).toEqual(expected);
  });

  test('give what the language gives where they are used all the same', async () => {
    const script = compile("return typeof fetch === 'undefined' && fetch('x')");

    expect(await runInQuickJS(script)).toMatchObject({ error: expect.stringMatching(/^ReferenceError: .*fetch/) });
  });
});

describe('free names', () => {
  test.each([
    ['return await fetch("https://example.org")', ['fetch']],
    [
      'const fs = require("node:fs"); process.exit(1); setInterval(f, 1); sleep(2)',
      ['require', 'process', 'setInterval', 'f'],
    ],
    [
      'new WeakRef({}); new FinalizationRegistry(() => {}); Atomics; SharedArrayBuffer',
      ['WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer'],
    ],
    ['return arguments.length', ['arguments']],
    ['const f = () => arguments; return f()', ['arguments']],
    ['total = 1; return total', ['total']],
    ['total += 1', ['total']],
    ['n++', ['n']],
    ['[x, { y }] = [1, { y: 2 }]', ['x', 'y']],
    ['for (i of [1]) {}', ['i']],
    ['return `${nope}`', ['nope']],
    ['return { nope }', ['nope']],
    ['return nope.x.y(z)', ['nope', 'z']],
    ['return typeof nope.x', ['nope']],
    ['const f = (x = inner) => { var inner = 1; return x }; return f()', ['inner']],
    ['{ let block = 1 } return block', ['block']],
    ['{ function block() {} } return block', ['block']],
    ['try {} catch (e) {} return e', ['e']],
    ['const g = function named() { return named }; return named', ['named']],
    ['const C = class Inner { m() { return Inner } }; return Inner', ['Inner']],
    ['class C extends Base { [key] = value; static { other } }', ['Base', 'key', 'value', 'other']],
    ['switch (v) { case w: break }', ['v', 'w']],
    ['label: for (;;) { break label } return label', ['label']],
    ['return (() => { var deep = 1; return () => deep + hidden })()', ['hidden']],
    ['return globalThis.fetch', []],
    ['globalThis.n = 1; globalThis["m"] ??= 2; globalThis.k++; return [n, m, k]', []],
    ['globalThis.n.m = 1; return n + m', ['n', 'm']],
    ['const globalThis = {}; globalThis.n = 1; return n', ['n']],
    ['return typeof fetch', []],
    ['return typeof (fetch) === "undefined" && typeof process', []],
    ['return eval("1"), new Function("return 1")()', []],
    ['function f() { return arguments.length } return f(1)', []],
    ['var v = v; let { a: [b = v, ...c], ...d } = input; return [v, b, c, d]', []],
    ['hoisted(); function hoisted() {} if (input) { var late = 1 } return late', []],
    ['class A { #p = 1; has(o) { return #p in o } static s = A } return new A()', []],
    ['outer: for (const x of input) { for (const y in x) continue outer }', []],
    ['const o = { fetch() {}, process: 1, get require() { return 1 } }; return o.fetch(), o.process, o.require', []],
    ['try { throw 1 } catch ({ message: m }) { return m }', []],
    ['return new Float16Array(1), new Iterator(), InternalError, escape("x"), structuredClone(data), console', []],
  ])('of %s', (source, wanted) => {
    expect(names(source)).toEqual(wanted);
  });

  test('are listed once, in the order of the script, with line, column and hint', () => {
    const source = 'const r = await fetch("x");\n  process.exit(await fetch("y"));\nconsle.log(r);';

    expect(missing(source)).toEqual([
      {
        name: 'fetch',
        location: { file: 'shop.ts', line: 1, column: 17 },
        hint: expect.stringContaining('declare an action'),
      },
      { name: 'process', location: { file: 'shop.ts', line: 2, column: 3 }, hint: expect.stringContaining('`input`') },
      { name: 'consle', location: { file: 'shop.ts', line: 3, column: 1 }, hint: 'did you mean console?' },
    ]);
  });

  test('are explained by the message, with their lines', () => {
    expect(() => compile('const r = await fetch("x");\nreturn getOrder({})')).toThrow(
      [
        'The script uses 2 names that the sandbox does not provide.',
        'fetch (shop.ts:1:17): a script has no network; declare an action that makes the request',
        '  1 | const r = await fetch("x");',
        '                      ^',
        'getOrder (shop.ts:2:8): write actions.getOrder',
        '  2 | return getOrder({})',
        '             ^',
      ].join('\n'),
    );
  });

  test('that are assigned get the hint to declare them', () => {
    expect(missing('total = 1')[0]?.hint).toContain('declare it with `let` or `const`');
  });

  test('are found at their places in TypeScript, also where the text is written anew', () => {
    const source = 'enum Kind { A, B }\nconst kind: Kind = Kind.B;\nreturn fetch(kind)';

    expect(missing(source)).toEqual([
      expect.objectContaining({ name: 'fetch', location: { file: 'shop.ts', line: 3, column: 8 } }),
    ]);
  });

  test('are found at the name where it stands in parentheses', () => {
    const source = 'const close = (actions as any).github.shut;\nreturn close';

    expect(missing(source)[0]).toMatchObject({ name: 'actions.github.shut', location: { line: 1, column: 16 } });
  });

  test('by the thousand are all listed, and the message stays readable', () => {
    const source = Array.from({ length: 5000 }, (_, i) => `x${i}y;`).join('\n');

    expect(missing(source)).toHaveLength(5000);
    expect(() => compile(source)).toThrow('and 4950 more');
  });
});

describe('imports', () => {
  test.each([
    ['import fs from "node:fs"; export default () => fs', ['node:fs']],
    ['import "side-effect"; export default 1', ['side-effect']],
    ['export * from "a"; export { b } from "c"; export default 1', ['a', 'c']],
    ['const fs = await import("node:fs"); return fs', ['node:fs']],
    ['return import(input.name)', ['import()']],
    ['export default import.meta.url', ['import.meta']],
    ['import { type T, value } from "./t"; export default value as T', ['./t']],
    ['import type { T } from "./t"; export default (x: T) => x', []],
    ['import type { T } from "./t";\nreturn input as T', []],
  ])('of %s', (source, wanted) => {
    expect(names(source)).toEqual(wanted);
  });
});

describe('actions', () => {
  test.each([
    ['return actions.nope()', ['actions.nope']],
    ['return actions["nope"]()', ['actions.nope']],
    ['return actions?.nope?.()', ['actions.nope']],
    ['return (actions).nope()', ['actions.nope']],
    ['return (actions as any).nope()', ['actions.nope']],
    ['return actions.github.nope()', ['actions.github.nope']],
    ['return actions.gitlab.createIssue()', ['actions.gitlab']],
    ['return actions.toString()', ['actions.toString']],
    ['const { a, b } = actions; return a(b)', ['actions.b']],
    [
      'const { github: { createIssue, reopen }, ...rest } = actions; return [createIssue, reopen, rest]',
      ['actions.github.reopen'],
    ],
    ['const { reopen: r } = actions.github; return r', ['actions.github.reopen']],
    ['let b; ({ b } = actions); return b', ['actions.b']],
    ['const f = ({ a, b } = actions) => [a, b]; return f()', ['actions.b']],
    ['return [1].map(() => actions.nope())', ['actions.nope']],
    ['const actions = { nope() {} }; return actions.nope()', []],
    ['return ((actions) => actions.nope())({ nope() {} })', []],
    ['return typeof actions.nope', []],
    ['return typeof actions.github.nope', []],
    ['return typeof actions.gitlab.nope', ['actions.gitlab']],
    ['const { nope = null } = actions; return nope', []],
    ['return "nope" in actions', []],
    ['return actions[input.name]()', []],
    ['return Object.keys(actions.github)', []],
    ['return actions.a.name, actions.a.call(null, {})', []],
    ['const { [input.k]: x } = actions; return x', []],
  ])('of %s', (source, wanted) => {
    expect(names(source)).toEqual(wanted);
  });

  test.each([
    ['return actions.getOrdr()', 'did you mean actions.getOrder?'],
    ['return actions.createIssue()', 'did you mean actions.github.createIssue?'],
    ['return actions.github.clsoe()', 'did you mean actions.github.close?'],
    [
      'return actions.refund()',
      'declare the action; the sandbox has a, audit, getOrder, github.close, github.createIssue',
    ],
  ])('are hinted at: %s', (source, hint) => {
    expect(missing(source)[0]?.hint).toBe(hint);
  });

  test('that a sandbox without any lacks are hinted at', () => {
    expect(() => compileScript('actions.a()', { actions: [] })).toThrow('the sandbox has no actions');
  });
});

describe('dropped promises', () => {
  const dropped = (source: string) =>
    compile(source).warnings.map(({ location }) => `${location?.line}:${location?.column}`);

  test.each([
    ['actions.audit();', ['1:1']],
    ['await actions.a();\n  actions.audit({ x: 1 });', ['2:3']],
    ['const f = async () => {\n  actions.audit();\n};\nreturn f()', ['2:3']],
    ['class C { m() { actions.audit() } }', ['1:17']],
    ['actions.github.createIssue({})', ['1:1']],
    ['actions?.audit()', ['1:1']],
    ['input && actions.audit();', ['1:10']],
    ['input ? actions.audit() : actions.a();', ['1:9', '1:27']],
    ['actions.audit(), actions.a();', ['1:1', '1:18']],
    ['if (input) actions.audit()', ['1:12']],
    ['export default async () => { actions.audit() }', ['1:30']],
    ['void actions.audit();', []],
    ['await actions.audit();', []],
    ['const p = actions.audit(); await p', []],
    ['return actions.audit();', []],
    ['console.log(1); structuredClone({})', []],
    ['const actions = { audit() {} }; actions.audit();', []],
    ['actions.audit().catch(() => {});', []],
    ['const f = () => actions.audit();', []],
    ['const { audit } = actions;\naudit();', ['2:1']],
    ['const { audit: note } = actions;\nnote?.();', ['2:1']],
    ['const { github: { close, ...rest } } = actions;\nclose();\nrest.createIssue();', ['2:1']],
    ['const { github } = actions;\ngithub.close();\nawait github.close();', ['2:1']],
    ['const audit = actions.audit;\ninput && audit();', ['2:10']],
    ['let audit;\n({ audit } = actions);\nconst f = async () => {\n  audit();\n};', ['4:3']],
    ['const all = actions;\nconst { github: own } = all;\nown.close();', ['3:1']],
    ['const { audit } = actions;\nawait audit();', []],
    ['let audit = actions.audit;\naudit = () => {};\naudit();', []],
    ['const { audit = () => {} } = actions;\naudit();', []],
    ['const f = ({ audit } = actions) => {\n  audit();\n};', []],
    ['const { audit } = actions;\n{\n  const audit = () => {};\n  audit();\n}', []],
    ['const { github } = actions;\ngithub();', []],
  ])('of %s', (source, wanted) => {
    expect(dropped(source)).toEqual(wanted);
  });

  test('of a constant are explained with its name', () => {
    const [warning] = compile('const { github: hub } = actions;\nhub.close();').warnings;

    expect(warning?.message).toContain('hub.close() is dropped');
  });

  test('are explained', () => {
    expect(compile('actions.audit();').warnings).toEqual([
      {
        code: 'dropped-promise',
        message: expect.stringContaining('actions.audit() is dropped'),
        location: { file: 'shop.ts', line: 1, column: 1 },
      },
    ]);
  });
});
