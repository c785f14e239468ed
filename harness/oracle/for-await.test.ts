import { expect, test } from 'vitest';
import { mayLeaveForAwait } from './for-await.ts';

test.each([
  ['for await (const x of g()) { seen.push(x); } return seen;', false],
  ['for await (const x of [a(), b((1))]) { if (x) { seen.push({ x }); } }\nbreak;', false],
  ['for await (const x of g()) { if (x) break; }', true],
  ['for await (const x of g()) { for (const y of x) { return y; } }', true],
  ['for await (const x of g()) await actions.a(x);', true],
  ['for await (const x of g()) { await actions.a(x); }', true],
  ['for (const x of g()) { break; }', false],
  ['for await (const x of g()) { seen.push(x); } for await (const x of g()) { throw x; }', true],
  ['for await (const x of g()) {', true],
])('%s', (script, may) => {
  expect(mayLeaveForAwait(script)).toBe(may);
});
