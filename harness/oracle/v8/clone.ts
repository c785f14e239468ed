import { types } from 'node:util';
import type { Intrinsics } from './realm.ts';

/** What `structuredClone` gives for the kinds of objects that scripts clone. `undefined`: it is of another kind. */
export function cloned(realm: Intrinsics, value: unknown): { readonly copy: unknown } | undefined {
  try {
    return { copy: new Cloning(realm).clone(value) };
  } catch (error) {
    if (error === otherKind) return undefined;
    throw error;
  }
}

const otherKind = Symbol('a kind of object that is not cloned here');

class Cloning {
  readonly #realm: Intrinsics;
  readonly #seen = new Map<object, unknown>();

  constructor(realm: Intrinsics) {
    this.#realm = realm;
  }

  clone(value: unknown): unknown {
    if (typeof value === 'function' || typeof value === 'symbol') throw otherKind;
    if (typeof value !== 'object' || value === null) return value;
    if (this.#seen.has(value)) return this.#seen.get(value);
    const copy = this.#empty(value);
    this.#seen.set(value, copy);
    this.#fill(copy, value);
    return copy;
  }

  #empty(value: object): object {
    const { Array: List, Date: Time, Map: Dictionary, Object: Record, Set: Collection } = this.#realm;
    if (Array.isArray(value)) return new List(value.length);
    if (types.isDate(value)) return new Time(value.getTime());
    if (types.isMap(value)) return new Dictionary();
    if (types.isSet(value)) return new Collection();
    if (Object.prototype.toString.call(value) !== '[object Object]') throw otherKind;
    return new Record();
  }

  #fill(copy: object, value: object): void {
    if (types.isMap(value)) {
      for (const [key, item] of value) (copy as Map<unknown, unknown>).set(this.clone(key), this.clone(item));
    } else if (types.isSet(value)) {
      for (const item of value) (copy as Set<unknown>).add(this.clone(item));
    } else if (!types.isDate(value)) {
      for (const key of Object.keys(value)) this.#copyField(copy, value, key);
    }
  }

  #copyField(copy: object, value: object, key: string): void {
    const item = this.clone((value as Record<string, unknown>)[key]);
    Object.defineProperty(copy, key, { value: item, writable: true, enumerable: true, configurable: true });
  }
}
