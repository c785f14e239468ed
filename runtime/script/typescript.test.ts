import { describe, expect, test } from 'vitest';
import { compileScript } from './compile.ts';
import { runInQuickJS } from './in-quickjs.ts';
import { stripTypes } from './typescript.ts';

const compile = (source: string) => compileScript(source, { actions: ['a'] });

describe('a script with types', () => {
  test.each([
    ['annotations', 'const x: number = 1;\nreturn x satisfies number', 1],
    ['assertions', 'return (input as { n: number }).n!', 20],
    ['interfaces and aliases', 'interface A { n: number }\ntype B = A | undefined;\nreturn (input as B)?.n', 20],
    ['generics', 'function id<T>(x: T): T { return x }\nreturn id<number>(2)', 2],
    ['type arguments that read as comparisons', 'const m = new Array<Date>(3);\nreturn m.length', 3],
    ['type arguments of what is in parentheses', 'const m = new (Array)<(Date)>(3);\nreturn m.length', 3],
    ['type arguments of an action', 'const r = await actions.a<{ name: string }>({});\nreturn r.name', 'a'],
    ['nested type arguments', 'const m = new Map<string, Array<Map<string, number>>>([]);\nreturn m.size', 0],
    ['a return type over lines', 'const f = (x: number): \n  number => x;\nreturn f(3)', 3],
    ['an enum and a return', 'enum Kind { A = 4, B }\nreturn Kind.B', 5],
    ['a constant enum', 'const enum Kind { A = 6 }\nexport default () => Kind.A', 6],
    ['a namespace', 'namespace N { export const x = 7 }\nexport default N.x', 7],
    ['parameter properties', 'class P { constructor(readonly x: number) {} }\nexport default new P(8).x', 8],
    ['angle-bracket assertions', 'return <number>9', 9],
    ['a module', 'export default async function f(given: { n: number }): Promise<number> { return given.n }', 20],
    ['declarations of what is elsewhere', 'declare const unused: string;\nreturn 10', 10],
    ['a byte order mark and CRLF', '\ufeffconst x: number = 11;\r\nreturn x;\r\n', 11],
    ['a hashbang and types', '#!/usr/bin/env lockstep\nconst x: number = 12;\nreturn x', 12],
    ['an import of types, a comment and a return', '// c\nimport type { T } from "./t";\nreturn input.n as T', 20],
  ])('may have %s', async (_, source, value) => {
    expect(await runInQuickJS(compile(source))).toEqual({ value });
  });

  test.each([
    ['return input.n<30 && (3)>(2)', true],
    ['let i = 0, n = 0; for (; i<3; i++) n += i; return n > (2)', true],
  ])('is not what JavaScript is taken for: %s', async (source, value) => {
    expect(await runInQuickJS(compile(source))).toEqual({ value });
  });

  test('stays where it is when its types are taken out', () => {
    const source = 'const e = "é😀" as string; let x: { a: "é";\r\n b: 1 } | undefined;\nreturn x';

    const { text } = stripTypes(source);

    expect(text).toHaveLength(source.length);
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      'const e = "é😀"          ; let x',
      '                   ;',
      'return x',
    ]);
  });

  test('is located in the source where its text was written anew', async () => {
    const source =
      'enum Kind { A, B }\n\n  const f = (kind: Kind) => {\n  throw new Error(String(kind));\n};\nreturn f(Kind.A)';
    const script = compile(source);
    const line = script.code.split('\n').findIndex((text) => text.includes('throw new Error')) + 1;
    const column = (script.code.split('\n')[line - 1]?.indexOf('throw') ?? 0) + 1;

    expect(script.locate(line, column)).toEqual({ file: 'script.ts', line: 4, column: 3 });
  });
});
