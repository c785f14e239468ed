import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction } from './action.ts';
import { Sandbox } from './sandbox.ts';
import { schemaType } from './schema-type.ts';

const typeOf = (schema: StandardSchemaV1, side: 'input' | 'output' = 'input') => schemaType(schema, side, 'Json');

describe('the description of a sandbox', () => {
  const execute = () => null as never;
  const sandbox = new Sandbox({
    actions: [
      defineAction({
        name: 'refund',
        description: 'Refunds an order.\nAsks above 100 EUR. */',
        input: z.object({ orderId: z.string(), note: z.string().optional() }),
        output: z.object({ refunded: z.boolean() }),
        execute,
      }),
      defineAction({ name: 'github.createIssue', input: z.object({ title: z.string() }), execute }),
      defineAction({ name: 'github.labels.add', execute }),
      defineAction({ name: 'github.labels.drop', execute }),
    ],
  });

  test('says in words how to write a script, and declares its globals', () => {
    const text = sandbox.describe();

    expect(text).toContain('Promise.all');
    expect(text).toContain('```ts\n');
    expect(text).toContain('declare const input: any;');
    expect(text).toContain('declare const console:');
  });

  test('declares actions by their names, with descriptions and types', () => {
    const declared = /declare const actions: [\s\S]*?\n};\n/.exec(sandbox.describe())?.[0];

    expect(declared).toBe(`declare const actions: {
  readonly github: {
    createIssue(input: { title: string }): Promise<any>;
    readonly labels: {
      add(input?: Json): Promise<any>;
      drop(input?: Json): Promise<any>;
    };
  };
  /** Refunds an order. Asks above 100 EUR. *\\/ */
  refund(input: { orderId: string; note?: string }): Promise<{ refunded: boolean }>;
};
`);
  });

  test('of one without actions', () => {
    expect(new Sandbox().describe()).toContain('declare const actions: {};');
  });
});

describe('types of schemas', () => {
  const node: z.ZodType = z.object({
    value: z.number(),
    get next() {
      return node.nullable();
    },
  });

  test.each<[string, StandardSchemaV1]>([
    ['string', z.string()],
    ['number', z.int()],
    ['null', z.null()],
    ['"a" | "b"', z.enum(['a', 'b'])],
    ['1', z.literal(1)],
    ['string[]', z.array(z.string())],
    ['(string | number)[]', z.array(z.union([z.string(), z.number()]))],
    ['[string, number]', z.tuple([z.string(), z.number()])],
    ['{ [key: string]: number }', z.record(z.string(), z.number())],
    ['{ "odd key": boolean }', z.object({ 'odd key': z.boolean() })],
    ['string | null', z.string().nullable()],
    [
      '{ kind: "a"; a: number } | { kind: "b" }',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), a: z.number() }),
        z.object({ kind: z.literal('b') }),
      ]),
    ],
    ['Json', z.any()],
    ['{}', z.strictObject({})],
    ['{ value: number; next: Json | null }', node],
  ])('%s', (type, schema) => {
    expect(typeOf(schema)).toBe(type);
  });

  test.each([
    [
      '{ a: string } & ("b" | 3)',
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
      '{ far: Json; none: Json }',
      { properties: { far: { $ref: 'https://example.org' }, none: { $ref: '#/$defs/x' } }, required: ['far', 'none'] },
    ],
    ['string | number', { type: ['string', 'integer'] }],
    ['string | boolean', { oneOf: [{ type: 'string' }, { type: 'boolean' }] }],
    ['Json', {}],
    ['Json[]', { type: 'array' }],
    ['never', false],
  ])('%s, of a JSON Schema from anywhere', (type, json) => {
    const converter = { input: () => json, output: () => json };
    const standard = { version: 1, vendor: 'any', validate: (value: unknown) => ({ value }), jsonSchema: converter };

    expect(typeOf({ '~standard': standard } as StandardSchemaV1)).toBe(type);
  });

  test('are those of what goes in, and of what comes out', () => {
    const schema = z.object({ count: z.number().default(0) });

    expect(typeOf(schema, 'input')).toBe('{ count?: number }');
    expect(typeOf(schema, 'output')).toBe('{ count: number }');
  });

  test('that JSON Schema cannot say fall back', () => {
    expect(typeOf(z.date())).toBe('Json');
  });

  test('of a library that offers no JSON Schema fall back', () => {
    const schema: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'plain', validate: (value) => ({ value }) } };

    expect(typeOf(schema)).toBe('Json');
  });
});
