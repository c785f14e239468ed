import fc from 'fast-check';
import type { JsonSchema } from '../json-schema.ts';

/** What references lead to: a string, a tree, a list with an end, and two that lead to each other. */
const definitions = {
  name: { type: 'string', minLength: 1, maxLength: 8 },
  tree: {
    type: 'object',
    required: ['name', 'children'],
    properties: { name: { $ref: '#/$defs/name' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    additionalProperties: false,
  },
  list: {
    anyOf: [
      { type: 'null' },
      { type: 'array', prefixItems: [{ type: 'integer' }, { $ref: '#/$defs/list' }], minItems: 2 },
    ],
  },
  even: { type: 'object', properties: { odd: { $ref: '#/$defs/odd' } }, required: ['n'], additionalProperties: true },
  odd: { $anchor: 'odd', allOf: [{ $ref: '#/$defs/even' }, { properties: { n: { type: 'integer', minimum: 0 } } }] },
};

function named(): fc.Arbitrary<JsonSchema> {
  return fc
    .constantFrom(...[...Object.keys(definitions).map((name) => `#/$defs/${name}`), '#odd'])
    .map(($ref) => ({ $ref }));
}

function texts(): fc.Arbitrary<JsonSchema> {
  const sized = fc
    .tuple(fc.nat(6), fc.nat(20))
    .map(([min, more]) => ({ type: 'string', minLength: min, maxLength: min + more }));
  const patterns = ['^[a-c]+$', 'x', '^\\d{2,4}$', '^(?=.*a)[a-z]{2,5}$', '^[^\\s]+$', '(foo|bar)', '\\p{L}'];
  const formats = ['email', 'uuid', 'uri', 'date-time', 'date', 'duration', 'ipv4', 'ipv6', 'hostname'];
  return fc.oneof(
    sized,
    fc.constantFrom(...patterns).map((pattern) => ({ type: 'string', pattern })),
    fc.constantFrom(...formats).map((format) => ({ type: 'string', format })),
    fc.constantFrom(
      { type: 'string' },
      { type: ['string', 'null'] },
      { minLength: 2, type: 'string', pattern: '^a*$' },
    ),
  );
}

function numbers(): fc.Arbitrary<JsonSchema> {
  const bounds = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 2, max: 5_000 }));
  return fc.oneof(
    bounds.map(([minimum, width]) => ({ type: 'integer', minimum, maximum: minimum + width })),
    bounds.map(([low, width]) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + width })),
    fc.constantFrom(2, 5, 100).map((multipleOf) => ({ type: 'integer', multipleOf })),
    fc.constantFrom(
      { type: 'number' },
      { type: 'integer' },
      { type: 'integer', exclusiveMinimum: 0.5, maximum: 1.5 },
      { type: 'number', minimum: 0.25, maximum: 0.25 },
      { type: 'number', maximum: -(2 ** 53) },
    ),
  );
}

function constants(): fc.Arbitrary<JsonSchema> {
  const values = fc.constantFrom<unknown>(1, 'a', null, true, { a: [1] }, [], -0.5, '__proto__');
  return fc.oneof(
    values.map((value) => ({ const: value })),
    fc.array(values, { minLength: 1, maxLength: 4 }).map((list) => ({ enum: list })),
  );
}

/** Not `__proto__`, which the other validator passes over. */
const names = ['a', 'b', 'id', 'x-1', 'constructor'];

function objectsOf(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), part), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  const rest = fc.option(fc.oneof(part, fc.boolean()), { nil: undefined });
  const declared = fc
    .tuple(properties, fc.subarray(names), rest, fc.subarray(extraRules))
    .map(([members, chosen, others, rules]) => ({
      type: 'object',
      properties: Object.fromEntries(members),
      required: chosen.filter((name) => members.some(([known]) => known === name)),
      ...(others !== undefined && { additionalProperties: others }),
      ...Object.assign({}, ...(others === false ? [] : rules)),
    }));
  const records = fc.tuple(part, fc.nat(3), fc.nat(3)).map(([additionalProperties, min, more]) => ({
    type: 'object',
    additionalProperties,
    minProperties: min,
    maxProperties: min + more,
  }));
  return fc.oneof(declared, records);
}

const extraRules: JsonSchema[] = [
  { patternProperties: { '^x-': { type: ['integer', 'object', 'array', 'null', 'string', 'boolean', 'number'] } } },
  { dependentRequired: { a: ['b'] } },
  { propertyNames: { maxLength: 12 } },
  { dependentSchemas: { id: { required: ['b'] } } },
];

function arraysOf(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const sized = fc.tuple(part, fc.nat(2), fc.nat(5)).map(([items, minItems, more]) => ({
    type: 'array',
    items,
    minItems,
    maxItems: minItems + more,
  }));
  const tuples = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.oneof(part, fc.boolean()))
    .map(([prefixItems, items]) => ({
      type: 'array',
      prefixItems,
      items,
    }));
  const containing = part.map((contains) => ({ type: 'array', contains, maxContains: 3 }));
  const unique = fc.constantFrom({ type: 'integer' }, { type: 'string' }, { type: 'number' }).map((items) => ({
    type: 'array',
    items,
    uniqueItems: true,
    maxItems: 5,
  }));
  return fc.oneof(sized, tuples, containing, unique);
}

function combinationsOf(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const some = fc.array(part, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    some.map((anyOf) => ({ anyOf })),
    some.map((oneOf) => ({ oneOf })),
    fc.tuple(objectsOf(part), objectsOf(part)).map((allOf) => ({ allOf })),
    fc
      .tuple(part, fc.constantFrom('null', 'string', 'array'))
      .map(([schema, type]) => ({ allOf: [schema, { not: { type } }] })),
    part.map((then) => ({ if: { type: 'string' }, then: { minLength: 2 }, else: then })),
  );
}

/** JSON Schemas of draft 2020-12 as people and converters write them. Most, not all, allow something. */
export const jsonSchemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema; leaf: JsonSchema }>((tie) => ({
    leaf: fc.oneof(texts(), numbers(), fc.constantFrom({ type: 'null' }, { type: 'boolean' }), constants(), named()),
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: tie('leaf') },
      { weight: 3, arbitrary: objectsOf(tie('schema')) },
      { weight: 2, arbitrary: arraysOf(tie('schema')) },
      { weight: 2, arbitrary: combinationsOf(tie('schema')) },
    ),
  }))
  .schema.map((schema) => ({ ...schema, $defs: definitions }));
