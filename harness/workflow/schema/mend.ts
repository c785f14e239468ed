import type { Fault } from './keywords.ts';

/**
 * A value with the parts at fault replaced by those of another value of the same schema. A refinement that one in two
 * values passes is then met by a list of thirty, where thirty at once never would be.
 */
export function mended(value: unknown, other: unknown, faults: readonly Fault[]): unknown {
  return faults.reduce<unknown>((current, { keys }) => replaced(current, other, keys), value);
}

function replaced(value: unknown, other: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || !isContainer(value) || !isContainer(other)) return other;
  if (Array.isArray(value) !== Array.isArray(other)) return other;
  const donor = Array.isArray(other) ? other[Number(key) % Math.max(1, other.length)] : at(other, key);
  if (donor === undefined || at(value, key) === undefined) return other;
  const part = replaced(at(value, key), donor, rest);
  if (Array.isArray(value)) return value.with(Number(key), part);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? part : item]));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function at(value: object, key: PropertyKey): unknown {
  return Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}
