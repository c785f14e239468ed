/**
 * Logs come from outside: a file, a database, another system, somebody's editor. This is the only place where one is
 * believed, and it is believed field by field. Whatever is wrong is reported with the position and the field before
 * anything runs; after that the rest of the runtime trusts the types.
 */
import { CallLogFormatError } from '../errors.ts';
import type { ActionEntry, ActionFailure, CallLog, CallLogEntry, Json } from './entry.ts';
import { isPlainObject } from './json-fault.ts';
import { isPlainJson, jsonFault } from './json-value.ts';
import { isStamp } from './stamp.ts';

/**
 * The log, checked. Entries are fresh objects; the values inside them are shared with what was given.
 *
 * Orders need not be dense: a log into which somebody punched holes has gaps. But all actions have one or none has,
 * and none occurs twice.
 *
 * @param options.timed every action must have its event time.
 * @throws CallLogFormatError with the position and the field at fault.
 */
export function parseCallLog(value: unknown, { timed = false }: { timed?: boolean } = {}): CallLog {
  if (!Array.isArray(value)) throw new CallLogFormatError(notAnArray(value), undefined, undefined);
  if (!timed && believed.has(value)) return value as CallLog;
  // `Array.from` visits the gaps of a sparse array too; `map` would not.
  const log = Array.from(value, (entry: unknown, position) => (entry === null ? null : parseEntry(entry, position)));
  checkOrders(log);
  if (timed) checkTimes(log);
  return log;
}

const believed = new WeakSet<object>();

/**
 * A log that another thread has checked and nobody changes: `parseCallLog` gives it back as it is, unless it wants event times.
 * For ten thousand entries, checking them again would cost a tenth of what replaying them does.
 */
export function believeCallLog(log: CallLog): CallLog {
  believed.add(log);
  return log;
}

/** One entry of a log whose other entries are not looked at. `null` for a hole. Throws as `parseCallLog`. */
export function parseEntryAt(log: readonly unknown[], position: number): CallLogEntry | null {
  const value = log[position];
  return value === null ? null : parseEntry(value, position);
}

const actionFields = ['type', 'name', 'input', 'response', 'error', 'order', 'at'];
const failureFields = ['name', 'message', 'code', 'data'];
const readFields = ['type', 'response'];

function notAnArray(value: unknown): string {
  const hint =
    typeof value === 'string' ? 'parse the text with JSON.parse first' : 'give an array with one entry per position';
  return `The call log is ${describe(value)}, not an array: ${hint}.`;
}

function parseEntry(value: unknown, position: number): CallLogEntry {
  if (value === undefined)
    throw malformed(position, undefined, 'is undefined; a position that was never recorded is null');
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) {
    throw malformed(position, undefined, `is ${describe(value)}; an entry is null or an object with a "type"`);
  }
  const quick = quickAction(value);
  if (quick !== undefined) return quick;
  const fields = new Fields(value, position, '');
  const type = fields.get('type');
  if (type === 'action') return parseAction(fields);
  if (type === 'now') return { type, response: parseNow(fields) };
  if (type === 'random') return { type, response: parseRandom(fields) };
  throw fields.fault('type', `is ${describe(type)}; it is "action", "now" or "random"`);
}

/** The usual entry, read in one go; `undefined` where somebody has to look closely. It halves what checking a log costs. */
function quickAction(record: Record<string, unknown>): ActionEntry | undefined {
  const { type, name, input, response, order, error } = record;
  if (type !== 'action' || typeof name !== 'string' || name === '' || error !== undefined) return undefined;
  if (input === undefined || response === undefined || !isPlainJson(input) || !isPlainJson(response)) return undefined;
  const isOrdered = typeof order === 'number' && Number.isSafeInteger(order) && order >= 0;
  if (Object.keys(record).length !== (isOrdered ? 5 : 4)) return undefined;
  const entry: ActionEntry = { type, name, input: input as Json, response: response as Json };
  if (isOrdered) entry.order = order + 0;
  return entry;
}

function parseAction(fields: Fields): ActionEntry {
  fields.allowOnly(actionFields);
  const name = fields.text('name');
  if (name === '') throw fields.fault('name', 'is empty; give the name of the action');
  const entry = parseSettled(fields, name, fields.json('input'));
  if (fields.has('order')) entry.order = parseOrder(fields);
  if (fields.has('at')) entry.at = parseAt(fields);
  return entry;
}

function parseSettled(fields: Fields, name: string, input: Json): ActionEntry {
  if (!fields.has('error')) {
    if (!fields.has('response')) throw fields.fault('response', neither);
    return { type: 'action', name, input, response: fields.json('response') };
  }
  if (fields.has('response')) throw fields.fault('error', 'stands beside "response"; an action has one of the two');
  return { type: 'action', name, input, error: parseFailure(fields.child('error')) };
}

const neither = 'is missing, and so is "error"; an action has one of the two, and a call that never settled is null';

function parseFailure(fields: Fields): ActionFailure {
  fields.allowOnly(failureFields);
  return {
    name: fields.text('name'),
    message: fields.text('message'),
    ...(fields.has('code') && { code: fields.text('code') }),
    ...(fields.has('data') && { data: fields.json('data') }),
  };
}

function parseOrder(fields: Fields): number {
  const order = fields.get('order');
  if (typeof order === 'number' && Number.isSafeInteger(order) && order >= 0) return order + 0;
  throw fields.fault('order', `is ${describe(order)}; it is the rank in which the outcome settled: 0, 1, 2, …`);
}

/** Wall milliseconds and a counter, both of fixed width, so that text order is time order. */
function parseAt(fields: Fields): string {
  const at = fields.text('at');
  if (isStamp(at)) return at;
  throw fields.fault(
    'at',
    `is ${describe(at)}; it is 13 digits of milliseconds, "-", and 4 hexadecimal digits in lower case`,
  );
}

function parseNow(fields: Fields): number {
  fields.allowOnly(readFields);
  const response = fields.get('response');
  if (typeof response === 'number' && Number.isFinite(response)) return response + 0;
  throw fields.fault(
    'response',
    `is ${describe(response)}; a clock read is a finite number of milliseconds since 1970`,
  );
}

function parseRandom(fields: Fields): number {
  fields.allowOnly(readFields);
  const response = fields.get('response');
  if (typeof response === 'number' && response >= 0 && response < 1) return response + 0;
  throw fields.fault(
    'response',
    `is ${describe(response)}; a random read is a number from 0 up to, but not including, 1`,
  );
}

function checkTimes(log: CallLog): void {
  for (const [position, entry] of log.entries()) {
    if (entry?.type !== 'action' || entry.at !== undefined) continue;
    throw malformed(position, 'at', "is missing; with clock: 'event' every action has the time of its outcome");
  }
}

function checkOrders(log: CallLog): void {
  const ranks = new Ranks(log.length);
  let first: { position: number; ordered: boolean } | undefined;
  for (let position = 0; position < log.length; position++) {
    const entry = log[position];
    if (entry?.type !== 'action') continue;
    const ordered = entry.order !== undefined;
    first ??= { position, ordered };
    if (ordered !== first.ordered) throw malformed(position, 'order', mixedOrders(first));
    if (entry.order === undefined) continue;
    const other = ranks.claim(entry.order, position);
    if (other !== undefined)
      throw malformed(
        position,
        'order',
        `is ${entry.order}, as at position ${other}; two outcomes cannot have settled in the same rank`,
      );
  }
}

/** Who has which order. Nearly all orders are smaller than the log is long, and those need no hashing. */
class Ranks {
  readonly #small: Int32Array;
  readonly #great = new Map<number, number>();

  constructor(length: number) {
    this.#small = new Int32Array(length);
  }

  /** The position that has the order already; where none has, `position` has it from now on. */
  claim(order: number, position: number): number | undefined {
    const other = order < this.#small.length ? (this.#small[order] as number) - 1 : this.#great.get(order);
    if (other !== undefined && other >= 0) return other;
    if (order < this.#small.length) this.#small[order] = position + 1;
    else this.#great.set(order, position);
    return undefined;
  }
}

function mixedOrders(first: { position: number; ordered: boolean }): string {
  return first.ordered
    ? `is missing, but position ${first.position} has one; give every action an order, or none`
    : `is given, but position ${first.position} has none; give every action an order, or none`;
}

/** The own fields of one object in the log, read with complaints that say where they are. */
class Fields {
  constructor(
    readonly record: Record<string, unknown>,
    readonly position: number,
    readonly prefix: string,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.record, name);
  }

  get(name: string): unknown {
    return this.has(name) ? this.record[name] : undefined;
  }

  text(name: string): string {
    const value = this.get(name);
    if (typeof value === 'string') return value;
    throw this.fault(name, this.has(name) ? `is ${describe(value)}; it is a string` : 'is missing; it is a string');
  }

  json(name: string): Json {
    if (!this.has(name)) throw this.fault(name, 'is missing; where there is nothing to say it is null');
    const value = this.get(name);
    const fault = jsonFault(value);
    if (fault !== undefined) throw this.fault(name, `is not plain JSON: ${fault}`);
    return value as Json;
  }

  child(name: string): Fields {
    const value = this.get(name);
    if (typeof value === 'object' && value !== null && isPlainObject(value))
      return new Fields(value, this.position, `${this.prefix}${name}.`);
    throw this.fault(name, `is ${describe(value)}; it is an object with "name" and "message"`);
  }

  allowOnly(names: readonly string[]): void {
    for (const name of Object.keys(this.record)) {
      if (!names.includes(name)) throw this.fault(name, `is not known here; the fields are ${names.join(', ')}`);
    }
  }

  fault(name: string, problem: string): CallLogFormatError {
    return malformed(this.position, `${this.prefix}${name}`, problem);
  }
}

function malformed(position: number, field: string | undefined, problem: string): CallLogFormatError {
  const subject = field === undefined ? 'the entry' : `"${field}"`;
  return new CallLogFormatError(`Call log, position ${position}: ${subject} ${problem}.`, position, field);
}

const shownMax = 60;

/** The value as a message shows it: short, and never failing. */
function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || value === undefined)
    return String(value);
  if (typeof value === 'string')
    return JSON.stringify(value.length > shownMax ? `${value.slice(0, shownMax)}…` : value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
