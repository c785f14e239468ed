import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, lockstep, makeProject, root, startNode } from './spawned.ts';

/** What c8 says of a file: lines that never ran, and how many of its branches and functions did. */
interface Figures {
  readonly lines: readonly number[];
  readonly branches: readonly [reached: number, total: number];
  readonly functions: readonly [reached: number, total: number];
}

type Istanbul = Record<
  string,
  {
    readonly statementMap: Record<string, { readonly start: { readonly line: number } }>;
    readonly s: Record<string, number>;
    readonly b: Record<string, readonly number[]>;
    readonly f: Record<string, number>;
  }
>;

/** Reports with the c8 that is installed, as a user does. */
async function c8(project: string, folder: string): Promise<Record<string, Figures>> {
  const args = ['report', '--temp-directory', folder, '--reporter', 'json', '-o', 'report'];
  expect(await ended(startNode(project, [join(root, 'node_modules/c8/bin/c8.js'), ...args]))).toMatchObject({
    exit: 0,
  });
  const report = JSON.parse(readFileSync(join(project, 'report/coverage-final.json'), 'utf8')) as Istanbul;
  return Object.fromEntries(
    Object.entries(report).map(([path, file]) => [
      path.slice(path.indexOf(project) + project.length + 1),
      figures(file),
    ]),
  );
}

function figures({ statementMap, s, b, f }: Istanbul[string]): Figures {
  const lines = Object.keys(s).filter((id) => s[id] === 0);
  return {
    lines: lines.map((id) => statementMap[id]?.start.line ?? 0),
    branches: share(Object.values(b).flat()),
    functions: share(Object.values(f)),
  };
}

function share(counts: readonly number[]): [number, number] {
  return [counts.filter((times) => times > 0).length, counts.length];
}

async function fuzz(project: string, file: string, cases: number): Promise<void> {
  const args = ['fuzz', file, '--cases', String(cases), '--seed', '1', '--threads', '1', '--coverage', 'raw'];
  expect(await lockstep(project, args)).toMatchObject({ exit: 0 });
}

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({ name: 'an order', script: './src/order.workflow.ts', input: z.object({ id: z.string() }),
  actions: {
    read: { output: z.object({ lines: z.array(z.int().min(0).max(100)).max(4) }) },
    pay: { output: z.null() },
    note: { output: z.null() } } });`;

const script = `import { gross } from '../lib/price.js';
import { unused } from './unused.ts';

interface Input { id: string }

export default async (input: Input): Promise<number> => {
  const order = await actions.read(input);
  let total = 0;
  for (const line of order.lines) {
    if (line > 10_000) {
      total += unused(line);
    } else {
      total += gross({ net: line });
    }
  }
  try {
    await actions.pay({ total });
  } catch (error) {
    await actions.note({ why: String(error) });
    throw error;
  }
  return total;
};
`;

const files = {
  'package.json': '{ "type": "module" }',
  'order.fuzz.ts': declaration,
  'src/order.workflow.ts': script,
  'src/unused.ts': '// Never called.\nexport function unused(n: number): number {\n  return n * 2;\n}\n',
  'lib/price.js': `export const gross = ({ net }, rate) => {
  if (net < 0) {
    throw new RangeError('negative');
  }
  return net * (1 + (rate ?? 0.19));
};
`,
};

describe('lockstep fuzz --coverage', () => {
  test('writes what c8 reports of a script and of the local files that it imports', async () => {
    const project = makeProject(files);
    await fuzz(project, 'order.fuzz.ts', 120);

    expect(await c8(project, 'raw')).toEqual({
      // The file, the function, after `read`, the loop, both branches of its if, the catch and what comes after its await.
      'src/order.workflow.ts': { lines: [11], branches: [7, 8], functions: [1, 1] },
      'src/unused.ts': { lines: [3, 4], branches: [1, 2], functions: [0, 1] },
      'lib/price.js': { lines: [3, 4], branches: [3, 4], functions: [1, 1] },
    });
  });

  test('is put together with what a test runner counted of the same files', async () => {
    const project = makeProject(files);
    const own = "import { gross } from './lib/price.js';\ntry { gross({ net: -1 }); } catch {}\n";
    writeFileSync(join(project, 'own.mjs'), own);
    await fuzz(project, 'order.fuzz.ts', 120);
    await ended(startNode(project, ['own.mjs'], { NODE_V8_COVERAGE: join(project, 'raw') }));

    const { 'lib/price.js': price, 'src/order.workflow.ts': order } = await c8(project, 'raw');
    expect(price?.lines).toEqual([]);
    expect(order?.lines).toEqual([11]);
    expect(readdirSync(join(project, 'raw'))).toContain('lockstep-an%20order.json');
  });

  test('tells of a workflow that ships with the package', async () => {
    const project = makeProject({ 'package.json': '{}' });
    mkdirSync(join(project, 'flows'));
    cpSync(join(root, 'corpora/workflows/import'), join(project, 'flows'), { recursive: true });
    await fuzz(project, 'flows/import.fuzz.ts', 120);

    const { 'flows/import.workflow.ts': figuresOfIt } = await c8(project, 'raw');
    expect(figuresOfIt?.lines).toEqual([]);
    // The file, 7 functions, 2 bodies of loops, 3 branches of ifs, the right side of ||, 2 catches, and 7 times what comes after an await.
    // As of V8's own, c8 counts the functions that have names.
    expect(figuresOfIt).toMatchObject({ branches: [23, 23], functions: [4, 4] });
  });

  test('says beforehand where nothing can be written', async () => {
    const project = makeProject({ ...files, raw: 'a file' });
    const { exit, stderr } = await lockstep(project, ['fuzz', 'order.fuzz.ts', '--cases', '1', '--coverage', 'raw']);

    expect(exit).toBe(2);
    expect(stderr).toContain('raw is a file, not a directory');
  });
});
