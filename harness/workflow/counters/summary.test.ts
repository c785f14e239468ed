import { beforeAll, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import { summaryOf } from './summary.ts';
import { compiledFlow, hitsOf } from './testing/played.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

function unreachedIn(source: string): string[] {
  const { places, hits } = hitsOf(engine, source);
  const { unreached } = summaryOf(places, hits, compiledFlow(source).source);
  return unreached.map(
    ({ what, location, end }) => `${location.line}:${location.column}-${end.line}:${end.column} ${what}`,
  );
}

test.each([
  ['an if', 'if (input) { return 1; } return 2;', ['1:12-1:25 this branch of its if']],
  ['an else', 'if (!input) return 1;\nelse return 2;', ['2:6-2:15 the else of its if']],
  [
    'an else that begins with a jump',
    'for (const x of [1]) { if (x) input; else break; }',
    ['1:43-1:49 the else of its if'],
  ],
  ['a missing else', 'if (!input) input;', ['1:1-1:11 the missing else: this was never false']],
  ['a conditional expression', 'return input ? 1 : [2];', ['1:16-1:17 the first branch of ?:']],
  [
    'an operator',
    'return [input && 1, 2 || 3, 4 ?? 5];',
    ['1:18-1:19 the right side of &&', '1:26-1:27 the right side of ||', '1:34-1:35 the right side of ??'],
  ],
  ['a default value', 'const f = (a = 5) => a; return f(1);', ['1:16-1:17 this default value']],
  ['a case', 'switch (1) { case 1: input; break; default: input; }', ['1:36-1:51 this case']],
  ['a loop', 'for (const x of []) { x; }', ['1:21-1:27 the body of this loop']],
  ['a catch', 'try { input; } catch { input; }', ['1:22-1:32 this catch']],
  [
    'a function',
    'const f = () => 1;\nfunction g() { if (input) return 1; return 2; }\nreturn 3;',
    ['1:11-1:18 this function was never called', '2:1-2:48 this function was never called'],
  ],
  [
    'what is waited for in vain',
    'await actions.never(1);\nif (input) return 1; return 2;',
    ['2:1-2:31 what comes after the await before it'],
  ],
  [
    'what is in something else',
    'if (input) { if (input) { return 1; } else { return 2; } }',
    ['1:12-1:59 this branch of its if'],
  ],
  [
    'types',
    'const f = (a: number): string => a > 1 ? `${a}` : ""; return f(2 as number);',
    ['1:51-1:53 the second branch of ?:'],
  ],
])('%s', (_what, source, expected) => {
  expect(unreachedIn(source)).toEqual(expected);
});

test('branches and functions are counted apart', () => {
  const source = 'const f = () => input ? 1 : 2; const g = () => 3; return f();';
  const { places, hits } = hitsOf(engine, source);

  expect(summaryOf(places, hits, source)).toMatchObject({
    branches: { reached: 1, total: 2 },
    functions: { reached: 1, total: 2 },
    unreached: [{ kind: 'consequent', text: source }, { kind: 'function' }],
  });
});
