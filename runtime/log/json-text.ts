import { opaqueKind, scalarFault } from './json-fault.ts';
import { indexPath, propertyPath, rootPath } from './json-path.ts';
import { isPlainJson } from './json-value.ts';

/**
 * The JSON text of a value, with `JSON.stringify`'s own conversions (`toJSON`; properties that are `undefined`,
 * functions or symbols are left out) and without its silent losses.
 *
 * Whatever `JSON.stringify` loses it writes as `null` or as `{}`, so only where the text contains one of these is the value
 * looked at again, and only if it is more than plain data by the checking replacer. The text given back is then the checked one.
 *
 * @throws TypeError that names the path, as `$.items[3].price is NaN`: for `NaN`, infinities and `BigInt`; for
 * `undefined`, functions and symbols where they would become `null`; for cycles; and for objects that would become
 * `{}` although they are more than that (`Map`, `Set`, `Promise`, `RegExp`, `Error`, …). What a getter or a `toJSON`
 * throws is passed on.
 */
export function toJsonText(value: unknown): string {
  const text = plainText(value);
  return text === undefined || (mayHideLoss(text) && !isPlainJson(value)) ? checkedText(value) : text;
}

/** Whether a text that `JSON.stringify` made could be hiding something that it lost. */
export function mayHideLoss(text: string): boolean {
  return text.includes('null') || text.includes('{}');
}

/** `undefined` where `JSON.stringify` has no text or refuses: the checked walk then finds out why. */
function plainText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function checkedText(value: unknown): string {
  const walk = new CheckedWalk();
  try {
    return JSON.stringify(value, function (this: object, key: string, inner: unknown) {
      walk.visit(this, key, inner);
      return inner;
    });
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new TypeError(`${rootPath} is nested too deeply, or too large, for JSON text`);
    throw thrown;
  }
}

/** Follows `JSON.stringify` through a value: it is told of every value after `toJSON`, and keeps the way to it. */
class CheckedWalk {
  /** The objects being written, outermost first; the first is the wrapper that `JSON.stringify` makes. */
  readonly #holders: object[] = [];
  /** `#keys[n]` led from `#holders[n]` to `#holders[n + 1]`. */
  readonly #keys: string[] = [];

  visit(holder: object, key: string, value: unknown): void {
    this.#returnTo(holder);
    const fault = this.#fault(holder, value);
    if (fault !== undefined) throw new TypeError(`${this.#path(key)} ${fault}`);
    if (typeof value === 'object' && value !== null) this.#enter(key, value);
  }

  #returnTo(holder: object): void {
    if (this.#holders.length === 0) this.#holders.push(holder);
    while (this.#holders.at(-1) !== holder) {
      this.#holders.pop();
      this.#keys.pop();
    }
  }

  #enter(key: string, value: object): void {
    this.#holders.push(value);
    this.#keys.push(key);
  }

  #fault(holder: object, value: unknown): string | undefined {
    if (typeof value === 'object' && value !== null) return this.#objectFault(value);
    const fault = scalarFault(value);
    return fault === undefined || (isLeftOut(value) && this.#leavesOut(holder)) ? undefined : `is ${fault}`;
  }

  /** Whether JSON leaves such properties out here, which it does in objects, but not in arrays or as the whole value. */
  #leavesOut(holder: object): boolean {
    return this.#holders.length > 1 && !Array.isArray(holder);
  }

  #objectFault(value: object): string | undefined {
    if (this.#holders.includes(value)) return 'refers back to a value that contains it: a cycle';
    if (value instanceof Number && !Number.isFinite(value.valueOf())) return `is ${value.valueOf()}`;
    if (Object.prototype.toString.call(value) === '[object BigInt]') return 'is a BigInt';
    const kind = opaqueKind(value);
    return kind === undefined || Object.values(value).some((inner) => !isLeftOut(inner)) ? undefined : `is ${kind}`;
  }

  #path(key: string): string {
    let path = rootPath;
    for (let depth = 1; depth < this.#holders.length; depth++) {
      path = stepPath(path, this.#holders[depth], this.#keys[depth] ?? key);
    }
    return path;
  }
}

function stepPath(parent: string, holder: unknown, key: string): string {
  return Array.isArray(holder) ? indexPath(parent, Number(key)) : propertyPath(parent, key);
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}
