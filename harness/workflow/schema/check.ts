import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../runtime/index.ts';
import type { JsonSchema } from './json-schema.ts';

/** What is wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a value against a plain JSON Schema: the keywords that declarations of values use (types, constants, bounds,
 * lengths, patterns, members, combinations, references). Keywords beyond these are ignored. Formats are not checked.
 */
export function checkJsonSchema(root: JsonSchema, value: Json): SchemaIssue[] {
  return [...issuesOf(root, root, value, '$')];
}

function* issuesOf(root: JsonSchema, schema: unknown, value: Json, path: string): Generator<SchemaIssue> {
  if (schema === false) yield { path, message: 'nothing is allowed here' };
  if (typeof schema !== 'object' || schema === null) return;
  const held = schema as JsonSchema;
  if (value === null && held.nullable === true) return;
  yield* combinations(root, held, value, path);
  yield* ofValue(held, value, path);
  if (typeof value === 'number') yield* ofNumber(held, value, path);
  if (typeof value === 'string') yield* ofString(held, value, path);
  if (Array.isArray(value)) yield* ofArray(root, held, value, path);
  else if (typeof value === 'object' && value !== null) yield* ofObject(root, held, value, path);
}

function* combinations(root: JsonSchema, schema: JsonSchema, value: Json, path: string): Generator<SchemaIssue> {
  const fits = (part: unknown) => issuesOf(root, part, value, path).next().done === true;
  if (typeof schema.$ref === 'string') yield* issuesOf(root, pointed(root, schema.$ref), value, path);
  for (const part of listOf(schema.allOf)) yield* issuesOf(root, part, value, path);
  const any = listOf(schema.anyOf);
  if (any.length > 0 && !any.some(fits)) yield { path, message: 'fits none of its alternatives' };
  const one = listOf(schema.oneOf);
  if (one.length > 0 && one.filter(fits).length !== 1) yield { path, message: 'must fit exactly one alternative' };
  if (schema.not !== undefined && fits(schema.not)) yield { path, message: 'is excluded' };
}

function* ofValue(schema: JsonSchema, value: Json, path: string): Generator<SchemaIssue> {
  const types = typeof schema.type === 'string' ? [schema.type] : listOf(schema.type);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    yield { path, message: `must be of type ${types.join(' or ')}` };
  }
  if ('const' in schema && !isDeepStrictEqual(schema.const, value)) {
    yield { path, message: `must be ${JSON.stringify(schema.const)}` };
  }
  const allowed = listOf(schema.enum);
  if (allowed.length > 0 && !allowed.some((item) => isDeepStrictEqual(item, value))) {
    yield { path, message: `must be one of ${JSON.stringify(allowed)}` };
  }
}

function hasType(value: Json, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function* ofNumber(schema: JsonSchema, value: number, path: string): Generator<SchemaIssue> {
  const at = (keyword: string) => schema[keyword] as number | undefined;
  if (value < (at('minimum') ?? -Infinity)) yield { path, message: `must be at least ${at('minimum')}` };
  if (value > (at('maximum') ?? Infinity)) yield { path, message: `must be at most ${at('maximum')}` };
  if (value <= (at('exclusiveMinimum') ?? -Infinity))
    yield { path, message: `must be above ${at('exclusiveMinimum')}` };
  if (value >= (at('exclusiveMaximum') ?? Infinity)) yield { path, message: `must be below ${at('exclusiveMaximum')}` };
  const unit = at('multipleOf');
  if (unit !== undefined && Math.abs(value / unit - Math.round(value / unit)) > 1e-9) {
    yield { path, message: `must be a multiple of ${unit}` };
  }
}

function* ofString(schema: JsonSchema, value: string, path: string): Generator<SchemaIssue> {
  const length = [...value].length;
  yield* ofSize(length, schema.minLength, schema.maxLength, 'characters', path);
  const pattern = schema.pattern;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    yield { path, message: `must match /${pattern}/` };
  }
}

function* ofSize(size: number, min: unknown, max: unknown, what: string, path: string): Generator<SchemaIssue> {
  if (typeof min === 'number' && size < min) yield { path, message: `must have at least ${min} ${what}` };
  if (typeof max === 'number' && size > max) yield { path, message: `must have at most ${max} ${what}` };
}

function* ofArray(root: JsonSchema, schema: JsonSchema, value: Json[], path: string): Generator<SchemaIssue> {
  yield* ofSize(value.length, schema.minItems, schema.maxItems, 'items', path);
  const prefix = listOf(schema.prefixItems);
  for (const [i, item] of value.entries()) {
    yield* issuesOf(root, i < prefix.length ? prefix[i] : schema.items, item, `${path}[${i}]`);
  }
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  if (schema.uniqueItems === true && texts.size < value.length) yield { path, message: 'must not repeat an item' };
}

function* ofObject(
  root: JsonSchema,
  schema: JsonSchema,
  value: { [key: string]: Json },
  path: string,
): Generator<SchemaIssue> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  for (const name of listOf(schema.required)) {
    if (!Object.hasOwn(value, String(name))) yield { path: `${path}.${name}`, message: 'is missing' };
  }
  for (const [name, item] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name);
    yield* issuesOf(root, known ? properties[name] : schema.additionalProperties, item, `${path}.${name}`);
    if (schema.propertyNames !== undefined) yield* issuesOf(root, schema.propertyNames, name, `${path}.${name}`);
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pointed(root: JsonSchema, ref: string): unknown {
  const keys = ref.replace(/^#/, '').split('/').filter(Boolean);
  return keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[decodeURIComponent(key)],
    root,
  );
}
