import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CallLogMismatchError, defineAction, type Run, Sandbox } from '../../../runtime/index.ts';
import { bundleScript } from './bundle.ts';
import { makeFolder } from './testing/project.ts';

const actions = ['charge', 'audit'].map((name) => defineAction({ name, execute: (given) => given }));

const flow = "import { pay } from './lib/pay';\nexport default async (n: number) => {\n  return await pay(n);\n};\n";

async function bundleWith(pay: string): Promise<string> {
  return bundleScript(join(makeFolder({ files: { 'flow.ts': flow, 'lib/pay.ts': pay } }), 'flow.ts'));
}

async function runOf(source: string): Promise<Run> {
  await using sandbox = new Sandbox({ actions });
  return await sandbox.eval(source, { input: 3, file: 'flow.ts' });
}

test('an exception in an imported file is at its line, in a thread too', async () => {
  const pay = `enum Limit { Most = 2 }
export async function pay(n: number): Promise<number> {
  if (n > Limit.Most) throw new RangeError('too much');
  return await actions.charge({ n });
}
`;

  const run = await runOf(await bundleWith(pay));

  expect(run).toMatchObject({
    status: 'failed',
    error: { name: 'RangeError', location: { file: 'lib/pay.ts', line: 3, column: 43 } },
  });
  expect(run.status === 'failed' && run.error.stack).toMatch(/at pay \(lib\/pay\.ts:3:43\)[\s\S]*\(flow\.ts:3:\d+\)/);
});

test('a mismatch is at the call of the imported file, with its line', async () => {
  const pay = (amount: string) =>
    `// pays\nexport const pay = (n: number) =>\n  actions.charge({ amount: ${amount} });\n`;
  const run = await runOf(await bundleWith(pay('n')));
  const changed = { ...run, source: await bundleWith(pay('n + 1')) };
  await using sandbox = new Sandbox({ actions });

  const error = await sandbox.replay(changed).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(CallLogMismatchError);
  expect(error).toMatchObject({ location: { file: 'lib/pay.ts', line: 3 } });
  expect((error as Error).message).toMatch(
    /at lib\/pay\.ts:3:\d+\n {2}3 \| {3}actions\.charge\(\{ amount: n \+ 1 \}\);\n +\^/,
  );
});

test('a dropped promise is at the call of the imported file', async () => {
  const run = await runOf(
    await bundleWith('export function pay(n: number): number {\n  actions.audit(n);\n  return n;\n}\n'),
  );

  expect(run.warnings).toContainEqual(
    expect.objectContaining({ code: 'dropped-promise', location: { file: 'lib/pay.ts', line: 2, column: 3 } }),
  );
});

test('a limit that is met in an imported file does not lose the file', async () => {
  const source = await bundleWith('export function pay(n: number): number {\n  for (;;) n += 1;\n}\n');
  await using sandbox = new Sandbox({ actions, limits: { fuel: 10 } });

  const run = await sandbox.eval(source, { input: 1 });

  expect(run).toMatchObject({ status: 'failed', error: { code: 'LIMIT_FUEL' } });
  await expect(sandbox.replay(run)).resolves.toEqual(run);
});
