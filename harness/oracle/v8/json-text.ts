import { types } from 'node:util';
import type { Intrinsics } from './realm.ts';

/** Strict JSON text, as semantics asks for it: what JSON would corrupt is refused with a TypeError of the realm that names its path. */
export function strictText(realm: Intrinsics, value: unknown, root: string): string {
  return value === undefined ? 'null' : new StrictWriting(realm, root).textOf(value);
}

/** An object that is being written, and the step that leads into it. */
interface Held {
  readonly object: object;
  readonly step: string;
}

const mayHide = /null|\{\}/;

class StrictWriting {
  readonly #realm: Intrinsics;
  readonly #root: string;
  /** Outermost first. The first is stringify's own wrapper. */
  readonly #held: Held[] = [];

  constructor(realm: Intrinsics, root: string) {
    this.#realm = realm;
    this.#root = root;
  }

  textOf(value: unknown): string {
    const visit = (holder: object, key: string, item: unknown) => this.#visit(holder, key, item);
    const replacer = function (this: object, key: string, item: unknown) {
      return visit(this, key, item);
    };
    const text = this.#plainText(value, replacer) ?? this.#refuse('', nounOf(value));
    // Only what looks like this can be hiding something. Looking runs the script's getters once more.
    return mayHide.test(text) ? (this.#realm.stringify(value, replacer) ?? text) : text;
  }

  /** What JSON refuses by itself is refused by the walk, which names the path. */
  #plainText(value: unknown, replacer: (key: string, item: unknown) => unknown): string | undefined {
    try {
      return this.#realm.stringify(value);
    } catch (error) {
      this.#realm.stringify(value, replacer);
      throw error;
    }
  }

  #visit(holder: object, key: string, item: unknown): unknown {
    if (this.#held.length === 0) this.#held.push({ object: holder, step: '' });
    while (this.#held.at(-1)?.object !== holder) this.#held.pop();
    const isRoot = this.#held.length === 1;
    const into = isRoot ? '' : step(key, Array.isArray(holder));
    const what = loss(item, !isRoot && !Array.isArray(holder));
    if (what !== undefined) this.#refuse(into, what);
    if (typeof item === 'object' && item !== null) this.#enter(item, into);
    return item;
  }

  #enter(object: object, into: string): void {
    if (this.#held.some((held) => held.object === object)) this.#refuse(into, 'an object that contains it');
    this.#held.push({ object, step: into });
  }

  #refuse(into: string, what: string): never {
    const path = this.#held.map((held) => held.step).join('') + into;
    throw new this.#realm.TypeError(`${this.#root}${path} is ${what}, which JSON cannot carry`);
  }
}

function step(key: string, inArray: boolean): string {
  if (inArray) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function nounOf(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

/** What JSON would lose about a value. `leftOut`: it is a property that JSON may leave out. */
function loss(value: unknown, leftOut: boolean): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'bigint':
      return 'a BigInt';
    case 'object':
      return value === null || Object.keys(value).length > 0 ? undefined : kindOf(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return leftOut ? undefined : nounOf(value);
    default:
      return undefined;
  }
}

const kinds: readonly [is: (value: object) => boolean, what: string][] = [
  [types.isMap, 'a Map'],
  [types.isSet, 'a Set'],
  [types.isWeakMap, 'a WeakMap'],
  [types.isWeakSet, 'a WeakSet'],
  [types.isPromise, 'a Promise'],
  [types.isRegExp, 'a RegExp'],
  [types.isAnyArrayBuffer, 'a ArrayBuffer'],
  [types.isDataView, 'a DataView'],
  [types.isNativeError, 'a Error'],
  [types.isGeneratorObject, 'a Iterator'],
  [types.isMapIterator, 'a Iterator'],
  [types.isSetIterator, 'a Iterator'],
];

function kindOf(value: object): string | undefined {
  return kinds.find(([is]) => is(value))?.[1];
}
