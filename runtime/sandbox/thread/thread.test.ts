import { expect, test } from 'vitest';
import { defineAction } from '../action.ts';
import { Sandbox } from '../sandbox.ts';

test('a script runs in a thread', async () => {
  const add = defineAction({ name: 'add', execute: ({ a, b }: { a: number; b: number }) => a + b });
  await using sandbox = new Sandbox({ actions: [add], isolation: 'thread', threads: 1 });

  const run = await sandbox.eval('console.log(1); return [await actions.add({ a: 1, b: 2 }), Math.random()];', {
    runId: 'r',
    startedAt: 1,
  });

  expect(run).toMatchObject({ status: 'completed' });
  console.log(JSON.stringify(run, null, 1));
  console.log(await sandbox.replay(run));
});
