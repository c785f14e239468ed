import { expect, test } from 'vitest';
import { seedOfCommit } from './seed.ts';
import { isDeclaration } from './subject.ts';

test.each([
  ['refund.fuzz.ts', '', true],
  ['flows/refund.fuzz.mjs', '', true],
  ['flow.ts', "import { defineWorkflow } from 'lockstep/harness';\nexport default defineWorkflow({});", true],
  ['refund.workflow.ts', 'export default async function refund(input) { return actions.a(); }', false],
  ['script.js', 'return await actions.fuzz();', false],
])('%s with %j: a declaration is %s', (path, text, declared) => {
  expect(isDeclaration(path, text)).toBe(declared);
});

test('the seed of a commit is the first 32 bits of its hash', () => {
  expect(seedOfCommit('deadbeefcafe')).toBe(0xdeadbeef);
  expect(seedOfCommit(undefined)).toBeUndefined();
  expect(seedOfCommit('not a hash')).toBeUndefined();
});
