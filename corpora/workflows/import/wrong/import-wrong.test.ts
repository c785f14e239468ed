import { fileURLToPath } from 'node:url';
import { type Case, fuzzWorkflow, type Workflow } from 'lockstep/harness';
import { expect, test } from 'vitest';
import nightlyImport from '../import.fuzz.ts';

/** The declared workflow with a script that is wrong. */
function wrong(script: string): Workflow {
  return { ...nightlyImport, script: fileURLToPath(new URL(script, import.meta.url)) };
}

function executions({ behaviours }: Case): number {
  return behaviours.flat().length;
}

test('a retry that imports a batch twice is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./new-id-for-each-try.workflow.ts'), { cases: 200 });

  const twice = failures.find(({ name }) => name === 'a batch is imported at most once');
  expect(twice).toMatchObject({ kind: 'invariant', case: { schedule: [], faults: [] } });
  expect(twice?.message).toMatch(/^(b\d) was imported more than once: .*\/\1\/1, .*\/\1\/2$/);
  expect(executions(twice?.case as Case)).toBe(6);
  expect(twice?.timeline).toContain('2 load fails: TIMEOUT   (simulate had run)');
});

test('a sum that loses what another batch added meanwhile is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./sum-read-before-await.workflow.ts'), { cases: 100 });

  expect(failures).toMatchObject([{ kind: 'invariant', name: 'the report counts what was loaded' }]);
  const [{ case: smallest, message }] = failures as [(typeof failures)[0]];
  expect(message).toBe('reported 1 rows, and 2 are in the store');
  expect(executions(smallest)).toBe(6);
});
