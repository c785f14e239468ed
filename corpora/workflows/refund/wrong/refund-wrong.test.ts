import { fileURLToPath } from 'node:url';
import { type Case, fuzzWorkflow, type Workflow } from 'lockstep/harness';
import { expect, test } from 'vitest';
import refund from '../refund.fuzz.ts';

/** The declared workflow with a script that is wrong. */
function wrong(script: string): Workflow {
  return { ...refund, script: fileURLToPath(new URL(script, import.meta.url)) };
}

function executions({ behaviours }: Case): number {
  return behaviours.flat().length;
}

test('a refusal that is taken for an approval is found', async () => {
  const workflow = wrong('./refusal-taken-for-approval.workflow.ts');
  // An exception of any other kind is taken for an approval too, and is the smaller case.
  const { failures } = await fuzzWorkflow({ ...workflow, without: ['undeclared-failures'] }, { cases: 300 });

  expect(failures).toMatchObject([{ kind: 'invariant', name: 'large refunds are approved by a person' }]);
  const [{ case: smallest, message, timeline }] = failures as [(typeof failures)[0]];
  expect(message).toMatch(/^101 was paid for .*, and nobody had said yes$/);
  expect(executions(smallest)).toBe(4);
  expect(smallest.schedule).toEqual([]);
  expect(timeline.split('\n')).toEqual([
    'refund({"orderId":"a","reason":""})   onInterrupt: stop',
    'attempt 1: the run starts',
    '    0 → getOrder({"id":"a"})   at refusal-taken-for-approval.workflow.ts:7',
    '  0 getOrder answers {"id":"","total":101,"refunded":false}',
    '    1 → askHuman({"question":"Refund 101?"})   at refusal-taken-for-approval.workflow.ts:11',
    '  1 askHuman asks a person: {"question":"Refund 101?"}',
    '  paused, waiting for 1 askHuman',
    'attempt 2: resumed, 1 from the log; 1 is rejected "no"',
    '  1 askHuman fails: REJECTED (askHuman was rejected: no)',
    '    2 → pay({"orderId":"","amount":101})   at refusal-taken-for-approval.workflow.ts:14',
    '  2 pay answers {"paid":101}',
    '    3 → notify({"orderId":"","text":"Your refund: refunded"})   at refusal-taken-for-approval.workflow.ts:19',
    '  3 notify answers null',
    '  the script returns {"outcome":"refunded","paid":101}',
    '✗ broken: large refunds are approved by a person',
    '  101 was paid for , and nobody had said yes',
  ]);
});

test('a payment that is made again after a timeout is found', async () => {
  const { failures } = await fuzzWorkflow(wrong('./timeout-paid-again.workflow.ts'), { cases: 300 });

  expect(failures).toMatchObject([{ kind: 'invariant', name: 'an order is paid back once' }]);
  const [{ case: smallest, message, timeline }] = failures as [(typeof failures)[0]];
  expect(message).toBe('the bank paid 2 times: run:1, run:2');
  expect(executions(smallest)).toBe(4);
  expect(timeline).toContain('1 pay fails: TIMEOUT   (simulate had run)');
});
