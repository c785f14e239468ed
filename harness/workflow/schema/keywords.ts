import type { Json } from '../../../runtime/index.ts';
import { type JsonSchema, listed, members } from './json-schema.ts';
import { regexOf } from './patterns.ts';

/** What is wrong with a value, and the keys that lead there. */
export interface Fault {
  readonly keys: readonly PropertyKey[];
  readonly message: string;
}

type Report = (fault: Fault) => void;

/** Where a check is: the keys that lead there, and whom to tell. `report` absent: only whether it fits is asked. */
export interface At {
  readonly keys: readonly PropertyKey[];
  readonly report: Report | undefined;
}

/** Whether all hold. Stops at the first that does not, unless somebody wants to hear of the others. */
export function all<T>(items: readonly T[], at: At, holds: (item: T) => boolean): boolean {
  let fine = true;
  for (const item of items) {
    if (holds(item)) continue;
    fine = false;
    if (at.report === undefined) return false;
  }
  return fine;
}

export function wrong(at: At, message: string): false {
  at.report?.({ keys: at.keys, message });
  return false;
}

export function deeper(at: At, key: PropertyKey): At {
  return at.report === undefined ? at : { keys: [...at.keys, key], report: at.report };
}

/** What a schema says of a member of this name by name or by pattern; `undefined`: nothing. */
export function rulesFor(schema: JsonSchema, name: string): unknown[] | undefined {
  const properties = members(schema.properties);
  const patterns = members(schema.patternProperties);
  const known = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const matching = Object.keys(patterns).filter((pattern) => regexOf(pattern)?.test(name) ?? false);
  return known.length + matching.length === 0 ? undefined : [...known, ...matching.map((pattern) => patterns[pattern])];
}

export function hasTypes(types: unknown, value: Json): boolean {
  if (typeof types === 'string') return hasType(types, value);
  return !Array.isArray(types) || types.some((type) => hasType(type, value));
}

function hasType(type: unknown, value: Json): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

export function numberFits(schema: JsonSchema, value: number, at: At): boolean {
  const bound = (keyword: string, without: number) => (schema[keyword] as number | undefined) ?? without;
  if (value < bound('minimum', -Infinity)) return wrong(at, `must be at least ${schema.minimum}`);
  if (value > bound('maximum', Infinity)) return wrong(at, `must be at most ${schema.maximum}`);
  if (value <= bound('exclusiveMinimum', -Infinity)) return wrong(at, `must be above ${schema.exclusiveMinimum}`);
  if (value >= bound('exclusiveMaximum', Infinity)) return wrong(at, `must be below ${schema.exclusiveMaximum}`);
  const unit = schema.multipleOf as number | undefined;
  return unit === undefined || isMultiple(value, unit) || wrong(at, `must be a multiple of ${unit}`);
}

function isMultiple(value: number, unit: number): boolean {
  const count = value / unit;
  return Math.abs(count - Math.round(count)) <= 1e-9;
}

export function stringFits(schema: JsonSchema, value: string, at: At): boolean {
  const { minLength, maxLength, pattern } = schema;
  const sized = minLength === undefined && maxLength === undefined;
  if (!sized && !sizeFits([...value].length, minLength, maxLength, 'characters', at)) return false;
  const patterns = typeof pattern === 'string' ? [pattern] : listed(pattern);
  return all(
    patterns,
    at,
    (source) => regexOf(String(source))?.test(value) !== false || wrong(at, `must match /${source}/`),
  );
}

export function sizeFits(size: number, min: unknown, max: unknown, what: string, at: At): boolean {
  if (typeof min === 'number' && size < min) return wrong(at, `must have at least ${min} ${what}`);
  return typeof max !== 'number' || size <= max || wrong(at, `must have at most ${max} ${what}`);
}

export function isUnique(value: readonly Json[]): boolean {
  const texts = new Set(value.map((item) => canonical(item)));
  return texts.size === value.length;
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
