import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DescribedSchema, SchemaTypes, type Side } from './schema-type.ts';

/** The type, with the named ones that it needs before it. */
function typeOf(schema: DescribedSchema, side: Side = 'input'): string {
  const types = new SchemaTypes();
  const text = types.textOf(schema, side, 'Hint');
  return [...types.declarations.map((type) => `${type.name} = ${type.text}`), text].join('; ');
}

const node: z.ZodType = z.object({
  value: z.number(),
  get next() {
    return node.nullable();
  },
});
const person = z.object({ name: z.string() }).meta({ id: 'person' });

describe('types of schemas', () => {
  test.each<[string, StandardSchemaV1]>([
    ['string', z.string()],
    ['number', z.int()],
    ['null', z.null()],
    ["'a' | 'b'", z.enum(['a', 'b'])],
    ["'it\\'s' | '\"'", z.enum(["it's", '"'])],
    ['1', z.literal(1)],
    ['string[]', z.array(z.string())],
    ['(string | number)[]', z.array(z.union([z.string(), z.number()]))],
    ["({ kind: 'a' } | { kind: 'b' })[]", z.array(z.union([kind('a'), kind('b')]))],
    ['[string, number]', z.tuple([z.string(), z.number()])],
    ['[string, ...number[]]', z.tuple([z.string()], z.number())],
    ['{ [key: string]: number }', z.record(z.string(), z.number())],
    ["{ 'odd key': boolean }", z.object({ 'odd key': z.boolean() })],
    ['{ a: string } & { [key: string]: unknown }', z.looseObject({ a: z.string() })],
    ['string | null', z.string().nullable()],
    [
      "{ kind: 'a'; a: number } | { kind: 'b' }",
      z.discriminatedUnion('kind', [kind('a').extend({ a: z.number() }), kind('b')]),
    ],
    ['unknown', z.any()],
    ['{}', z.strictObject({})],
    ['{\n  /** Of the order. */\n  id: string;\n}', z.object({ id: z.string().describe('Of the order.') })],
    ['Hint = { value: number; next: Hint | null }; Hint', node],
    ['Hint = { value: number; next: Hint | null }; { nodes: Hint[] }', z.object({ nodes: z.array(node) })],
    ['Person = { name: string }; { from: Person; to: Person }', z.object({ from: person, to: person })],
  ])('%s', (type, schema) => {
    expect(typeOf(schema)).toBe(type);
  });

  test.each([
    [
      "{ a: string } & ('b' | 3)",
      { allOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { enum: ['b', 3] }] },
    ],
    [
      '{ of: string[] }',
      {
        properties: { of: { $ref: '#/$defs/a~1b' } },
        required: ['of'],
        $defs: { 'a/b': { type: 'array', items: { type: 'string' } } },
      },
    ],
    [
      '{ far: unknown; none: unknown }',
      { properties: { far: { $ref: 'https://example.org' }, none: { $ref: '#/$defs/x' } }, required: ['far', 'none'] },
    ],
    ['string | number', { type: ['string', 'integer'] }],
    ['string | boolean', { oneOf: [{ type: 'string' }, { type: 'boolean' }] }],
    ['{ a: string }', { properties: { a: { type: 'string' } }, required: ['a'], anyOf: [{ required: ['a'] }, {}] }],
    ['string | null', { type: 'string', nullable: true }],
    ['[string, ...number[]]', { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } }],
    ['unknown', {}],
    ['unknown[]', { type: 'array' }],
    ['never', { not: {}, anyOf: [false] }],
    [
      '{ a?: 1 } & { [key: string]: number }',
      { type: 'object', properties: { a: { const: 1 } }, additionalProperties: { type: 'number' } },
    ],
  ])('%s, of a JSON Schema', (type, schema) => {
    expect(typeOf(schema)).toBe(type);
  });

  test('are those of what goes in, and of what comes out', () => {
    const schema = z.object({ count: z.number().default(0), any: z.any() });

    expect(typeOf(schema, 'input')).toBe('{ count?: number; any: unknown }');
    expect(typeOf(schema, 'output')).toBe('{ count: number; any: any }');
  });

  test('of an object with many fields have a line for each', () => {
    const fields = Object.fromEntries(
      ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => [`${name}OfMany`, z.string()]),
    );

    expect(typeOf(z.object(fields)).split('\n')).toHaveLength(7);
  });

  test('that have the same name and are not the same get numbers', () => {
    const types = new SchemaTypes(['Taken']);
    const named = (name: string, type: string) => ({ $ref: `#/$defs/${name}`, $defs: { [name]: { type } } });

    const texts = [
      types.textOf(named('Node', 'string'), 'input', 'A'),
      types.textOf(named('Node', 'number'), 'input', 'B'),
      types.textOf(named('Node', 'string'), 'input', 'C'),
      types.textOf(named('Taken', 'string'), 'input', 'D'),
    ];

    expect(texts).toEqual(['Node', 'Node2', 'Node', 'Taken2']);
    expect(types.declarations).toEqual([
      { name: 'Node', text: 'string' },
      { name: 'Node2', text: 'number' },
      { name: 'Taken2', text: 'string' },
    ]);
  });

  test('that JSON Schema cannot say are open', () => {
    expect(typeOf(z.date())).toBe('unknown');
  });

  test('of a library that offers no JSON Schema are open', () => {
    const schema: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'plain', validate: (value) => ({ value }) } };

    expect(typeOf(schema, 'output')).toBe('any');
  });
});

function kind<Kind extends string>(name: Kind) {
  return z.object({ kind: z.literal(name) });
}
