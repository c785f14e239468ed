import { describe, expect, test } from 'vitest';
import { ScriptSyntaxError } from '../errors.ts';
import { compileScript } from './compile.ts';
import { runInQuickJS } from './in-quickjs.ts';

const compile = (source: string, literal = false) =>
  compileScript(source, { actions: ['a'], file: 'shop.ts', literal });
const fence = '```';

async function endedWith(source: string, literal = false): Promise<unknown> {
  const ended = await runInQuickJS(compile(source, literal));
  return 'value' in ended ? ended.value : ended.error;
}

describe('a script that is one function is called with the input', () => {
  test.each([
    'async () => { return input.n }',
    'async ({ n }) => n;',
    '(async (given) => { return given.n });',
    'async (given) => given.n // done\n;',
    '(async function ({ n }) { return n })',
    '({ n }) => n',
    'async function main({ n }) { return n }',
    'function main(given) { return given.n } // done',
    'const main = async (given) => { return given.n };',
    "'use strict';\nasync ({ n }) => n",
    '// a comment\nasync ({ n }) => n\n// another',
    'interface Given { n: number }\nasync (given: Given): Promise<number> => given.n;',
    'async function main(given: { n: number }) { enum Twice { No } return given.n + Twice.No }',
  ])('%s', async (source) => {
    expect(await endedWith(source)).toBe(20);
    expect(await endedWith(source, true)).toBeUndefined();
  });

  test.each(['function* main() { yield 1 }', 'class Main {}', 'const x = 1;', '{ async () => 1 }'])(
    'and this is none: %s',
    async (source) => {
      expect(await endedWith(source)).toBeUndefined();
    },
  );
});

describe('a script that ends by starting its own async function ends with that', () => {
  test.each([
    'async function main() { await null; return 20 }\nmain();',
    'const main = async () => { await null; return 20 };\nmain()',
    'main();\nasync function main() { await null; return 20 }',
    'async function main() { await null; return 20 }\nawait main();',
    'async function main() { throw new Error() }\nmain().catch(() => 20).finally(() => {});',
    '(async () => { await null; return 20 })();',
    'await (async function () { return 20 })()',
    'const half = 10;\n(async () => 2 * half)().then((n) => n)',
  ])('%s', async (source) => {
    expect(await endedWith(source)).toBe(20);
    expect(compile(source).warnings).toEqual([]);
    expect(await endedWith(source, true)).toBeUndefined();
  });

  test('and fails with it', async () => {
    expect(await endedWith("async function main() { await null; throw new Error('lost') }\nmain();")).toContain('lost');
  });

  test.each([
    'function log() { return 1 }\nlog();',
    'async function main() { return 20 }\nvoid main();',
    'let main = async () => 20;\nmain = async () => 21;\nmain();',
    'async function main() { return 20 }\nmain();\nconsole.log(1);',
    'async function main() { return 20 }\nmain().x();',
    'async function main() { return 20 }\nif (input.n > 50) return 1;\nmain();',
  ])('and this does not: %s', async (source) => {
    const value = await endedWith(source);

    expect(value === undefined || String(value).includes('TypeError')).toBe(true);
  });

  test('and shows its lines where they are', async () => {
    const script = compile("async function main() {\n  await null;\n  throw new Error('here');\n}\n\n  main();");
    const ended = await runInQuickJS(script);
    const [, line, column] = /script:(\d+):(\d+)/.exec('stack' in ended ? ended.stack : '') ?? [];

    expect(script.locate(Number(line), Number(column))).toMatchObject({ line: 3, column: 18 });
  });
});

describe('a script that declares functions and calls none', () => {
  test.each([
    ['async function load() {}\nasync function main() { await load() }', 'main'],
    ['const limit = 3;\nconst main = async () => limit;', 'main'],
  ])('is refused, with what to write: %s', (source, name) => {
    expect(() => compile(source)).toThrow(`end it with \`return await ${name}();\``);
    expect(() => compile(source, true)).not.toThrow();
  });

  test.each(['const f = () => 1;\nreturn f();', 'const f = () => 1;\nconst n = await actions.a();', 'const n = 1;'])(
    'is none: %s',
    (source) => {
      expect(() => compile(source)).not.toThrow();
    },
  );
});

describe('a fence around a script', () => {
  test.each([
    `${fence}js\nreturn 20\n${fence}`,
    `\n${fence}typescript\nconst n: number = 20;\nreturn n;\n${fence}\n\n`,
    `${fence}\nasync () => 20\n${fence}`,
    `${fence}js\nconst page = "\\\n${fence}sh\\\n${fence}";\nreturn page.length + 12;\n${fence}`,
  ])('is no part of it: %s', async (source) => {
    expect(await endedWith(source)).toBe(20);
  });

  test('moves nothing', () => {
    const source = `${fence}js\nreturn fetch('x');\n${fence}`;

    expect(() => compile(source)).toThrow(
      "fetch (shop.ts:2:8): a script has no network; declare an action that makes the request\n  2 | return fetch('x');",
    );
  });

  test.each([
    `Here is the script:\n${fence}js\nreturn 1;\n${fence}`,
    `Here:\n${fence}js\nreturn 1;\n${fence}`,
    `${fence}js\nreturn 1;\n${fence}\nIt returns 1.`,
    `${fence}\n${fence}`,
  ])('with other text around it is refused, with what to give: %s', (source) => {
    expect(() => compile(source)).toThrow(ScriptSyntaxError);
    expect(() => compile(source)).toThrow('Give the script alone');
  });
});
