import { describe, expect, test } from 'vitest';
import { LinkError, ScriptSyntaxError } from '../errors.ts';
import { compileScript } from './compile.ts';
import { authorText, withInlineMap } from './source-map.ts';

/** Line 1 of the text is line 2 of `a.ts`, shifted by two columns; line 2 is line 1 of `b.ts`; line 3 is nobody's. */
const a = '// first\n  const one = actions.a(1);\n';
const b = 'export default one;\n';
const map = {
  version: 3,
  sources: ['src/a.ts', 'lib/b.ts'],
  sourcesContent: [a, b],
  names: [],
  mappings: 'AACE;ACDF;',
};
const bundle = (text: string, importers: (number | null)[] = [null, 0]) => withInlineMap(text, map, importers);
const compile = (source: string) => compileScript(source, { actions: ['a'], file: 'shop.ts' });
const caught = (source: string): unknown => {
  try {
    return compile(source);
  } catch (error) {
    return error;
  }
};

describe('a script with an inline source map', () => {
  test('has its places in the files that it was made of, to the column where the text was copied', () => {
    const script = compile(bundle('const one = actions.a(1);\nexport default one;\n'));
    const at = script.code.indexOf('actions.a');

    expect(script.locate(1, at + 1)).toEqual({ file: 'src/a.ts', line: 2, column: 15 });
    expect(script.code).not.toContain('sourceMappingURL');
    expect(script.source).toContain('sourceMappingURL');
  });

  test('names a place that was changed by where the changed piece begins, and what no author wrote not at all', () => {
    const script = compile(bundle('const two = actions.a(1);\nexport default two;\nvar helper;\n'));

    expect(script.locate(1, script.code.indexOf('actions.a') + 1)).toEqual({ file: 'src/a.ts', line: 2, column: 3 });
    expect(script.locate(3, 1)).toBeUndefined();
  });

  test('lacks a name: the error shows the line of the file, and the files that lead there', () => {
    const error = caught(bundle('export default one;\nprocess.exit();\n', [null, 0]));

    expect(error).toBeInstanceOf(LinkError);
    expect(
      (error as LinkError).missing.map(({ name, location, importedBy }) => [name, location.file, importedBy]),
    ).toEqual([
      ['one', 'src/a.ts', undefined],
      ['process', 'lib/b.ts', ['src/a.ts']],
    ]);
    expect((error as LinkError).message).toMatch(
      /process \(lib\/b\.ts:1:1\): .*\n {2}1 \| export default one;\n +\^\n {2}imported by src\/a\.ts$/,
    );
  });

  test('does not parse: the error shows the line of the file', () => {
    const error = caught(bundle('const one = actions.a(1));\n'));

    expect(error).toBeInstanceOf(ScriptSyntaxError);
    expect((error as ScriptSyntaxError).location).toEqual({ file: 'src/a.ts', line: 2, column: 27 });
    expect((error as ScriptSyntaxError).message).toContain('2 |   const one = actions.a(1);\n');
  });

  test('is JavaScript: comparisons that look like type arguments stay comparisons', () => {
    const script = compile(bundle('const f = 1, t = 2; export default f<t>(3);\n'));

    expect(script.code).toContain('f<t>(3)');
  });

  test.each([
    ['no base64', '%%%'],
    ['no JSON', btoa('{')],
    ['no map', btoa('{"version":3}')],
    ['a map of another kind', btoa('{"version":3,"sections":[]}')],
    ['sources that are no texts', btoa('{"version":3,"sources":[7],"names":[],"mappings":"AAAA"}')],
  ])('that is %s is a script all the same', (_what, encoded) => {
    const script = compile(`return 1;\n//# sourceMappingURL=data:application/json;base64,${encoded}`);

    expect(() => script.locate(1, script.code.indexOf('return') + 1)).not.toThrow();
  });

  test('names each importer once where they go round in a circle', () => {
    const error = caught(bundle('process;\n', [1, 0])) as LinkError;

    expect(error.missing[0]?.importedBy).toEqual(['lib/b.ts', 'src/a.ts']);
  });
});

describe('the text of a place', () => {
  test('is that of its file in the map, else that of the bundle', () => {
    const source = bundle('const one = 1;\n');

    expect(authorText(source, 'lib/b.ts')).toBe(b);
    expect(authorText(source, 'elsewhere.ts')).toBe('const one = 1;\n');
    expect(authorText('return 1', 'script.ts')).toBe('return 1');
  });
});
