import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MisuseError } from '../../runtime/index.ts';
import { loadConfig } from './config.ts';
import { defineWorkflow } from './define.ts';
import { loadWorkflow } from './load.ts';

const here = dirname(fileURLToPath(import.meta.url));

describe('a declaration', () => {
  test('finds its script beside the file that makes it', () => {
    const workflow = defineWorkflow({ name: 'w', script: './w.workflow.ts', actions: {} });

    expect(workflow.script).toBe(join(here, 'w.workflow.ts'));
    expect(workflow.file).toBe(fileURLToPath(import.meta.url));
  });

  test('gives simulate, execute and invariants the types of its schemas', () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: './w.workflow.ts',
      input: z.object({ id: z.string() }),
      model: () => ({ paid: new Map<string, number>() }),
      actions: {
        pay: {
          input: z.object({ id: z.string(), amount: z.number() }),
          output: z.object({ ok: z.literal(true) }),
          simulate(input, { model, idempotencyKey }) {
            model.paid.set(idempotencyKey + input.id, input.amount);
            // @ts-expect-error There is no such member.
            input.gone;
            return { ok: true };
          },
        },
        ask: {
          interrupts: { answer: z.boolean() },
          simulate(_input, { answer }) {
            const said: boolean = answer;
            return said;
          },
        },
        bad: {
          output: z.object({ ok: z.boolean() }),
          // @ts-expect-error The schema wants an object.
          simulate: () => 3,
        },
      },
      turnInvariants: {
        typed: ({ turn, attempt, data, console, model, input, executions }) => {
          const size: number = model.paid.size + input.id.length + turn + attempt + console.length;
          const amounts = executions.flatMap((execution) => (execution.name === 'pay' ? [execution.input.amount] : []));
          return amounts.length <= size || data === null;
        },
      },
      invariants: {
        typed: ({ model, input, executions }) => {
          const size: number = model.paid.size + input.id.length;
          const amounts = executions.flatMap((execution) => (execution.name === 'pay' ? [execution.input.amount] : []));
          return amounts.length === size;
        },
      },
    });

    expect(Object.keys(workflow.actions)).toEqual(['pay', 'ask', 'bad']);
  });

  const wrong: [string, object, RegExp][] = [
    ['without a name', { script: './a.ts', actions: {} }, /name is missing; it is a text/],
    ['without a script', { name: 'w', actions: {} }, /Workflow w: script is missing/],
    ['without actions', { name: 'w', script: './a.ts' }, /actions is missing; it is an object/],
    ['with an unknown field', { name: 'w', script: './a.ts', actions: {}, action: {} }, /action is not known here/],
    ['with an action’s unknown field', declaring({ outptu: {} }), /action a: outptu is not known here/],
    [
      'with an action of a bad name',
      { name: 'w', script: './a.ts', actions: { 'a-b': {} } },
      /a-b: an action’s name is/,
    ],
    ['with an input that is no schema', declaring({ input: 'string' }), /action a: input is "string"; it is a schema/],
    ['with an interrupt without answers', declaring({ interrupts: {} }), /interrupts.answer is missing/],
    [
      'with failures that are no codes',
      declaring({ fails: [404] }),
      /fails is an array; it is an array of error codes/,
    ],
    [
      'with an invariant that is no function',
      { ...declaring({}), invariants: { x: true } },
      /"x" is true; it is a function/,
    ],
    [
      'with an unknown feature to leave out',
      { ...declaring({}), without: ['rain'] },
      /an array of undeclared-failures,/,
    ],
    ['with another onInterrupt', { ...declaring({}), onInterrupt: 'wait' }, /onInterrupt is "wait"/],
    [
      'with an invariant over turns that is no function',
      { ...declaring({}), turnInvariants: { x: 1 } },
      /turnInvariants: "x" is 1; it is a function/,
    ],
    ['with another effect', declaring({ effect: 'twice' }), /effect is "twice"; it is 'once' or 'any'/],
    ['with a budget without its unit', { ...declaring({}), budget: '30' }, /budget is "30"; it is a length of time/],
    ['with a limit that is no number', { ...declaring({}), limits: { fuel: 'all' } }, /limits.fuel is "all"/],
    ['with an unknown limit', { ...declaring({}), limits: { time: 1 } }, /limits: time is not known here/],
  ];
  for (const [what, declaration, message] of wrong) {
    test(`${what} is refused`, () => {
      expect(() => defineWorkflow(declaration as never)).toThrow(MisuseError);
      expect(() => defineWorkflow(declaration as never)).toThrow(message);
    });
  }
});

function declaring(action: object): object {
  return { name: 'w', script: './a.ts', actions: { a: action } };
}

describe('loading', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lockstep-load-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  const declaration = (script: string) => `
    import { defineWorkflow } from 'lockstep/harness';
    export default defineWorkflow({ name: 'loaded', script: ${JSON.stringify(script)}, actions: {} as Record<string, object> });
  `;

  test('takes a TypeScript file that is outside of any project', async () => {
    write('ok.workflow.ts', 'return 1;');
    const workflow = await loadWorkflow(write('ok.fuzz.ts', declaration('./ok.workflow.ts')));

    expect(workflow).toMatchObject({
      name: 'loaded',
      script: join(folder, 'ok.workflow.ts'),
      file: join(folder, 'ok.fuzz.ts'),
    });
  });

  const refused: [string, string, string, RegExp][] = [
    [
      'a file without a default export',
      'none.fuzz.ts',
      'export const x = 1;',
      /has no default export.*export default defineWorkflow/,
    ],
    [
      'a file that exports something else',
      'other.fuzz.ts',
      'export default { name: "x" };',
      /exports something else by default/,
    ],
    [
      'a file that does not parse',
      'broken.fuzz.ts',
      'export default {{',
      /could not be loaded: .*broken\.fuzz\.ts:1:16/s,
    ],
    [
      'a file that throws',
      'throws.fuzz.ts',
      'throw new Error("no database");',
      /could not be loaded: Error: no database/,
    ],
    ['a file whose import is missing', 'gone.fuzz.ts', 'import "./gone.ts";', /could not be loaded: .*gone\.ts/],
    [
      'a missing script',
      'script.fuzz.ts',
      declaration('./nowhere.ts'),
      /nowhere\.ts cannot be read \(there is no such file\).*script\.fuzz\.ts/,
    ],
    ['a script that is a directory', 'folder.fuzz.ts', declaration('.'), /cannot be read \(it is a directory\)/],
  ];
  for (const [what, name, text, message] of refused) {
    test(`refuses ${what}`, async () => {
      const loading = loadWorkflow(write(name, text));

      await expect(loading).rejects.toThrow(MisuseError);
      await expect(loading).rejects.toThrow(message);
    });
  }

  test('refuses a file that is not there, and a directory', async () => {
    await expect(loadWorkflow(join(folder, 'missing.fuzz.ts'))).rejects.toThrow(/there is no such file/);
    await expect(loadWorkflow(folder)).rejects.toThrow(/is not a file/);
  });

  test('finds a project’s config and makes its paths absolute', async () => {
    expect(await loadConfig(folder)).toBeUndefined();
    write(
      'lockstep.config.ts',
      "import { defineConfig } from 'lockstep/harness'; export default defineConfig({ workflows: ['./ok.fuzz.ts'], budget: '30s' });",
    );

    expect(await loadConfig(folder)).toMatchObject({ workflows: [join(folder, 'ok.fuzz.ts')], budget: '30s' });
  });

  test('refuses a config with a field that is not known', async () => {
    const other = mkdtempSync(join(folder, 'other-'));
    writeFileSync(join(other, 'lockstep.config.ts'), 'export default { workflow: [] };');

    await expect(loadConfig(other)).rejects.toThrow(/workflow is not known here. Known are workflows/);
  });
});
