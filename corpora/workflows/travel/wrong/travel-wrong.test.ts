import { fileURLToPath } from 'node:url';
import { type Case, fuzzWorkflow, type Workflow } from 'lockstep/harness';
import { expect, test } from 'vitest';
import travel from '../travel.fuzz.ts';

/** The declared workflow with a script that is wrong. */
function wrong(script: string): Workflow {
  return { ...travel, script: fileURLToPath(new URL(script, import.meta.url)) };
}

function executions({ behaviours }: Case): number {
  return behaviours.flat().length;
}

test('a reservation that arrives after the first failure, and stays, is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./first-failure-only.workflow.ts'), { cases: 100 });

  expect(failures).toMatchObject([
    { kind: 'invariant', name: 'a trip that is not booked leaves no reservation behind' },
  ]);
  const [{ case: smallest, message, timeline }] = failures as [(typeof failures)[0]];
  expect(message).toMatch(/^still held, and nobody knows: /);
  expect(executions(smallest)).toBeLessThanOrEqual(3);
  expect(timeline).toMatch(/ fails: .*\n {2}\d reserve\w+ answers .*the script does not see it/);
});

test('an undoing that is skipped when two reservations fail together is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./two-failures-skip-undo.workflow.ts'), { cases: 150 });

  expect(failures).toMatchObject([
    { kind: 'invariant', name: 'a trip that is not booked leaves no reservation behind' },
  ]);
  const [{ case: smallest, message, timeline }] = failures as [(typeof failures)[0]];
  expect(message).toMatch(/^still held, and nobody knows: /);
  expect(executions(smallest)).toBe(3);
  expect(timeline.match(/ fails: /g)).toHaveLength(2);
});
