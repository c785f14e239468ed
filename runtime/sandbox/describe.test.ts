import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction } from './action.ts';
import { Sandbox } from './sandbox.ts';

const execute = () => null as never;

describe('the description of a sandbox', () => {
  const sandbox = new Sandbox({
    actions: [
      defineAction({
        name: 'refund',
        description: 'Refunds an order.\nAsks above 100 EUR. */',
        input: z.object({ orderId: z.string(), note: z.string().optional() }),
        output: z.object({ refunded: z.boolean() }),
        execute,
      }),
      defineAction({ name: 'github.createIssue', input: z.object({ title: z.string() }), execute }),
      defineAction({ name: 'github.labels.add', execute }),
      defineAction({ name: 'github.labels.drop', execute }),
    ],
  });

  test('says in words how to write a script, what is not there, and declares its globals', () => {
    const text = sandbox.describe();

    expect(text).toContain('as `return await actions.github.createIssue(…);`');
    expect(text).toMatch(/Not there: .*`import`.*`fetch`.*`setInterval`/);
    expect(text).toContain('Promise.all');
    expect(text).toContain('declare const input: any;');
    expect(text).toContain('declare var console:');
    expect(text.length).toBeLessThan(3_500);
  });

  test('declares actions by their names, with descriptions and types', () => {
    const declared = /declare const actions: [\s\S]*?\n};\n/.exec(sandbox.describe())?.[0];

    expect(declared).toBe(`declare const actions: {
  readonly github: {
    createIssue(input: { title: string }): Promise<any>;
    readonly labels: {
      add(input?: unknown): Promise<any>;
      drop(input?: unknown): Promise<any>;
    };
  };
  /** Refunds an order. Asks above 100 EUR. *\\/ */
  refund(input: { orderId: string; note?: string }): Promise<{ refunded: boolean }>;
};
`);
  });

  test('declares what TypeScript understands', () => {
    const text = /```ts\n([\s\S]*?)```/.exec(sandbox.describe())?.[1] ?? '';
    const script =
      'actions.github.labels.add({}); const t: number = setTimeout(() => {}, 1); console.log(t, input, data);';

    expect(problemsOf(`${text}\n${script}\nawait sleep(5);\nexport {};`)).toEqual([]);
    expect(problemsOf(`${text}\nactions.refund({ order: 'x' });`)).toEqual([
      expect.stringContaining("'order' does not exist"),
    ]);
    expect(problemsOf(`${text}\nfetch('/');`)).toEqual([expect.stringContaining("Cannot find name 'fetch'")]);
  });

  test('names what a script would not be linked with, and nothing else', async () => {
    const missing = /Not there: (.*?) A script/.exec(sandbox.describe())?.[1] ?? '';
    const names = [...missing.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => (name === 'import' ? [] : [name]));

    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      await expect(sandbox.eval(`return ${name}`)).rejects.toMatchObject({ code: 'LINK', missing: [{ name }] });
    }
    await sandbox.close();
  });

  test('of one without actions', () => {
    const text = new Sandbox().describe();

    expect(text).toContain('as `return 6 * 7;`');
    expect(text).toContain('declare const actions: {};');
  });

  test('gives a type that refers to itself a name', () => {
    const node: z.ZodType = z.object({
      get next() {
        return node.nullable();
      },
    });
    const text = new Sandbox({ actions: [defineAction({ name: 'walk', input: node, execute })] }).describe();

    expect(text).toContain('type WalkInput = { next: WalkInput | null };\n');
    expect(text).toContain('walk(input: WalkInput): Promise<any>;');
  });
});

/** What TypeScript says about a text, with nothing but the language around it. */
function problemsOf(text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    lib: ['lib.es2023.d.ts'],
    types: [],
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === 'script.ts' ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram(['script.ts'], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
