import type { Realm, Sources } from './realm.ts';

const localParts = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'] as const;
const localised = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;
const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const absoluteTime = /^(\d{4}(-\d\d){0,2}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d))$/;

/** Makes a realm's dates read the run's clock and nothing of the host: its time zone is UTC, as the guest's. */
export function tameDates({ globals, intrinsics }: Realm, clock: Sources): void {
  const { Date: RealmDate, own } = intrinsics;
  const define = (holder: object, name: string, host: (...args: never[]) => unknown) =>
    Object.defineProperty(holder, name, {
      value: own(name, host),
      writable: true,
      enumerable: false,
      configurable: true,
    });
  const nativeUTC = RealmDate.UTC;
  const prototype = RealmDate.prototype as Date & Record<string, (...args: number[]) => unknown>;
  for (const part of localParts) {
    define(prototype, `get${part}`, prototype[`getUTC${part}`] as never);
    if (part !== 'Day') define(prototype, `set${part}`, prototype[`setUTC${part}`] as never);
  }
  define(prototype, 'getTimezoneOffset', function (this: Date) {
    return this.getTime() - this.getTime();
  });
  define(prototype, 'toString', function (this: Date) {
    return isValid(this) ? `${dayOf(this)} ${timeOf(this)}` : 'Invalid Date';
  });
  define(prototype, 'toDateString', function (this: Date) {
    return isValid(this) ? dayOf(this) : 'Invalid Date';
  });
  define(prototype, 'toTimeString', function (this: Date) {
    return isValid(this) ? timeOf(this) : 'Invalid Date';
  });
  for (const name of localised) define(prototype, name, () => clock.leaveOut());
  const parse = RealmDate.parse;
  const parsed = (text: string): number => {
    if (localTime.test(text)) return parse(`${text}Z`);
    if (!absoluteTime.test(text)) clock.leaveOut();
    return parse(text);
  };
  define(RealmDate, 'parse', parsed as never);
  define(RealmDate, 'now', () => clock.now());
  const tamed = new Proxy(RealmDate, {
    apply: () => new RealmDate(clock.now()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, timeFrom(args, clock, parsed, nativeUTC), newTarget) as Date,
  });
  Object.defineProperty(prototype, 'constructor', { value: tamed });
  Object.defineProperty(globals, 'Date', { value: tamed, writable: true, enumerable: false, configurable: true });
}

function timeFrom(
  args: unknown[],
  clock: Sources,
  parsed: (text: string) => number,
  nativeUTC: DateConstructor['UTC'],
): unknown[] {
  if (args.length === 0) return [clock.now()];
  if (args.length > 1) return [nativeUTC(...(args as [number, number]))];
  return typeof args[0] === 'string' ? [parsed(args[0])] : args;
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime());
}

/** `Thu, 01 Jan 1970 00:00:00 GMT` without its comma and in another order. */
function dayOf(date: Date): string {
  const [weekday = '', day, month, year] = date.toUTCString().split(' ');
  return `${weekday.slice(0, -1)} ${month} ${day} ${year}`;
}

function timeOf(date: Date): string {
  return `${date.toUTCString().split(' ')[4]} GMT+0000`;
}
