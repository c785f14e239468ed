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

/** A copy of JSON, for somebody who may change it. */
export function copyOf(value: Json): Json {
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as Json) : value;
}
