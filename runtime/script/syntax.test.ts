import { describe, expect, test } from 'vitest';
import { ScriptSyntaxError } from '../errors.ts';
import { compileScript } from './compile.ts';
import { runInQuickJS } from './in-quickjs.ts';

const compile = (source: string) => compileScript(source, { actions: ['a'], file: 'shop.ts' });

function refusal(source: string): ScriptSyntaxError {
  try {
    compile(source);
  } catch (error) {
    if (error instanceof ScriptSyntaxError) return error;
    throw error;
  }
  throw new Error('the script was accepted');
}

describe('a syntax error', () => {
  test('has its place and shows the line with a caret', () => {
    const error = refusal('const a = 1;\nconst b = ;\n');

    expect(error.location).toEqual({ file: 'shop.ts', line: 2, column: 11 });
    expect(error.message).toBe('Unexpected token (shop.ts:2:11)\n  2 | const b = ;\n                ^');
  });

  test.each([
    ['return 1 +', 1, 11],
    ['let a;\nlet a;', 2, 5],
    ['const x: = 1', 1, 10],
    ['const x: number = 1;\nconst y = );', 2, 11],
    ['const x: number = await actions.a();\nreturn [x, ;', 2, 12],
    ['with (input) {}', 1, 1],
    ['delete x', 1, 1],
    ['return 010', 1, 8],
    ['const a = 1;\n@sealed class A {}', 2, 1],
    ['using x = input;', 1, 1],
    ['{\n  using x = input;\n}\nusing y = input;', 2, 3],
    ['async () => { await using x = input }', 1, 15],
    ['yield 1', 1, 1],
    ['new.target', 1, 1],
    ['return "\ud800"', 1, 9],
    ['return "\ud83d\ude00\ude00"', 1, 11],
  ])('in %j is at %d:%d', (source, line, column) => {
    expect(refusal(source).location).toEqual({ file: 'shop.ts', line, column });
  });
});

describe('nothing breaks out of the wrapper', () => {
  test.each([
    ['})(); evil(); (async function(){'],
    ['}); globalThis.evil = 1; (function(){'],
    ['return 1 }) } {'],
    ['/*'],
    ['return `'],
    ['return `${'],
    ['return "'],
    ['return /'],
    ['}'],
    ['{'],
    ['1 <!--2, function () {\n}'],
    ['let x; x <!--x; {\n}'],
    ['\n--> {'],
    ['/*\n*/ --> {'],
    ['export default 1 })'],
    ['export default { a: 1 }}'],
    ['#! hashbang\n#! again'],
  ])('with %j', (source) => {
    expect(refusal(source)).toBeInstanceOf(ScriptSyntaxError);
  });

  test.each([
    ['const s = "<!--"; return s.length', 4],
    ['let x = 3, n = 0; while (x --> 0) n++; return n', 3],
    ['return /<!--/.test("<!--")', true],
    ['return `<!-- ${1} -->`', '<!-- 1 -->'],
    ['// <!--\nreturn 5', 5],
    ['return "})(); //"', '})(); //'],
    ['const \\u00240 = 6;\nexport default () => \\u00240', 6],
  ])('and %j is what it is', async (source, value) => {
    expect(await runInQuickJS(compile(source))).toEqual({ value });
  });
});

describe('deep nesting', () => {
  const nestings: [string, (n: number) => string][] = [
    ['parentheses', (n) => `return ${'('.repeat(n)}1${')'.repeat(n)}`],
    ['arrays', (n) => `return ${'['.repeat(n)}${']'.repeat(n)}`],
    ['objects', (n) => `return ${'{a:'.repeat(n)}1${'}'.repeat(n)}`.replace('return {', 'return ({').concat(')')],
    ['blocks', (n) => '{'.repeat(n) + '}'.repeat(n)],
    ['templates', (n) => `return ${'`${'.repeat(n)}1${'}`'.repeat(n)}`],
    ['functions', (n) => `return ${'()=>{return '.repeat(n)}1${'}'.repeat(n)}`],
    ['calls', (n) => `return ${'isNaN('.repeat(n)}1${')'.repeat(n)}`],
    ['calls in parentheses', (n) => `return ${'(isNaN('.repeat(n / 2)}1${').a)'.repeat(n / 2)}`],
    ['patterns', (n) => `let ${'['.repeat(n)}x${']'.repeat(n)} = input`],
    ['groups of a regular expression', (n) => `return /${'(?:'.repeat(n)}${')'.repeat(n)}/`],
    ['classes', (n) => `return ${'class{x='.repeat(n)}1${'}'.repeat(n)}`],
  ];

  test.each(nestings)('of %s is refused beyond the limit, whatever the depth', (_, nested) => {
    for (const depth of [1_500, 50_000]) {
      expect(refusal(nested(depth)).message).toContain('nested too deeply');
    }
  });

  test.each(nestings)('of %s is no problem for the engine within the limit', async (_, nested) => {
    const script = compile(nested(90));

    expect(await runInQuickJS(script)).toBeDefined();
  });

  test.each([
    ['negations', '!'.repeat(100_000)],
    ['instances', `new ${'new '.repeat(100_000)}`],
    ['assignments', 'input.n = '.repeat(100_000)],
    ['powers', '2 ** '.repeat(100_000)],
    ['conditions', 'input ? 1 : '.repeat(80_000)],
    ['a sum', '1 + '.repeat(100_000)],
    ['labels', Array.from({ length: 50_000 }, (_, i) => `l${i}: `).join('')],
    ['branches', 'if (input) {} else '.repeat(50_000)],
    ['an open group', `/${'('.repeat(900_000)}`],
  ])('of %s is refused however long', (_, opening) => {
    expect(refusal(`${opening}1`)).toBeInstanceOf(ScriptSyntaxError);
  });

  test('is refused in TypeScript too, and the next script with types compiles', () => {
    const source = `const x: number =\n${'('.repeat(5_000)}\n1${')'.repeat(5_000)}; return x`;

    expect(refusal(source).message).toContain('nested too deeply');
    expect(compile('const x: number = 1; return x').form).toBe('body');
  });

  test.each([
    ['properties', 'input', '.a'],
    ['calls', 'isNaN', '(1)'],
    ['templates', 'isNaN', '``'],
    ['calls of an action', 'actions', '.a()'],
  ])('is not a chain of a hundred thousand %s', (_, start, link) => {
    expect(compile(`return ${start}${link.repeat(100_000)}`).form).toBe('body');
  });

  test.each([
    ['a sum', `return 1${' + 1'.repeat(1_500)}`, 1_501],
    ['a chain of calls', `return [1]${'.concat(1)'.repeat(1_500)}.length`, 1_501],
    ['a list', `return [${'1,'.repeat(20_000)}].length`, 20_000],
    ['branches', `if (input.n === -1) return 0;${' else if (input.n === -1) return 1;'.repeat(700)} return 2`, 2],
    ['conditions', `return ${'input.n === -1 ? 1 : '.repeat(700)}3`, 3],
    ['statements', `let n = 0;\n${'n += 1;\n'.repeat(5_000)}return n`, 5_000],
  ])('is not %s that is long', async (_, source, value) => {
    expect(await runInQuickJS(compile(source))).toEqual({ value });
  });
});

describe('more than anybody writes', () => {
  const many = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join();

  test.each([
    ['names in one declaration', `let ${many(100_000, (n) => `a${n}`)}`, 'names in one scope'],
    ['names in one pattern', `const { ${many(100_000, (n) => `a${n}`)} } = input`, 'names in one scope'],
    ['parameters', `(${many(60_000, (n) => `a${n}`)}) => 1`, 'names in one scope'],
    [
      'references out of deep scopes',
      `${'{'.repeat(100)}${'x,'.repeat(100_000)}x${'}'.repeat(100)}`,
      'nested too deeply',
    ],
    [
      'text on one line with types',
      `const x: number = 1; ${'class A{constructor(public a){}}'.repeat(2_000)}`,
      'format it',
    ],
    ['branches with types', `const x: number = 1;\n${'if (x) {} else '.repeat(50_000)}x`, '`else`'],
  ])('is refused: %s', (_, source, message) => {
    expect(refusal(source).message).toContain(message);
  });

  test('is not what a large script has', () => {
    expect(compile(`let ${many(9_000, (n) => `a${n}`)}`).form).toBe('body');
  });
});
