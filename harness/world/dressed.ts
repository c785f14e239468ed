import type { Json } from '../../runtime/index.ts';

/**
 * A response as a real action might return it: an object of its own making, whose JSON text is that of the plain value,
 * and which shows wherever something gets past that text. Objects get a property that is `undefined`, and times are `Date`s.
 */
export function dressed(value: Json): Json {
  if (typeof value === 'string') return (isTime(value) ? new Date(value) : value) as Json;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || Object.hasOwn(value, 'gone')) return value;
  return { ...value, gone: undefined } as unknown as Json;
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
