import { promiseHooks } from 'node:v8';
import { createContext, Script } from 'node:vm';
import { Census } from './census.ts';

/** The functions and classes of a realm, as they were before any script ran in it. */
export interface Intrinsics {
  readonly Promise: PromiseConstructor;
  readonly Error: ErrorConstructor;
  readonly TypeError: TypeErrorConstructor;
  readonly Date: DateConstructor;
  readonly Map: MapConstructor;
  readonly Set: SetConstructor;
  readonly Array: ArrayConstructor;
  readonly Object: ObjectConstructor;
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown, replacer?: (key: string, value: unknown) => unknown) => string | undefined;
  /** Makes a host's function one of the realm, so that the realm's own queue runs it when it handles a promise. */
  readonly own: <F extends (...args: never[]) => unknown>(name: string, host: F) => F;
  /** Tells what became of a promise, by filling in `into`. */
  readonly watch: (promise: unknown, into: Watched) => void;
  readonly handle: (promise: unknown) => void;
  /** Objects of the language that no global name leads to. */
  readonly nameless: readonly object[];
}

/** What the script of a run reads, and cannot make up itself. */
export interface Sources {
  now(): number;
  random(): number;
  /** The script does something of which V8 makes something else. */
  leaveOut(): void;
}

export interface Watched {
  state?: 'fulfilled' | 'rejected';
  result?: unknown;
}

/** What a realm of V8 has and the guest has not. */
const unprovided = [
  'WeakRef',
  'FinalizationRegistry',
  'SharedArrayBuffer',
  'Atomics',
  'WebAssembly',
  'Intl',
  'console',
];

const setUp = new Script(`(() => {
  'use strict';
  const { apply } = Reflect;
  const then = Promise.prototype.then;
  const { parse, stringify } = JSON;
  for (const name of ${JSON.stringify(unprovided)}) delete globalThis[name];
  const ignore = () => {};
  const instances = [function* () {}, async function () {}, async function* () {}, [][Symbol.iterator](), new Map().entries(),
    new Set().values(), ''.matchAll(/x/g), ''[Symbol.iterator](), new Uint8Array(), (function* () {})(), (async function* () {})()];
  const nameless = instances.flatMap((instance) => {
    const chain = [];
    for (let at = Reflect.getPrototypeOf(instance); at !== null; at = Reflect.getPrototypeOf(at)) chain.push(at);
    return chain;
  });
  return { Promise, Error, TypeError, Date, Map, Set, Array, Object, parse, stringify, nameless,
    own: (name, host) => ({ [name](...args) { return apply(host, this, args); } })[name],
    watch: (promise, into) => apply(then, promise, [
      (value) => { into.state = 'fulfilled'; into.result = value; },
      (error) => { into.state = 'rejected'; into.result = error; },
    ]),
    handle: (promise) => { apply(then, promise, [ignore, ignore]); } };
})()`);

const nothing = new Script('undefined');

/**
 * A global object of V8 with a queue of its own, which is drained whenever a script has been evaluated in it: quiescence is exact,
 * as in the guest. Making one is dear, so it is used for one script after another; `isUntouched` says whether that may be.
 */
export class Realm {
  readonly globals: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  readonly intrinsics: Intrinsics;
  /** Whom the realm's clock and dice ask: the run that uses it. */
  sources: Sources | undefined;
  readonly #context: object;
  #census: Census | undefined;

  constructor() {
    this.#context = createContext(this.globals, { microtaskMode: 'afterEvaluate' });
    this.intrinsics = setUp.runInContext(this.#context) as Intrinsics;
  }

  /** Remembers what everything is like: from now on nothing may change but the globals of a run. */
  seal(): void {
    this.#census = new Census(this.evaluate('globalThis') as object, this.intrinsics.nameless);
  }

  evaluate(code: string): unknown {
    return new Script(code).runInContext(this.#context);
  }

  /** Runs every job that waits. */
  drain(): void {
    nothing.runInContext(this.#context);
  }

  /**
   * Does something with promises of the realm, none of which the host is to see rejected: Node ends the process over a rejection that
   * nobody handles, and a script may leave one.
   */
  handlingRejections<Result>(work: () => Result): Result {
    const made: Promise<unknown>[] = [];
    const stop = promiseHooks.onInit((promise) => void made.push(promise)) as () => void;
    try {
      return work();
    } finally {
      stop();
      for (const promise of made) this.intrinsics.handle(promise);
      this.drain();
    }
  }

  isUntouched(): boolean {
    return this.#census?.holds() ?? false;
  }
}
