import type { Json } from '../../runtime/index.ts';

/**
 * Readers for plain data that came from a file: each takes a value and its path and gives the typed value back,
 * or throws a `CaseFormatError` that names the path, what was found and what belongs there.
 */
export type Reader<T> = (value: unknown, path: string) => T;

/** A case that is malformed. `field` is a path such as `$.behaviours[2][0].type`. */
export class CaseFormatError extends Error {
  readonly code = 'CASE_FORMAT';
  override readonly name = 'CaseFormatError';
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

export function refuse(path: string, found: string, expected: string): never {
  throw new CaseFormatError(`The case is malformed: ${path} is ${found}; expected ${expected}.`, path);
}

/** What a value looks like in a message: short, and never the whole of a large one. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export const string: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : refuse(path, describe(value), 'a string');

export const natural: Reader<number> = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : refuse(path, describe(value), 'a whole number from 0');

export const integer: Reader<number> = (value, path) =>
  Number.isSafeInteger(value) ? (value as number) : refuse(path, describe(value), 'a whole number');

/** Any JSON. Checked in depth, because a case may also be built in memory. */
export const json: Reader<Json> = (value, path) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) json(item, `${path}[${i}]`);
    return value as Json;
  }
  if (typeof value !== 'object') return refuse(path, describe(value), 'JSON');
  for (const [key, item] of Object.entries(value)) json(item, `${path}.${key}`);
  return value as Json;
};

export function oneOf<const T extends string | number | boolean>(...allowed: readonly T[]): Reader<T> {
  const names = allowed.map((name) => JSON.stringify(name)).join(' or ');
  return (value, path) => (allowed.includes(value as T) ? (value as T) : refuse(path, describe(value), names));
}

export function list<T>(item: Reader<T>): Reader<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((entry, i) => item(entry, `${path}[${i}]`))
      : refuse(path, describe(value), 'an array');
}

type Optional<T> = { readonly optional: Reader<T> };
type Fields = Record<string, Reader<unknown> | Optional<unknown>>;
type Read<F extends Fields> = {
  [K in keyof F as F[K] extends Optional<unknown> ? never : K]: F[K] extends Reader<infer T> ? T : never;
} & {
  [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T> ? T : never;
};

export function optional<T>(reader: Reader<T>): Optional<T> {
  return { optional: reader };
}

function plainObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(path, describe(value), 'an object');
}

/** An object with exactly these fields, given back in this order. A field that is not known is refused: it would be lost. */
export function object<F extends Fields>(fields: F): Reader<Read<F>> {
  return (value, path) => {
    const source = plainObject(value, path);
    refuseOthers(source, Object.keys(fields), path);
    const result: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const given = Object.hasOwn(source, name) ? source[name] : undefined;
      if (typeof field === 'function') result[name] = field(given, `${path}.${name}`);
      else if (given !== undefined) result[name] = field.optional(given, `${path}.${name}`);
    }
    return result as Read<F>;
  };
}

function refuseOthers(source: Record<string, unknown>, known: readonly string[], path: string): void {
  const other = Object.keys(source).find((name) => !known.includes(name));
  if (other !== undefined) refuse(`${path}.${other}`, 'unknown', `one of ${known.join(', ')}`);
}

/** One of several objects, told apart by their `type`. */
export function variant<T extends { type: string }>(
  readers: { [K in T['type']]: Reader<Extract<T, { type: K }>> },
): Reader<T> {
  const kinds = Object.keys(readers) as T['type'][];
  const kind = oneOf(...kinds);
  return (value, path) => {
    const type = kind(plainObject(value, path).type, `${path}.type`);
    return readers[type](value, path);
  };
}
