import { expect, test } from 'vitest';
import { blocksOf, headings, inlineCode, links } from './blocks.ts';

const markdown = [
  'Look at `runtime/log`:',
  '',
  '```ts file=a.ts',
  'const a = `x`;',
  '```',
  '',
  '```sh exit=10 ci',
  'lockstep run a.ts',
  'echo done',
  '```',
  'and `npm test`.',
  '',
].join('\n');

test('blocks come with their place, language, notes and text', () => {
  expect(blocksOf('X.md', markdown)).toEqual([
    { document: 'X.md', line: 3, language: 'ts', notes: new Map([['file', 'a.ts']]), text: 'const a = `x`;\n' },
    {
      document: 'X.md',
      line: 7,
      language: 'sh',
      notes: new Map([
        ['exit', '10'],
        ['ci', ''],
      ]),
      text: 'lockstep run a.ts\necho done\n',
    },
  ]);
});

test('inline code is that of the prose alone', () => {
  expect(inlineCode(markdown)).toEqual(['runtime/log', 'npm test']);
});

test('links and chapters are those of the prose alone, named as links name them', () => {
  const text = '# A `b`: c, and D\n\nSee [it](docs/x.md#y).\n\n```sh\n# no\necho "[a](b)"\n```\n';

  expect(links(text)).toEqual(['docs/x.md#y']);
  expect(headings(text)).toEqual(['a-b-c-and-d']);
});
