import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileScript, LinkError, ScriptSyntaxError } from '../../../runtime/index.ts';
import { bundleScript } from './bundle.ts';
import { type Layout, makeFolder } from './testing/project.ts';

/** What is said of a script when it is put together and linked. */
async function refusalOf({ files, ...rest }: Layout): Promise<LinkError | ScriptSyntaxError> {
  const folder = makeFolder({ files, ...rest });
  try {
    compileScript(await bundleScript(join(folder, 'flow.ts')), { actions: ['pay'], file: 'flow.ts' });
  } catch (error) {
    if (error instanceof LinkError || error instanceof ScriptSyntaxError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const throughTax = (tax: string, more: Record<string, string> = {}): Layout => ({
  files: {
    'flow.ts': "import { tax } from './lib/tax';\nexport default (n: number) => tax(n);\n",
    'lib/tax.ts': tax,
    ...more,
  },
});

describe('what no script can import', () => {
  test('is named with its place, what to do, the line and the files that lead there', async () => {
    const error = await refusalOf(
      throughTax("export { tax } from './deep';", {
        'lib/deep.ts':
          "// rates\nimport { readFileSync } from 'node:fs';\nexport const tax = (n: number) => n + Number(readFileSync('r'));\n",
      }),
    );

    expect(error).toBeInstanceOf(LinkError);
    expect(error.message).toBe(
      [
        'The script imports what cannot be part of it.',
        'node:fs (lib/deep.ts:2:30): a script cannot use what Node brings along; do that in an action, or import a package that needs no host',
        "  2 | import { readFileSync } from 'node:fs';",
        '                                   ^',
        '  imported by lib/tax.ts',
        '  imported by flow.ts',
      ].join('\n'),
    );
    expect((error as LinkError).missing).toMatchObject([
      {
        name: 'node:fs',
        location: { file: 'lib/deep.ts', line: 2, column: 30 },
        importedBy: ['lib/tax.ts', 'flow.ts'],
      },
    ]);
  });

  test.each<[string, Layout, string, string]>([
    [
      'a module of Node without its prefix',
      throughTax("import fs from 'fs';\nexport const tax = () => fs.x;"),
      'fs (lib/tax.ts:1:16)',
      'what Node brings along',
    ],
    [
      'a module of Node that CommonJS requires',
      throughTax("export { tax } from 'cjs';", {
        'node_modules/cjs/index.js': "const os = require('os');\nexports.tax = () => os.x;",
      }),
      'os (node_modules/cjs/index.js:1:20)',
      'imported by lib/tax.ts',
    ],
    [
      'a file while it runs',
      throughTax("export const tax = async () => (await import('./later')).n;", {
        'lib/later.ts': 'export const n = 1;',
      }),
      './later (lib/tax.ts:1:46)',
      'write `import … from` at the top',
    ],
    [
      'something that it says while it runs',
      throughTax('export const tax = async (name: string) => import(name);'),
      'import() (lib/tax.ts:1:44)',
      'write `import … from` at the top',
    ],
    [
      'a file that is not there',
      throughTax("export { tax } from './gone';"),
      './gone (lib/tax.ts:1:21)',
      'there is no such file',
    ],
    [
      'a package that is not installed',
      throughTax("export { tax } from '@vat/rates/eu';"),
      '@vat/rates/eu (lib/tax.ts:1:21)',
      'npm install @vat/rates\n',
    ],
    [
      'a part that a package does not export',
      throughTax("export { tax } from 'vat/inner';", {
        'node_modules/vat/package.json': '{ "name": "vat", "exports": { ".": "./vat.js" } }',
      }),
      'vat/inner (lib/tax.ts:1:21)',
      '"./inner" is not exported by package "vat"',
    ],
    [
      'a name that a file does not export',
      throughTax('export const vat = 1;'),
      'tax (flow.ts:1:10)',
      'lib/tax.ts does not export it',
    ],
    [
      'a file of a kind that is no part of a script',
      throughTax("import './tax.css';\nexport const tax = 1;", { 'lib/tax.css': 'a {}' }),
      'tax.css (lib/tax.ts:1:8)',
      '.css',
    ],
    [
      'something from the network',
      throughTax("export { tax } from 'https://vat.example/tax.js';"),
      'https://vat.example/tax.js (lib/tax.ts:1:21)',
      'a script is put together from files',
    ],
  ])('%s', async (_what, layout, place, hint) => {
    const error = await refusalOf(layout);

    expect(error).toBeInstanceOf(LinkError);
    expect(error.message).toContain(place);
    expect(error.message).toContain(hint);
    if (!error.message.includes('(flow.ts')) expect(error.message).toContain('  imported by flow.ts');
  });

  test('what a package of npm takes from Node is named in the package', async () => {
    const text = "import { nanoid } from 'nanoid';\nexport default () => nanoid();";
    const error = await refusalOf({ files: { 'flow.ts': text }, packages: ['nanoid'] });

    expect(error.message).toMatch(/^node:crypto \(node_modules\/nanoid\/index\.js:1:\d+\): a script cannot use/m);
    expect(error.message).toMatch(/ {2}imported by flow\.ts$/);
  });

  test('a global of other hosts in a package is named with the package and who imports it', async () => {
    const error = await refusalOf({
      files: {
        'flow.ts': "import { where } from './where';\nexport default where;",
        'where.ts': "import { cwd } from 'host';\nexport const where = () => cwd();",
        'node_modules/host/package.json': '{ "name": "host", "main": "./main.js" }',
        'node_modules/host/main.js': "'use strict';\nexports.cwd = function () {\n  return process.cwd();\n};\n",
      },
    });

    expect(error.message).toBe(
      [
        'The script uses a name that the sandbox does not provide.',
        'process (node_modules/host/main.js:3:10): a script has no environment or process; pass what it needs as `input`, and throw an error to fail',
        '  3 |   return process.cwd();',
        '               ^',
        '  imported by where.ts',
        '  imported by flow.ts',
      ].join('\n'),
    );
  });
});

describe('a file that does not parse', () => {
  test('is named with its place, the line and the files that lead there', async () => {
    const error = await refusalOf(throughTax('export const tax = (n: number) => {\n  const é = "é" +;\n};\n'));

    expect(error).toBeInstanceOf(ScriptSyntaxError);
    expect(error).toMatchObject({ location: { file: 'lib/tax.ts', line: 2, column: 18 } });
    expect(error.message).toMatch(
      /\(lib\/tax\.ts:2:18\)\n {2}2 \| {3}const é = "é" \+;\n +\^\n {2}imported by flow\.ts$/,
    );
  });

  test.each([
    ['a return at its top level', "import './lib/tax';\nreturn 1;", '`return` outside a function'],
    ['no default export', "import './lib/tax';\nexport const n = 1;", 'a module needs a default export'],
  ])('nor is a script with %s', async (_what, text, message) => {
    const error = await refusalOf({ files: { 'flow.ts': text, 'lib/tax.ts': 'export const tax = 1;' } });

    expect(error).toBeInstanceOf(ScriptSyntaxError);
    expect(error.message).toContain(message);
    expect(error.message).toContain('(flow.ts:');
  });
});

test('a script that is not there is said to be missing', async () => {
  await expect(bundleScript('none/flow.ts')).rejects.toMatchObject({ code: 'SCRIPT_FILE' });
});
