import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../../runtime/index.ts';
import { Dice } from '../random.ts';
import type { Schema } from './json-schema.ts';
import { simpler } from './simpler.ts';
import { Values } from './values.ts';

function drawn(schema: Schema, count = 300): Json[] {
  const values = new Values(schema, 'value under test');
  return Array.from({ length: count }, (_, i) => values.draw(new Dice(7, i)));
}

interface Tree {
  value: number;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  value: z.number().int(),
  get children() {
    return z.array(tree);
  },
});

const schemas: Record<string, z.ZodType> = {
  'strings with lengths': z.string().min(3).max(9),
  'strings with a start and lengths': z.string().startsWith('o_').min(3).max(9),
  'e-mail addresses': z.email(),
  uuids: z.uuid(),
  urls: z.url(),
  'date-times': z.iso.datetime(),
  dates: z.iso.date(),
  patterns: z.string().regex(/^[A-Z]{2}\d{3}(-[a-z]+)?$/),
  'integers with bounds': z.number().int().min(-3).max(12),
  'positive numbers': z.number().positive().max(0.5),
  'multiples of a cent': z.number().multipleOf(0.01).min(0).max(10),
  literals: z.literal(['a', 1, true, null]),
  enums: z.enum(['red', 'green']),
  unions: z.union([z.string(), z.number(), z.object({ a: z.boolean() })]),
  'discriminated unions': z.discriminatedUnion('t', [
    z.object({ t: z.literal('a'), n: z.int() }),
    z.object({ t: z.literal('b') }),
  ]),
  intersections: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
  'optional, nullable and defaulted members': z.object({
    a: z.string().optional(),
    b: z.string().nullable(),
    c: z.number().default(3),
  }),
  'arrays with bounds': z
    .array(z.object({ id: z.string() }))
    .min(2)
    .max(4),
  tuples: z.tuple([z.string(), z.number()], z.boolean()),
  records: z.record(z.string().regex(/^k\d$/), z.number().int()),
  recursion: tree,
  anything: z.unknown(),
  'strict objects': z.strictObject({ a: z.strictObject({ b: z.array(z.null()) }) }),
  coercions: z.object({ when: z.coerce.number() }),
};

describe('made-up values', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    test(`of ${name} pass their own schema`, () => {
      for (const value of drawn(schema)) expect(schema.safeParse(value).success).toBe(true);
    });
  }

  test('reach the bounds of integers, and zero', () => {
    const values = drawn(z.number().int().min(-3).max(5000));

    expect(values).toEqual(expect.arrayContaining([-3, 0, 5000]));
  });

  test('vary the lengths of arrays up to both bounds', () => {
    const lengths = drawn(z.array(z.int()).max(4)).map((value) => (value as Json[]).length);

    expect(new Set(lengths)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  test('take every branch, leave optional members out, and use null where it is allowed', () => {
    const values = drawn(z.object({ a: z.int().optional(), b: z.enum(['x', 'y', 'z']).nullable() })) as {
      a?: number;
      b: string | null;
    }[];

    expect(new Set(values.map((value) => 'a' in value))).toEqual(new Set([true, false]));
    expect(new Set(values.map((value) => value.b))).toEqual(new Set(['x', 'y', 'z', null]));
  });

  test('repeat strings, so that two things can have the same name', () => {
    const values = drawn(z.string());

    expect(new Set(values).size).toBeLessThan(values.length * 0.8);
  });

  test('are the same for the same seed and differ between cases', () => {
    expect(drawn(schemas.records as z.ZodType)).toEqual(drawn(schemas.records as z.ZodType));
    expect(new Set(drawn(z.uuid()).map(String)).size).toBeGreaterThan(20);
  });

  test('come from plain JSON Schemas too', () => {
    const schema = {
      type: 'object',
      required: ['id', 'kind'],
      properties: {
        id: { type: 'integer', minimum: 1, maximum: 3 },
        kind: { $ref: '#/$defs/kind' },
        next: { $ref: '#' },
        tags: { type: 'array', items: { type: 'string', format: 'email' }, uniqueItems: true, maxItems: 2 },
        note: { type: 'string', nullable: true },
      },
      $defs: { kind: { enum: ['a', 'b'] } },
    };
    const values = drawn(schema) as { id: number; kind: string }[];

    expect(new Set(values.map((value) => value.id))).toEqual(new Set([1, 2, 3]));
    expect(new Set(values.map((value) => value.kind))).toEqual(new Set(['a', 'b']));
  });

  test('of refinements that almost nothing passes end in an error that names the schema', () => {
    const values = new Values(
      z.string().refine((text) => text === 'open sesame'),
      'output of openDoor',
    );

    expect(() => values.draw(new Dice(1, 1))).toThrow(/500 values made up for the output of openDoor/);
  });

  test('of types that JSON cannot carry end in an error that names the schema', () => {
    const values = new Values(z.object({ when: z.date() }), 'input of schedule');

    expect(() => values.draw(new Dice(1, 1))).toThrow(/input of schedule.*Date cannot be represented/);
  });

  test('of a library without JSON Schema end in an error that says what to use', () => {
    const foreign = {
      '~standard': { version: 1, vendor: 'homemade', validate: (value: unknown) => ({ value }) },
    } as const;

    expect(() => new Values(foreign, 'input').draw(new Dice(1, 1))).toThrow(
      /homemade does not describe.*plain JSON Schema/,
    );
  });

  test('of a reference to nothing end in an error', () => {
    expect(() => drawn({ $ref: '#/$defs/gone' })).toThrow(/refers to #\/\$defs\/gone/);
  });
});

describe('the simplest value', () => {
  test('is as small as the schema allows', () => {
    const schema = z.object({
      id: z.string().min(1),
      n: z.number().int().min(4),
      list: z.array(z.int()).min(1),
      o: z.string().optional(),
    });

    expect(new Values(schema, 'value').simplest).toEqual({ id: 'a', n: 4, list: [0] });
  });

  test('keeps what a predicate asks for', () => {
    const values = new Values(z.object({ total: z.number().int().min(0).max(5000), name: z.string() }), 'value');
    const simple = values.simplify(
      { total: 4711, name: 'constructor' },
      (value) => (value as { total: number }).total > 100,
    );

    expect(simple).toEqual({ total: 101, name: '' });
  });

  test('is reached from anywhere: simplifying ends', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
        let current = value as Json;
        for (let steps = 0; steps < 2_000; steps++) {
          const next = simpler(current).next();
          if (next.done) return;
          current = next.value;
        }
        throw new Error(`still at ${JSON.stringify(current)}`);
      }),
    );
  });
});

describe('checking against a plain JSON Schema', () => {
  const refused: [string, Schema, Json][] = [
    ['a type', { type: 'integer' }, 1.5],
    ['a bound', { exclusiveMinimum: 0 }, 0],
    ['a pattern', { type: 'string', pattern: '^a' }, 'b'],
    ['a missing member', { required: ['a'] }, {}],
    ['a member that is not allowed', { properties: {}, additionalProperties: false }, { a: 1 }],
    ['an item', { items: { const: 1 } }, [1, 2]],
    ['a repeated item', { uniqueItems: true }, [1, 1]],
    ['two fitting alternatives of one', { oneOf: [{ type: 'number' }, { minimum: 0 }] }, 1],
    ['an excluded value', { not: { const: 1 } }, 1],
    ['a length in code points', { maxLength: 1 }, '🙂🙂'],
  ];
  for (const [what, schema, value] of refused) {
    test(`refuses ${what}`, () => expect(new Values(schema, 'value').accepts(value)).toBe(false));
  }

  test('says where and why', () => {
    const values = new Values({ properties: { a: { items: { type: 'string' } } } }, 'value');

    expect(values.check({ a: ['x', 3] })).toEqual({ issues: [{ path: '$.a[1]', message: 'must be of type string' }] });
  });
});
