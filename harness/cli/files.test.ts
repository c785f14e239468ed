import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable, portable, readJson, readText, saveBelow, writeWhole } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-files-'));
const at = (name: string) => join(folder, name);

describe('reading', () => {
  test('says why a path cannot be read', () => {
    expect(() => readText(at('none'))).toThrow('there is no such file or directory');
    expect(() => readText(folder)).toThrow('it is a directory, not a file');
  });

  test('says where a file is not JSON', () => {
    writeFileSync(at('bad.json'), '{\n  "a": 1,\n  b: 2\n}');

    expect(() => readJson(at('bad.json'))).toThrow('bad.json is not JSON: unexpected "b" at line 3, column 3.');
  });
});

describe('writing', () => {
  test('leaves the whole file and no draft', () => {
    writeWhole(at('whole.json'), 'text');

    expect(readFileSync(at('whole.json'), 'utf8')).toBe('text');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a path that cannot be written is found out before', () => {
    expect(() => checkWritable(at('no/such/run.json'), '--out')).toThrow('there is no such file or directory');
    expect(() => checkWritable(folder, '--out')).toThrow('it is a directory');
    expect(() => checkWritable(at('run.json'), '--out')).not.toThrow();
  });

  test('saving below a folder makes it, and failing to is no error', () => {
    expect(saveBelow(at('made/deep'), 'case.json', '{}')).toBe(at('made/deep/case.json'));
    writeFileSync(at('file'), '');
    expect(saveBelow(at('file/inside'), 'case.json', '{}')).toBeUndefined();
  });
});

test('a path inside a saved file is relative to it, with forward slashes', () => {
  expect(portable('/a/b/flows/refund.fuzz.ts', '/a/b')).toBe('./flows/refund.fuzz.ts');
  expect(portable('/a/refund.fuzz.ts', '/a/b/c')).toBe('../../refund.fuzz.ts');
});
