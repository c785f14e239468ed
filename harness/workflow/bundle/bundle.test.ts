import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineAction, Sandbox } from '../../../runtime/index.ts';
import { bundleScript } from './bundle.ts';
import { type Layout, makeFolder } from './testing/project.ts';

const price = defineAction({ name: 'price', execute: (of) => ({ of, euros: 12 }) });

async function bundleOf(layout: Layout, script = 'flow.workflow.ts'): Promise<string> {
  return bundleScript(join(makeFolder(layout), script));
}

async function evaluated(layout: Layout, script?: string): Promise<unknown> {
  const source = await bundleOf(layout, script);
  await using sandbox = new Sandbox({ actions: [price], isolation: 'inline' });
  const run = await sandbox.eval(source, { input: 20 });
  await sandbox.replay(run);
  return run.status === 'completed' ? run.value : run;
}

const flow = (text: string, files: Record<string, string> = {}): Layout => ({
  files: { 'flow.workflow.ts': text, ...files },
});

describe('a script that imports', () => {
  test('files beside it, in TypeScript, runs as one', async () => {
    const layout = flow("import { total } from './lib/total';\nexport default async (n: number) => total(n);", {
      'lib/total.ts':
        "import { Kind } from './kind.js';\nexport async function total(n: number): Promise<string> {\n  const { euros } = await actions.price(Kind.Book);\n  return `${n * euros} ${Kind[1]}`;\n}",
      'lib/kind.ts': 'export enum Kind { Pen, Book }',
    });

    expect(await evaluated(layout)).toBe('240 Book');
  });

  test('real packages, ES modules and CommonJS, runs and replays', async () => {
    const text = `
      import dayjs from 'dayjs';
      import ms from 'ms';
      import { customAlphabet } from 'nanoid/non-secure';
      export default async () => {
        const id = customAlphabet('ab', 12)();
        const due = dayjs(0).add(ms('2 days'), 'ms').format('YYYY-MM-DD HH:mm');
        return [due, /^[ab]{12}$/.test(id), (await actions.price(id)).of === id];
      };`;

    expect(await evaluated({ ...flow(text), packages: ['dayjs', 'ms', 'nanoid'] })).toEqual([
      '1970-01-03 00:00',
      true,
      true,
    ]);
  });

  test.each<[string, Layout, unknown]>([
    [
      'JSON',
      flow(
        "import rates from './rates.json' with { type: 'json' };\nimport { eur } from './rates.json';\nexport default () => [rates.usd, eur];",
        {
          'rates.json': '{ "usd": 2, "eur": 3 }',
        },
      ),
      [2, 3],
    ],
    [
      'by the paths of its tsconfig',
      flow("import { one } from '@lib/one';\nexport default one;", {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
        'lib/one.ts': 'export const one: number = 1;',
      }),
      1,
    ],
    [
      'a package of its workspace, which is TypeScript and linked',
      {
        ...flow("import { two } from '@shop/two';\nexport default two;", {
          'packages/two/package.json': '{ "name": "@shop/two", "exports": { "import": "./src/two.ts" } }',
          'packages/two/src/two.ts': 'export const two = 2 as const;',
        }),
        links: { 'node_modules/@shop/two': 'packages/two' },
      },
      2,
    ],
    [
      'in a circle',
      flow("import { isEven } from './even';\nexport default (n: number) => isEven(n);", {
        'even.ts':
          "import { isOdd } from './odd';\nexport function isEven(n: number): boolean { return n === 0 || isOdd(n - 1); }",
        'odd.ts':
          "import { isEven } from './even';\nexport function isOdd(n: number): boolean { return n !== 0 && isEven(n - 1); }",
      }),
      true,
    ],
    [
      'its default export from another file',
      flow("export { default } from './main';", { 'main.ts': 'export default (n: number) => n + 1;' }),
      21,
    ],
    [
      'something that awaits at its top level',
      flow("import { euros } from './price';\nexport default euros;", {
        'price.ts': 'export const { euros } = await actions.price(1);',
      }),
      12,
    ],
    [
      'a name that other hosts have, where a package of that name is installed',
      flow("import { once } from 'events';\nexport default once;", {
        'node_modules/events/package.json': '{ "name": "events", "main": "./events.js" }',
        'node_modules/events/events.js': 'exports.once = 1;',
      }),
      1,
    ],
    [
      'a package that asks what it runs on',
      flow("import { mode, host } from 'asks';\nexport default [mode, host];", {
        'node_modules/asks/package.json': '{ "name": "asks", "module": "./asks.js", "sideEffects": false }',
        'node_modules/asks/asks.js':
          "export const mode = process.env.NODE_ENV;\nexport const host = typeof process !== 'undefined' && process.versions ? 'node' : 'none';",
      }),
      ['production', 'none'],
    ],
    [
      'a file of whose parts it uses none that needs Node',
      flow("import { pure } from './both';\nexport default pure(1);", {
        'both.ts':
          "import { readFileSync } from 'node:fs';\nimport os from 'os';\nexport const pure = (n: number) => n;\nexport const impure = () => [readFileSync('x'), os, import('./later')];",
        'later.ts': 'export default 1;',
      }),
      1,
    ],
  ])('%s', async (_what, layout, value) => {
    expect(await evaluated(layout)).toEqual(value);
  });
});

describe('a script that imports nothing', () => {
  test.each([
    ['a body', 'return await actions.price(1);'],
    ['types alone', "import type { Price } from './types';\nexport default async (n: Price) => n;"],
    ['words that look like it', "// import x from 'y'\nreturn 'import a from b';"],
    ['one that does not parse', "import { from 'x';"],
    ['one that imports while it runs', "return await import('./x');"],
  ])('is given as it is: %s', async (_what, text) => {
    expect(await bundleOf(flow(text))).toBe(text);
  });
});

describe('a bundle', () => {
  const layout: Layout = {
    ...flow("import ms from 'ms';\nimport { a } from './src/a';\nexport default () => ms(a);", {
      'src/a.ts': 'export const a: number = 1;',
    }),
    packages: ['ms'],
  };

  test('is the same text wherever its files lie', async () => {
    const [first, second] = [await bundleOf(layout), await bundleOf(layout)];
    const map = atob(first.split('base64,')[1] ?? '');

    expect(first).toBe(second);
    expect(JSON.parse(map).sources).toEqual(['node_modules/ms/index.js', 'flow.workflow.ts', 'src/a.ts']);
    expect(first + map).not.toMatch(/tmp|lockstep-bundle/);
  });

  test('has paths from the folder of the config, where there is one above', async () => {
    const nested: Layout = {
      files: {
        'lockstep.config.ts': 'export default {};',
        'flows/package.json': '{}',
        'flows/pay/flow.ts': "import { a } from './a.js';\nexport default a;",
        'flows/pay/a.js': 'export const a = 1;',
      },
    };

    expect(await bundleOf(nested, 'flows/pay/flow.ts')).toContain('// flows/pay/a.js\n');
  });
});
