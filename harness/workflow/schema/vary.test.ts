import { expect, test } from 'vitest';
import { z } from 'zod';
import { Dice } from '../random.ts';
import { literalsOf, noLiterals } from './literals.ts';
import { Values } from './values.ts';

const order = z.object({ total: z.int().min(0).max(1_000), lines: z.array(z.string()).max(3), urgent: z.boolean() });
const held = { total: 400, lines: ['a'], urgent: false };

function variants(values: Values, value: typeof held, count: number) {
  return Array.from({ length: count }, (_, i) => values.vary(value, new Dice(7, i)) as typeof held);
}

test('a variant fits the schema, and mostly differs in one member', () => {
  const all = variants(new Values(order, 'order'), held, 200);

  expect(all.filter((value) => !order.safeParse(value).success)).toEqual([]);
  const changed = all.map((value) =>
    Object.entries(value).filter(
      ([key, item]) => JSON.stringify(item) !== JSON.stringify(Object.entries(held).find(([own]) => own === key)?.[1]),
    ),
  );
  expect(changed.filter(({ length }) => length === 1).length).toBeGreaterThan(100);
});

test('numbers move to their neighbours and to those that the script mentions', () => {
  const literals = { ...noLiterals, numbers: [777] };
  const totals = variants(new Values(order, 'order', { literals }), held, 500).map(({ total }) => total);

  expect(totals).toEqual(expect.arrayContaining([399, 401, 777]));
});

test('of a schema that transforms, variants are made anew', () => {
  const shout = z.enum(['a', 'b', 'c']).transform((text) => text.toUpperCase());
  const values = new Values(shout, 'shout');

  for (let i = 0; i < 50; i++) expect(['A', 'B', 'C']).toContain(values.vary('A', new Dice(1, i)));
});

test('constants are tried in the members that the script compares with them', () => {
  const literals = literalsOf(
    "const limit = 5_00;\nif (order.total >= limit && 'gold' === tier || name.startsWith('x')) n !== -3;",
  );

  expect([...literals.compared]).toEqual([
    ['total', [500, 501, 499]],
    ['n', [-3, -2, -4]],
    ['tier', ['gold']],
    ['name', ['x']],
  ]);
  const values = new Values(order, 'order', { literals });
  const [path = []] = values.comparedIn(held);
  const tried = Array.from({ length: 20 }, (_, i) => values.compare(held, path, new Dice(1, i)));
  expect(new Set(tried.map((value) => JSON.stringify(value)))).toEqual(
    new Set([499, 500, 501].map((total) => JSON.stringify({ ...held, total }))),
  );
});
