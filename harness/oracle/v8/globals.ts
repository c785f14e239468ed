import { type ConsoleLine, type Json, sleepName } from '../../../runtime/index.ts';
import { cloned } from './clone.ts';
import { lineOf } from './inspect.ts';
import { strictText } from './json-text.ts';
import type { Realm, Sources } from './realm.ts';

/** What a script asks at a position. */
export type Asked =
  | { readonly kind: 'action'; readonly name: string; readonly input: Json }
  | { readonly kind: 'now' | 'random' };

/** The two ends of a call, of which one is told how it settled. */
export interface Settlers {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Where a script's requests go. */
export interface Host extends Sources {
  /** Reserves a position. */
  ask(asked: Asked): number;
  waitFor(position: number, settlers: Settlers): void;
  print(level: ConsoleLine['level'], values: readonly unknown[]): void;
}

const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** What a script is given besides the language. */
export interface Given {
  readonly actions: readonly string[];
  readonly input: Json;
  readonly data: Json;
}

/** Puts a run's globals in place. */
export function provideGlobals(realm: Realm, given: Given, host: Host): void {
  new Globals(realm, host).provide(given);
}

class Globals {
  readonly #realm: Realm;
  readonly #host: Host;
  readonly #timers = new Set<number>();
  #lastTimer = 0;

  constructor(realm: Realm, host: Host) {
    this.#realm = realm;
    this.#host = host;
  }

  provide({ actions, input, data }: Given): void {
    const { intrinsics } = this.#realm;
    const { own, parse } = intrinsics;
    this.#define({
      actions: this.#actionTree(actions),
      console: Object.assign(
        new intrinsics.Object(),
        Object.fromEntries(
          levels.map((level) => [level, own(level, (...values: unknown[]) => this.#host.print(level, values))]),
        ),
      ),
      input: parse(JSON.stringify(input)),
      data: parse(JSON.stringify(data)),
      sleep: own('sleep', (ms: unknown) => this.#sleep(ms)),
      setTimeout: own('setTimeout', (callback: unknown, delay: unknown, ...args: unknown[]) =>
        this.#startTimer(callback, delay, args),
      ),
      clearTimeout: own(
        'clearTimeout',
        (id: unknown) => void this.#timers.delete(typeof id === 'string' ? Number(id) : (id as number)),
      ),
      structuredClone: own('structuredClone', (value: unknown) => this.#clone(value)),
    });
  }

  #define(values: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(this.#realm.globals, name, {
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      });
  }

  #actionTree(names: readonly string[]): object {
    const root = Object.create(null) as Record<string, unknown>;
    for (const name of names) {
      const path = name.split('.');
      const last = path.pop() as string;
      let holder = root;
      for (const key of path) {
        holder[key] ??= Object.create(null);
        holder = holder[key] as Record<string, unknown>;
      }
      holder[last] = Object.freeze(this.#action(name));
    }
    return frozenTree(root);
  }

  #action(name: string): object {
    return this.#realm.intrinsics.own(name, (input: unknown, extra: unknown) => {
      if (extra === undefined) return this.#call(name, input);
      throw new this.#realm.intrinsics.TypeError(`actions.${name} takes one argument, or none`);
    });
  }

  #call(name: string, input: unknown): Promise<unknown> {
    const text = strictText(this.#realm.intrinsics, input, `actions.${name}: $`);
    return this.#promised(this.#host.ask({ kind: 'action', name, input: JSON.parse(text) as Json }));
  }

  #promised(position: number): Promise<unknown> {
    const { Promise: RealmPromise } = this.#realm.intrinsics;
    return new RealmPromise((resolve, reject) => void this.#host.waitFor(position, { resolve, reject }));
  }

  #sleepFrom(ms: number): number {
    return this.#host.ask({ kind: 'action', name: sleepName, input: { until: this.#host.now() + ms } });
  }

  #sleep(ms: unknown): Promise<unknown> {
    if (typeof ms === 'number' && Number.isFinite(ms) && ms >= 0) return this.#promised(this.#sleepFrom(ms));
    const noun = typeof ms === 'number' ? String(ms) : ms === undefined ? 'undefined' : `a ${typeof ms}`;
    throw new this.#realm.intrinsics.TypeError(`sleep takes a number of milliseconds from 0, not ${noun}`);
  }

  #startTimer(callback: unknown, delay: unknown, args: readonly unknown[]): number {
    if (typeof callback !== 'function') {
      const noun = callback === undefined ? 'undefined' : `a ${typeof callback}`;
      throw new this.#realm.intrinsics.TypeError(`setTimeout takes a function to call, not ${noun}`);
    }
    const ms = Math.trunc(Number(delay));
    const position = this.#sleepFrom(ms > 0 ? Math.min(ms, 8.64e15) : 0);
    const id = ++this.#lastTimer;
    this.#timers.add(id);
    const fire = (work: () => void) => {
      if (!this.#timers.delete(id)) return;
      try {
        work();
      } catch (error) {
        this.#host.print('error', [`Uncaught in setTimeout: ${lineOf([error])}`]);
      }
    };
    this.#host.waitFor(position, {
      resolve: () => fire(() => void Reflect.apply(callback, undefined, args)),
      reject: (error) =>
        fire(() => {
          throw error;
        }),
    });
    return id;
  }

  #clone(value: unknown): unknown {
    const found = cloned(this.#realm.intrinsics, value);
    if (found === undefined) this.#host.leaveOut();
    return found?.copy;
  }
}

function frozenTree(node: object): object {
  for (const value of Object.values(node)) if (typeof value === 'object') frozenTree(value as object);
  return Object.freeze(node);
}
