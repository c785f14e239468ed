import { readdirSync, readFileSync } from 'node:fs';
import { analyze } from 'eslint-scope';
import type { Program } from 'estree';
import { describe, expect, test } from 'vitest';
import { parseScript } from './parse.ts';
import { scan } from './scan.ts';
import { stripTypes } from './typescript.ts';

/** Free names as eslint-scope, which many more people use, finds them. */
function freeNamesByEslint(text: string): string[] {
  const program = parseForEslint(text);
  const scopes = analyze(program, { ecmaVersion: 2022, sourceType: 'module' });
  return sorted(
    scopes.globalScope?.through.map(({ identifier }) => ('name' in identifier ? String(identifier.name) : '')) ?? [],
  );
}

/** eslint-scope knows neither parentheses as nodes nor ends without ranges. */
function parseForEslint(text: string): Program {
  const program = JSON.parse(JSON.stringify(parseScript(text), (_, node) => plain(node)));
  return program as Program;
}

function plain(node: unknown): unknown {
  if (typeof node === 'bigint') return String(node);
  if (typeof node !== 'object' || node === null || !('type' in node)) return node;
  if (node.type === 'ParenthesizedExpression' && 'expression' in node) return plain(node.expression);
  return 'start' in node && 'end' in node ? { ...node, range: [node.start, node.end] } : node;
}

function freeNames(text: string): string[] {
  const { references } = scan(parseScript(text), text);
  // Properties taken out of `actions` are noted in addition to `actions` itself.
  const own = references.filter(({ name, offset }) => text.startsWith(name, offset) || name !== 'actions');
  return sorted(own.filter(({ name, scope }) => !scope.binds(name)).map(({ name }) => name));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

describe('free names agree with eslint-scope', () => {
  test.each([
    ['parameters', 'function f(a, { b, c: [d = e] }, ...g) { return a + b + c + d + g + h }'],
    ['defaults that see parameters', 'const f = (a, b = a, c = d) => { var d; return [a, b, c, d] }'],
    ['var out of blocks', '{ { var a } } a; for (var b of c) {} b; try {} catch { var d } d'],
    ['let in loops', 'for (let i = 0, n = x; i < n; i++) { i } i; for (const k in o) k; k'],
    ['switch', 'switch (a) { case b: let c; default: c } c'],
    [
      'classes',
      'class A extends B { [c] = this.d; static e = A; #f = g; static { var h; h; i } get [j]() { return k } } h',
    ],
    ['class expressions', '(class X { y() { return X } }); X'],
    ['function expressions', '(function f() { f; var f }); f; arguments'],
    ['generators', 'async function* g() { for await (const x of y) yield* z(x) } g()'],
    ['assignments', '[a, { b: c, ...d }] = e; f.g = h; [i.j] = k; ({ l = m } = n)'],
    ['catch', 'try {} catch ({ a, b: [c] }) { a; b; c; let d } d'],
    ['labels', 'a: for (;;) { break a; continue a }'],
    ['templates', 'a`${b}${`${c}`}`'],
    ['chains', 'a?.b?.[c]?.(d).e(f)[g]'],
    ['exports', 'const a = 1; export { a as default, a as b }; export function c() {} export class d { e = f }'],
    ['imports', 'import a, { b as c } from "d"; import * as e from "f"; a; b; c; e'],
    ['hoisting', 'f(); function f() { return g } let g = f; { h; function h() {} } h'],
    ['arrows', 'a => b => a + b + c; async (d) => d(await e)'],
    ['strict blocks', '{ function inner() {} } inner'],
  ])('about %s', (_, text) => {
    expect(freeNames(text)).toEqual(freeNamesByEslint(text));
  });

  const here = new URL('.', import.meta.url);
  const files = readdirSync(here).filter((name) => name.endsWith('.ts') && name !== 'in-quickjs.ts');
  test.each(files)('about %s', (file) => {
    const { text } = stripTypes(readFileSync(new URL(file, here), 'utf8'));

    expect(freeNames(text)).toEqual(freeNamesByEslint(text));
  });
});
