import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ScriptSyntaxError } from '../errors.ts';
import { compileScript } from './compile.ts';
import { runInQuickJS } from './in-quickjs.ts';

const actions = ['a', 'audit', 'github.createIssue'];
const compile = (source: string) => compileScript(source, { actions });
const runOf = async (source: string) => runInQuickJS(compile(source));

describe('a function body', () => {
  test.each([
    ['returns what it returns', 'return 1 + 1', 2],
    ['awaits at its top level', 'const r = await actions.a({ k: 1 });\nreturn r.name', 'a'],
    ['gives undefined when it returns nothing', 'const x = 1;', undefined],
    ['may be empty', '', undefined],
    ['may be comments only', '// nothing\n/* at all */', undefined],
    ['may end in a line comment', 'return 3 // three', 3],
    ['may start with a hashbang', '#!/usr/bin/env lockstep\nreturn 4', 4],
    ['may start with a byte order mark', '\ufeffreturn 5', 5],
    ['may have CRLF lines', 'const x = 6;\r\nreturn x;\r\n', 6],
    ['may have U+2028 in a string and as a line end', 'const x = "\u2028";\u2028return x.length', 1],
    ['may end in a backslash inside a comment', 'return 7 // \\', 7],
    ['keeps NUL characters in strings', 'return "a\0b".length', 3],
    ['waits for a promise that it returns', 'return Promise.resolve(8)', 8],
    ['is strict', 'return (function () { return this === undefined })()', true],
    ['has no `this` of its own', 'return this === undefined', true],
    ['declares names that the wrapper uses elsewhere', 'const $0 = 1, $1 = 2; return $0 + $1', 3],
    ['shadows globals', 'const input = 9; const actions = { nope: () => input }; return actions.nope()', 9],
    ['has templates within templates', 'return `${`}${"`"}` + `})`}`', '}`})'],
    ['has regular expressions that look like ends', 'return /}\\)/.test("})")', true],
  ])('%s', async (_, source, value) => {
    expect(await runOf(source)).toEqual({ value });
    expect(compile(source).form).toBe('body');
  });
});

describe('a module', () => {
  test.each([
    ['a function, called with `input`', 'export default function (given) { return given.n + 1 }', 21],
    ['a named function', 'export default function twice(given) { return given.n * 2 }', 40],
    ['an asynchronous arrow', 'export default async ({ n }) => (await actions.a({ n })).given.n', 20],
    [
      'a function that is hoisted',
      'const early = later(1);\nexport default function later(x) { return typeof x === "number" ? x : early }',
      1,
    ],
    ['a function that is assigned later', 'export default function f() { return 1 }\nf = () => 2;', 2],
    ['a value', 'export default 11', 11],
    ['an object', 'export default { a: 1 };', { a: 1 }],
    ['a promise', 'export default actions.a({}).then((r) => r.name)', 'a'],
    ['an awaited value', 'export default await Promise.resolve(12);', 12],
    ['a name', 'const f = () => 13;\nexport { f as default };', 13],
    ['a name in quotes', 'const f = () => 14;\nexport { f as "default", f as other };', 14],
    ['a parenthesised sequence', 'export default (1, 15)', 15],
    [
      'a function beside other exports',
      'export const k = 16;\nexport function g() { return k }\nexport class C {}\nexport default () => g()',
      16,
    ],
    [
      'a function that reads its own name',
      'export default function () { return arguments.callee === undefined }',
      undefined,
    ],
    ['a function named by the language', 'const named = () => f.name;\nconst f = {};\nexport default () => 17', 17],
    ['what a shadowed `input` does not disturb', 'const input = 1;\nexport default (given) => given.n + input', 21],
    ['something with comments between the keywords', 'export /* default */ default /* x */ 18 // y', 18],
    ['something with lines between the keywords', 'export\n// default\ndefault\n19\n', 19],
    ['`undefined`', 'export default undefined', undefined],
  ])('exports %s', async (_, source, value) => {
    const ended = await runOf(source);
    if ('error' in ended) expect(ended.error).toContain('TypeError');
    else expect(ended).toEqual({ value });
    expect(compile(source).form).toBe('module');
  });

  test('has an anonymous default export called `default`', async () => {
    const source = 'let f;\nexport default function () { return f?.name ?? new Error().stack.split("\\n")[0] }';

    expect(await runOf(source)).toEqual({ value: expect.stringContaining('at default') });
  });

  test.each([
    ['export default function () { return 1 }\n(actions.audit)({})'],
    ['export default () => {}\n`template`'],
    ['export default { a: 1 }\n;(2)'],
  ])('does not run into the statement after its default export: %j', async (source) => {
    const ended = await runOf(source);

    expect(ended).toHaveProperty('value');
  });

  test('does not run into the statement before an export', async () => {
    const source = 'const f = (x) => x\nexport { f }\nconst o = f\nexport default (o)';

    expect(await runOf(source)).toEqual({ value: { n: 20 } });
  });

  test.each([
    ['export const x = 1', 'default export', 1, 1],
    ['const a = 1;\nexport {};', 'default export', 2, 1],
    ['export default 1;\nreturn 2', '`return` outside a function', 2, 1],
    ['if (input) {\n  return 1;\n}\nreturn 2;\nexport default () => 3', '`return` outside a function', 2, 3],
    ['export default class {}', 'a class as default export', 1, 1],
    ['const a = 1;\nexport default class Order { }', 'a class as default export', 2, 1],
    ['export default (class {})', 'a class as default export', 1, 1],
    ['class Order {}\nexport default Order', 'a class as default export', 2, 1],
    ['class Order {}\nexport { Order as default }', 'a class as default export', 2, 1],
  ])('is refused without a default export that can be run, or with a return: %j', (source, message, line, column) => {
    expect(() => compile(source)).toThrow(ScriptSyntaxError);
    expect(() => compile(source)).toThrow(message);
    expect(() => compile(source)).toThrow(expect.objectContaining({ location: { file: 'script.ts', line, column } }));
  });
});

describe('places', () => {
  const throwing = (line: string) => `const first = 1;\n  ${line}\n`;

  test.each([
    ['a function body', throwing('throw new Error("here");'), 2],
    ['line 1 of a function body', 'throw new Error("here")', 1],
    ['a module', throwing('export default () => { throw new Error("here") }'), 2],
    ['line 1 of a module', 'export default () => { throw new Error("here") }', 1],
    ['the line of a default export, after it', 'export default function () {} throw new Error("here")', 1],
    ['a line with wide characters', '"😀é"; throw new Error("here")', 1],
    ['a line with types', 'const x: number = 1; throw new Error("here" as string)', 1],
    ['a module over several lines', 'export\ndefault\n  () => { throw new Error("here") }', 3],
  ])('are found in %s', async (_, source, line) => {
    const script = compile(source);

    const ended = await runInQuickJS(script);

    const stack = 'stack' in ended ? ended.stack : '';
    const [, atLine, atColumn] = /\(script:(\d+):(\d+)\)/.exec(stack) ?? [];
    const wanted = source.split('\n')[line - 1]?.indexOf('Error(');
    // The frame of a `new` points behind its callee; stock QuickJS evaluates us after `globalThis.script = `.
    const shift = atLine === '1' ? 'globalThis.script = '.length : 0;
    const found = script.locate(Number(atLine), Number(atColumn) - shift);
    expect(found).toEqual({ file: 'script.ts', line, column: (wanted ?? 0) + 'Error('.length });
  });

  test('are undefined for the wrapper', () => {
    const script = compile('return 1');
    const lastLine = script.code.split('\n').length;

    expect([script.locate(1, 1), script.locate(lastLine, 1), script.locate(99, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keep the lines of the source', () => {
    const source = 'import type { T } from "./t";\nconst a: T = 1;\n\nreturn {\n  a,\n};';

    expect(compile(source).code.split('\n').slice(2, 6)).toEqual(['', 'return {', '  a,', '};']);
  });
});

describe('the memory of compiled scripts', () => {
  test('gives the same object for the same source, file and actions', () => {
    const first = compileScript('return 1', { actions: ['b', 'a'], file: 'x.ts' });

    expect(compileScript('return 1', { actions: ['a', 'b'], file: 'x.ts' })).toBe(first);
    expect(compileScript('return 1', { actions: ['a'], file: 'x.ts' })).not.toBe(first);
    expect(compileScript('return 1', { actions: ['a', 'b'], file: 'y.ts' })).not.toBe(first);
  });

  test('gives the names of actions sorted and once', () => {
    expect(compileScript('return 2', { actions: ['b', 'a.c', 'b'] }).actions).toEqual(['a.c', 'b']);
  });

  test('lets go of what was used longest ago', () => {
    const first = compileScript('return "first"', { actions });
    const used = compileScript('return "used"', { actions });
    for (let n = 0; n < 300; n++) {
      compileScript(`return ${n}`, { actions });
      compileScript('return "used"', { actions });
    }

    expect(compileScript('return "used"', { actions })).toBe(used);
    expect(compileScript('return "first"', { actions })).not.toBe(first);
  });
});

test('a script that is kept holds its texts, and not its tree', () => {
  const count = 200;
  const statements = 'a.b(c, [1, 2, { d: e }]); '.repeat(60);
  const bytesBefore = heapBytes();
  const kept = Array.from({ length: count }, (_, i) => compile(`const a = input, c = 1, e = 2;\n${statements}// ${i}`));

  const bytesEach = (heapBytes() - bytesBefore) / count;

  expect(kept[0]?.code.length).toBeGreaterThan(1500);
  expect(bytesEach).toBeLessThan(30_000);
});

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 2; i++) collect();
  return process.memoryUsage().heapUsed;
}
