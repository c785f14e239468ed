import { describe, expect, test } from 'vitest';
import { judge, type Mutant, type MutationReport } from './judge.ts';
import { changeText, parseSurvivors, survivorLines } from './survivors.ts';

const source = 'export function less(a: number, b: number) {\n  return a < b;\n}\n';

function mutant(status: string, replacement: string): Mutant {
  const location = { start: { line: 2, column: 10 }, end: { line: 2, column: 15 } };
  return { mutatorName: 'EqualityOperator', status, replacement, location };
}

function report(...mutants: Mutant[]): MutationReport {
  return { files: { 'less.ts': { source, mutants } } };
}

const document = `# Survivors

What this is.

## less.ts

Nobody compares
equal ones.

\`\`\`text
return a < b;
  EqualityOperator: a < b → a <= b
\`\`\`

## other.ts

Another reason.

\`\`\`text
other();
  BlockStatement: { other(); } → {}
  CallExpression: other() → undefined
\`\`\`
`;

describe('the list of survivors', () => {
  test('is read with files, lines, changes and reasons', () => {
    expect(parseSurvivors(document)).toEqual([
      {
        file: 'less.ts',
        line: 'return a < b;',
        change: 'EqualityOperator: a < b → a <= b',
        reason: 'Nobody compares equal ones.',
      },
      { file: 'other.ts', line: 'other();', change: 'BlockStatement: { other(); } → {}', reason: 'Another reason.' },
      { file: 'other.ts', line: 'other();', change: 'CallExpression: other() → undefined', reason: 'Another reason.' },
    ]);
  });

  test('is written as it is read', () => {
    expect(survivorLines(parseSurvivors(document))).toEqual([
      'return a < b;',
      '  EqualityOperator: a < b → a <= b',
      'other();',
      '  BlockStatement: { other(); } → {}',
      '  CallExpression: other() → undefined',
    ]);
  });

  test('has no entry without a reason', () => {
    expect(() => parseSurvivors(document.replace('Another reason.', ''))).toThrow(
      'a reason before its block: BlockStatement',
    );
    expect(() => parseSurvivors(document.replace(/## .*/g, ''))).toThrow('needs its file');
  });

  test('has changes in a line each, however long they are', () => {
    const change = changeText('BlockStatement', `{\n  ${'x'.repeat(200)}\n}`, '{}');

    expect(change).toMatch(/^BlockStatement: \{ x+… → \{\}$/);
  });
});

describe('a judgement', () => {
  const listed = parseSurvivors(document);

  test('counts as killed what a test has noticed, and nothing else', () => {
    const all = ['Killed', 'Killed', 'Survived', 'Timeout', 'NoCoverage', 'RuntimeError', 'Ignored'];

    expect(judge(report(...all.map((status) => mutant(status, 'a <= b'))), listed)).toMatchObject({
      killed: 2,
      survived: 1,
      timeouts: 1,
      notCovered: 1,
      broken: 1,
      leftOut: 1,
      score: 33.3,
    });
  });

  test('finds survivors that are not listed, and listed ones that live no more', () => {
    expect(judge(report(mutant('Survived', 'a <= b')), listed)).toMatchObject({ unlisted: [], outdated: [] });
    expect(judge(report(mutant('Killed', 'a <= b')), listed)).toMatchObject({ unlisted: [], outdated: [listed[0]] });
    expect(judge(report(mutant('NoCoverage', 'a >= b')), listed)).toMatchObject({
      unlisted: [{ file: 'less.ts', line: 'return a < b;', change: 'EqualityOperator: a < b → a >= b' }],
      outdated: [listed[0]],
    });
  });

  test('says nothing of files that were not changed', () => {
    expect(judge({ files: {} }, listed)).toMatchObject({ score: 100, unlisted: [], outdated: [] });
  });
});
