import type { CallLog, ConsoleLine, Json } from '../../../runtime/index.ts';
import { settleOrder } from '../../world/index.ts';
import { seededDice } from './dice.ts';
import { type Asked, type Host, provideGlobals, type Settlers } from './globals.ts';
import { lineOf, propertyAt, textAt } from './inspect.ts';
import { strictText } from './json-text.ts';
import type { Realm, Watched } from './realm.ts';
import { withRealm } from './realms.ts';

/** A run of the guest, to be done once more. */
export interface Reference {
  /** The script as an expression whose value is a function without arguments. */
  readonly code: string;
  readonly actions: readonly string[];
  readonly input: Json;
  readonly data: Json;
  readonly runId?: string | undefined;
  readonly startedAt?: number | undefined;
  readonly clock: 'recorded' | 'event';
  readonly randomness: 'recorded' | 'seeded';
  readonly log: CallLog;
  /** How many outcomes reach the script. */
  readonly delivered: number;
  /** Whether that is what the guest asked. Where it is not, nothing more happens. */
  agrees(position: number, asked: Asked): boolean;
}

/** How the script ended in V8. */
export type EndInV8 =
  | { readonly state: 'waiting' }
  | { readonly state: 'completed'; readonly value: Json }
  | {
      readonly state: 'failed';
      readonly error: { readonly name: string; readonly message: string; readonly code?: string };
    };

export interface RunInV8 {
  readonly asked: readonly Asked[];
  /** How many positions were reserved after each turn. */
  readonly reserved: readonly number[];
  readonly console: readonly ConsoleLine[];
  readonly end: EndInV8;
  /** `undefined`: it cannot be read. */
  readonly data: Json | undefined;
  /** The last position asked for is one at which the guest asked something else. */
  readonly departed: boolean;
  /** An outcome was due at this position, and nothing waited for it. */
  readonly lost?: number;
  /** The script did something that is not compared. */
  readonly leftOut: boolean;
}

/**
 * Section 2 of the semantics once more, in as few lines as will do, on another engine: a call reserves a position and returns a
 * promise; reads are answered from the log; outcomes are delivered one at a time in the order in which they settled, each run to
 * quiescence. It shares nothing with the session but the compiler, which makes a function of a script.
 */
export function runInV8(reference: Reference): RunInV8 {
  return withRealm((realm) => {
    const driver = new Driver(realm, reference);
    realm.sources = driver;
    return realm.handlingRejections(() => driver.run());
  });
}

class Driver implements Host {
  readonly #realm: Realm;
  readonly #reference: Reference;
  readonly #asked: Asked[] = [];
  readonly #reserved: number[] = [];
  readonly #console: ConsoleLine[] = [];
  readonly #waiting = new Map<number, Settlers>();
  readonly #dice: (() => number) | undefined;
  #eventMs: number;
  #departed = false;
  #leftOut = false;

  constructor(realm: Realm, reference: Reference) {
    this.#realm = realm;
    this.#reference = reference;
    this.#eventMs = reference.startedAt ?? 0;
    this.#dice = reference.randomness === 'seeded' ? seededDice(reference.runId) : undefined;
  }

  run(): RunInV8 {
    const { globals, intrinsics } = this.#realm;
    provideGlobals(this.#realm, this.#reference, this);
    const main = this.#realm.evaluate(this.#reference.code) as () => unknown;
    const watched: Watched = {};
    intrinsics.watch(main(), watched);
    this.#quiesce();
    const lost = this.#deliverAll(watched);
    const end = this.#endOf(watched);
    const data = this.#textOf(globals.data, 'data');
    return {
      asked: this.#asked,
      reserved: this.#reserved,
      console: this.#console,
      end: end.state === 'completed' && typeof data !== 'string' ? this.#failure(data.error) : end,
      data: typeof data === 'string' ? (JSON.parse(data) as Json) : undefined,
      departed: this.#departed,
      leftOut: this.#leftOut,
      ...(lost !== undefined && { lost }),
    };
  }

  #deliverAll(watched: Watched): number | undefined {
    const { log, delivered } = this.#reference;
    for (const position of settleOrder(log).slice(0, delivered)) {
      if (watched.state !== undefined || this.#departed) return undefined;
      const settlers = this.#waiting.get(position);
      if (settlers === undefined) return position;
      this.#deliver(position, settlers);
      this.#quiesce();
    }
    return undefined;
  }

  #quiesce(): void {
    this.#realm.drain();
    this.#reserved.push(this.#asked.length);
  }

  #deliver(position: number, { resolve, reject }: Settlers): void {
    const entry = this.#reference.log[position];
    if (entry?.type !== 'action') throw new Error(`There is no outcome at position ${position}.`);
    if (entry.at !== undefined) this.#eventMs = Math.max(this.#eventMs, Number(entry.at.slice(0, 13)));
    if ('error' in entry) reject(this.#actionError(entry.error));
    else resolve(this.#realm.intrinsics.parse(JSON.stringify(entry.response)));
  }

  #actionError({ name, message, code, data }: { name: string; message: string; code?: string; data?: Json }): Error {
    const { Error: RealmError, parse } = this.#realm.intrinsics;
    const error = new RealmError(message);
    const own = (key: string, value: unknown) =>
      Object.defineProperty(error, key, { value, writable: true, enumerable: false, configurable: true });
    own('name', name);
    if (code !== undefined) own('code', code);
    if (data !== undefined) own('data', parse(JSON.stringify(data)));
    return error;
  }

  // ------------------------------------------------------------ what a script asks

  ask(asked: Asked): number {
    const position = this.#asked.length;
    if (!this.#departed) {
      this.#asked.push(asked);
      this.#departed = !this.#reference.agrees(position, asked);
    }
    if (this.#departed) throw new this.#realm.intrinsics.Error('The script departed from what it had done.');
    return position;
  }

  #read(kind: 'now' | 'random'): number {
    const entry = this.#reference.log[this.ask({ kind })];
    if (entry?.type !== kind) throw new Error(`There is no answer to a read of ${kind}.`);
    return entry.response;
  }

  now(): number {
    return this.#reference.clock === 'event' ? this.#eventMs : this.#read('now');
  }

  random(): number {
    if (this.#reference.randomness === 'recorded') return this.#read('random');
    if (this.#dice === undefined) this.leaveOut();
    return this.#dice?.() ?? 0;
  }

  leaveOut(): void {
    this.#leftOut = true;
  }

  print(level: ConsoleLine['level'], values: readonly unknown[]): void {
    this.#console.push({ level, text: lineOf(values) });
  }

  waitFor(position: number, settlers: Settlers): void {
    this.#waiting.set(position, settlers);
  }

  // ------------------------------------------------------------ how it ended

  #endOf({ state, result }: Watched): EndInV8 {
    if (state === undefined) return { state: 'waiting' };
    if (state === 'rejected') return this.#failure(result);
    const text = this.#textOf(result, '$');
    return typeof text === 'string'
      ? { state: 'completed', value: JSON.parse(text) as Json }
      : this.#failure(text.error);
  }

  #textOf(value: unknown, root: string): string | { readonly error: unknown } {
    try {
      return strictText(this.#realm.intrinsics, value, root);
    } catch (error) {
      return { error };
    }
  }

  #failure(error: unknown): EndInV8 {
    if (typeof error !== 'object' || error === null || !isErrorLike(error))
      return { state: 'failed', error: { name: 'NonError', message: lineOf([error]) } };
    const code = textAt(error, 'code');
    return {
      state: 'failed',
      error: {
        name: textAt(error, 'name') ?? 'Error',
        message: textAt(error, 'message') ?? '',
        ...(code !== undefined && { code }),
      },
    };
  }
}

function isErrorLike(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Error]' || typeof propertyAt(value, 'message') === 'string';
}
