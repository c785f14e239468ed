interface Counted {
  readonly holder: object;
  readonly prototype: object | null;
  readonly keys: readonly PropertyKey[];
  readonly values: readonly unknown[];
}

/**
 * Everything that the scripts of a realm share, as it was: the objects of the language with their properties. Built-in functions that
 * are no classes are frozen instead, there being so many of them. A property made read-only, or replaced by a getter that returns what it was,
 * is not noticed.
 */
export class Census {
  readonly #counted: readonly Counted[];

  constructor(global: object, others: readonly object[]) {
    const holders = new Set<object>();
    for (const holder of [global, ...others]) reach(holder, holders);
    this.#counted = [...holders].map(counted);
  }

  holds(): boolean {
    return this.#counted.every(isAsCounted);
  }
}

/** Finds holders. Plain functions are frozen on the way. */
function reach(object: object, found: Set<object>): void {
  if (found.has(object)) return;
  found.add(object);
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype !== null) reach(prototype, found);
  for (const key of Reflect.ownKeys(object)) {
    const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
    for (const part of [value, get, set] as unknown[]) {
      if (typeof part === 'function' && !isClass(part)) Object.freeze(part);
      else if ((typeof part === 'object' && part !== null) || typeof part === 'function') reach(part, found);
    }
  }
}

function isClass(value: object): boolean {
  return Object.hasOwn(value, 'prototype');
}

function counted(holder: object): Counted {
  const keys = Reflect.ownKeys(holder);
  return {
    holder,
    prototype: Reflect.getPrototypeOf(holder),
    keys,
    values: keys.map((key) => valueAt(holder, key)),
  };
}

function valueAt(holder: object, key: PropertyKey): unknown {
  const property = Reflect.getOwnPropertyDescriptor(holder, key);
  return property?.get ?? property?.value;
}

function isAsCounted({ holder, prototype, keys, values }: Counted): boolean {
  if (Reflect.getPrototypeOf(holder) !== prototype || Reflect.ownKeys(holder).length !== keys.length) return false;
  return keys.every((key, index) => valueAt(holder, key) === values[index] || Number.isNaN(values[index]));
}
