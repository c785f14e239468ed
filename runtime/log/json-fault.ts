/**
 * Says what JSON would do wrong with a single value. Both doors into the record ask it: the stringifier, about what
 * a host function gave, and the codec, about a log that came from elsewhere.
 */

/** Why JSON text cannot carry this value at all (`NaN`, `undefined`, `a BigInt`, …); `undefined` if it can, or if it is an object. */
export function scalarFault(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'bigint':
      return 'a BigInt';
    case 'undefined':
      return 'undefined';
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    default:
      return undefined;
  }
}

/** The built-in kind of an object whose content JSON does not see (`a Map`, `a Promise`, …); `undefined` for data. */
export function opaqueKind(value: object): string | undefined {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return transparentKinds.has(kind) ? undefined : `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** What JSON takes apart or unwraps. Instances of a class without a tag of their own are `Object`: their properties are their data. */
const transparentKinds = new Set(['Object', 'Array', 'String', 'Number', 'Boolean', 'Arguments', 'Date', 'Module']);

/** Whether this is an object as `JSON.parse` makes them, in this realm or another. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}
