import type { Json } from '../log/entry.ts';
import { toJsonText } from '../log/json-text.ts';

/**
 * The value as the log will have it: nothing in it is shared with the host any more. `undefined` is `null`.
 *
 * @throws TypeError that names the path, as `$.items[3].price is NaN`.
 */
export function jsonOf(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(toJsonText(value)) as Json);
}

/** Deeper than that, the engine's own way takes less of the stack. */
const copyDepthMax = 50;

/** A copy of JSON, for somebody who may change it. */
export function copyOf(value: Json, depth = 0): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > copyDepthMax) return JSON.parse(JSON.stringify(value)) as Json;
  return Array.isArray(value) ? value.map((item) => copyOf(item, depth + 1)) : recordCopy(value, depth);
}

/** Spreading keeps names such as `__proto__` what they are. */
function recordCopy(record: { [key: string]: Json }, depth: number): Json {
  const copy = { ...record };
  for (const key of Object.keys(copy)) {
    const value = copy[key] as Json;
    if (typeof value === 'object' && value !== null) copy[key] = copyOf(value, depth + 1);
  }
  return copy;
}
