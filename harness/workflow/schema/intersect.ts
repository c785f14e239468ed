import { isDeepStrictEqual } from 'node:util';
import { isObjectSchema, type JsonSchema, listed, members, type SubSchema } from './json-schema.ts';
import { regexOf } from './patterns.ts';

/**
 * Both of two schemas as one, for schemas without combinators. What cannot be said in one schema (a second `contains`) is
 * left out: whoever makes values up from it checks them. `undefined`: no value fits both.
 */
export function bothOf(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  const both: Record<string, unknown> = { ...a, ...b };
  for (const [keyword, join] of Object.entries(joins)) {
    if (a[keyword] === undefined || b[keyword] === undefined) continue;
    both[keyword] = join(a[keyword], b[keyword]);
    if (both[keyword] === nothing) return undefined;
  }
  return { ...both, ...constants(a, b), ...memberRules(a, b), ...itemRules(a, b) };
}

/** One schema for what has to fit two. */
export function together(a: unknown, b: unknown): SubSchema {
  if (a === undefined || a === true || isDeepStrictEqual(a, b)) return (b ?? true) as SubSchema;
  if (b === undefined || b === true) return a as SubSchema;
  return a === false || b === false ? false : { allOf: [a, b] };
}

const nothing = Symbol('nothing fits');
type Join = (a: unknown, b: unknown) => unknown;

const greater: Join = (a, b) => Math.max(Number(a), Number(b));
const lesser: Join = (a, b) => Math.min(Number(a), Number(b));
const union: Join = (a, b) => [...new Set([...listed(a), ...listed(b)])];

const joins: Readonly<Record<string, Join>> = {
  type: commonTypes,
  minimum: greater,
  exclusiveMinimum: greater,
  minLength: greater,
  minItems: greater,
  minProperties: greater,
  minContains: greater,
  formatMinimum: (a, b) => (String(a) > String(b) ? a : b),
  maximum: lesser,
  exclusiveMaximum: lesser,
  maxLength: lesser,
  maxItems: lesser,
  maxProperties: lesser,
  maxContains: lesser,
  formatMaximum: (a, b) => (String(a) < String(b) ? a : b),
  multipleOf: commonMultiple,
  pattern: (a, b) => [...new Set([a, b].flat())],
  required: union,
  examples: union,
  uniqueItems: (a, b) => a === true || b === true,
  propertyNames: together,
  not: (a, b) => ({ anyOf: [a, b] }),
  dependentRequired: (a, b) => joined(members(a), members(b), union),
};

function commonTypes(a: unknown, b: unknown): unknown {
  const [left, right] = [[a].flat(), [b].flat()];
  const common = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === 'integer' && right.includes('number')) return [type];
    return type === 'number' && right.includes('integer') ? ['integer'] : [];
  });
  return common.length === 0 ? nothing : [...new Set(common)];
}

function commonMultiple(a: unknown, b: unknown): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isInteger(x) || !Number.isInteger(y)) return Math.max(x, y);
  return (x * y) / commonDivisor(x, y);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** `const` and `enum` as one list of what both allow. */
function constants(a: JsonSchema, b: JsonSchema): JsonSchema {
  const [left, right] = [allowed(a), allowed(b)];
  if (left === undefined || right === undefined) return {};
  const common = left.filter((value) => right.some((other) => isDeepStrictEqual(value, other)));
  return { const: undefined, enum: common };
}

/** The values that a schema lists, or `undefined` where it lists none. */
export function allowed(schema: JsonSchema): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function memberRules(a: JsonSchema, b: JsonSchema): JsonSchema {
  const names = new Set([...Object.keys(members(a.properties)), ...Object.keys(members(b.properties))]);
  const properties = Object.fromEntries([...names].map((name) => [name, together(ruleFor(a, name), ruleFor(b, name))]));
  const patterns = joined(members(a.patternProperties), members(b.patternProperties), together);
  const has = (keyword: string) => a[keyword] !== undefined || b[keyword] !== undefined;
  return {
    ...(has('properties') && { properties }),
    ...(has('patternProperties') && { patternProperties: patterns }),
    ...(has('additionalProperties') && {
      additionalProperties: together(a.additionalProperties, b.additionalProperties),
    }),
  };
}

/** What a schema asks of a member of this name. */
function ruleFor(schema: JsonSchema, name: string): unknown {
  const properties = members(schema.properties);
  const matching = Object.entries(members(schema.patternProperties)).filter(
    ([pattern]) => regexOf(pattern)?.test(name) ?? false,
  );
  const known = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const rules = [...known, ...matching.map(([, rule]) => rule)];
  return rules.length > 0 ? rules.reduce(together) : schema.additionalProperties;
}

function itemRules(a: JsonSchema, b: JsonSchema): JsonSchema {
  const length = Math.max(listed(a.prefixItems).length, listed(b.prefixItems).length);
  const prefix = Array.from({ length }, (_, i) => together(itemAt(a, i), itemAt(b, i)));
  return {
    ...(length > 0 && { prefixItems: prefix }),
    ...((a.items !== undefined || b.items !== undefined) && { items: together(a.items, b.items) }),
  };
}

function itemAt(schema: JsonSchema, index: number): unknown {
  const prefix = listed(schema.prefixItems);
  return index < prefix.length ? prefix[index] : schema.items;
}

function joined(a: JsonSchema, b: JsonSchema, join: Join): JsonSchema {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const one = (name: string) => {
    if (!Object.hasOwn(a, name)) return b[name];
    return Object.hasOwn(b, name) ? join(a[name], b[name]) : a[name];
  };
  return Object.fromEntries(names.map((name) => [name, one(name)]));
}

/** A schema of draft 07 or OpenAPI in the words of draft 2020-12. */
export function modern(schema: JsonSchema): JsonSchema {
  const { items, additionalItems, dependencies, ...rest } = schema;
  return {
    ...rest,
    ...(Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : items !== undefined && { items }),
    ...splitDependencies(schema, dependencies),
  };
}

function splitDependencies(schema: JsonSchema, dependencies: unknown): JsonSchema {
  if (!isObjectSchema(dependencies)) return {};
  const entries = Object.entries(dependencies);
  const names = Object.fromEntries(entries.filter(([, rule]) => Array.isArray(rule)));
  const schemas = Object.fromEntries(entries.filter(([, rule]) => !Array.isArray(rule)));
  return {
    dependentRequired: { ...members(schema.dependentRequired), ...names },
    dependentSchemas: { ...members(schema.dependentSchemas), ...schemas },
  };
}
