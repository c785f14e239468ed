import { fileURLToPath } from 'node:url';
import { type Case, fuzzWorkflow, type Workflow } from 'lockstep/harness';
import { expect, test } from 'vitest';
import triage from '../triage.fuzz.ts';

/** The declared workflow with a script that is wrong. */
function wrong(script: string): Workflow {
  return { ...triage, script: fileURLToPath(new URL(script, import.meta.url)) };
}

function executions({ behaviours }: Case): number {
  return behaviours.flat().length;
}

test('a person’s answer that the draft overwrites is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./draft-overwrites-person.workflow.ts'), { cases: 300 });

  expect(failures).toMatchObject([{ kind: 'invariant', name: 'whoever answers first is heard' }]);
  const [{ case: smallest, message, timeline }] = failures as [(typeof failures)[0]];
  expect(message).toMatch(/^the person was first with “.*”, but “.*” of the draft was posted$/);
  expect(executions(smallest)).toBe(6);
  expect(timeline).toMatch(/4 askPerson answers .*\n {2}3 draftReply answers /);
});

test('a race whose loser posts its reply too is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./both-replies-posted.workflow.ts'), { cases: 300 });

  const twice = failures.find(({ name }) => name === 'a ticket gets one reply');
  expect(twice).toMatchObject({ kind: 'invariant', message: '2 replies were posted' });
  expect(executions(twice?.case as Case)).toBeLessThanOrEqual(8);
});
