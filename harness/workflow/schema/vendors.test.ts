import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { describedBy } from './describe.ts';
import type { Schema } from './json-schema.ts';
import { describeVendor } from './testing/vendor-suite.ts';

interface Tree {
  name: string;
  children: Tree[];
}

const century = new Date('2000-01-01T00:00:00Z');
const isEven = (n: number) => n % 2 === 0;

const zodTree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(zodTree);
  },
});

describeVendor('zod 4', {
  order: z.object({
    id: z.string().min(1).max(8),
    total: z.int().min(0).max(5_000),
    status: z.enum(['open', 'paid']),
    note: z.string().nullable().optional(),
  }),
  email: z.email(),
  uuid: z.uuid(),
  dateTime: z.iso.datetime(),
  tree: zodTree,
  union: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), n: z.int() }),
      z.object({ kind: z.literal('b'), s: z.string() }),
    ])
    .nullable(),
  evens: z.array(z.int().refine(isEven)).min(3),
  length: z.string().transform((text) => text.length),
  filledIn: z.object({ n: z.number().default(7) }),
  date: z.date().min(century).max(new Date('2099-12-31T00:00:00Z')),
  bigint: z.object({ n: z.bigint() }),
});

const zod3Tree: z3.ZodType<Tree> = z3.lazy(() => z3.object({ name: z3.string(), children: z3.array(zod3Tree) }));

describeVendor('zod 3', {
  order: z3.object({
    id: z3.string().min(1).max(8),
    total: z3.number().int().min(0).max(5_000),
    status: z3.enum(['open', 'paid']),
    note: z3.string().nullable().optional(),
  }),
  email: z3.string().email(),
  uuid: z3.string().uuid(),
  dateTime: z3.string().datetime(),
  tree: zod3Tree,
  union: z3
    .discriminatedUnion('kind', [
      z3.object({ kind: z3.literal('a'), n: z3.number().int() }),
      z3.object({ kind: z3.literal('b'), s: z3.string() }),
    ])
    .nullable(),
  evens: z3.array(z3.number().int().refine(isEven)).min(3),
  length: z3.string().transform((text) => text.length),
  filledIn: z3.object({ n: z3.number().default(7) }),
  date: z3.date().min(century).max(new Date('2099-12-31T00:00:00Z')),
  bigint: z3.object({ n: z3.bigint() }),
});

const valibotTree: v.GenericSchema<Tree> = v.object({ name: v.string(), children: v.array(v.lazy(() => valibotTree)) });

describeVendor('valibot', {
  order: v.object({
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(8)),
    total: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5_000)),
    status: v.picklist(['open', 'paid']),
    note: v.optional(v.nullable(v.string())),
  }),
  email: v.pipe(v.string(), v.email()),
  uuid: v.pipe(v.string(), v.uuid()),
  dateTime: v.pipe(v.string(), v.isoTimestamp()),
  tree: valibotTree,
  union: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('a'), n: v.pipe(v.number(), v.integer()) }),
      v.object({ kind: v.literal('b'), s: v.string() }),
    ]),
  ),
  evens: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.check(isEven))), v.minLength(3)),
  length: v.pipe(
    v.string(),
    v.transform((text) => text.length),
  ),
  filledIn: v.object({ n: v.optional(v.number(), 7) }),
  date: v.pipe(v.date(), v.minValue(century), v.maxValue(new Date('2099-12-31T00:00:00Z'))),
  bigint: v.object({ n: v.bigint() }),
});

const arktypeTree = type.module({ tree: { name: 'string', children: 'tree[]' } }).tree;

describeVendor('arktype', {
  order: type({
    id: '1 <= string <= 8',
    total: '0 <= number.integer <= 5000',
    status: "'open' | 'paid'",
    'note?': 'string | null',
  }),
  email: type('string.email'),
  uuid: type('string.uuid'),
  dateTime: type('string.date.iso'),
  tree: arktypeTree as never,
  union: type({ kind: "'a'", n: 'number.integer' }).or({ kind: "'b'", s: 'string' }).or('null'),
  evens: type('number.integer').narrow(isEven).array().atLeastLength(3),
  length: type('string').pipe((text) => text.length),
  filledIn: type({ n: 'number = 7' }),
  date: type('Date').narrow((date) => date.getTime() >= century.getTime() && date.getFullYear() < 2_100),
  bigint: type({ n: 'bigint' }),
});

describe('a converter', () => {
  const without = { load: () => undefined };
  /** As a zod 4 before 4.2, which does not describe itself. */
  const early = {
    ...z.string(),
    '~standard': { version: 1, vendor: 'zod', validate: z.string()['~standard'].validate },
  };

  test.each<[string, Schema, string]>([
    ['valibot', v.string(), '@valibot/to-json-schema'],
    ['zod 3', z3.string(), 'zod-to-json-schema'],
    ['zod 4', { ...early, _zod: z.string()._zod } as never, 'zod'],
  ])('of %s that is not installed is named, with the command that installs it', (vendor, schema, name) => {
    expect(() => describedBy(schema, 'output of pay', 'input', without)).toThrow(
      new RegExp(`output of pay: ${vendor} describes.*not installed\\. Run \`npm install --save-dev ${name}\``),
    );
  });

  test('of an early zod 4 is its own', () => {
    const schema = { _zod: z.object({ n: z.int() })._zod, '~standard': early['~standard'] };

    expect(describedBy(schema as never, 'value', 'input', {})).toMatchObject({
      properties: { n: { type: 'integer' } },
    });
  });
});
