import type { Json } from '../../../runtime/index.ts';
import type { Dice } from '../random.ts';
import type { SchemaIssue } from './check.ts';
import { simpler } from './simpler.ts';

/** A value that its schema refuses, and what is wrong with it. */
export interface Lie {
  readonly value: Json;
  /** As `$.total must be of type number`. */
  readonly lie: string;
}

/** What a value breaks, if it breaks anything. */
export type FaultIn = (value: Json) => SchemaIssue | undefined;

type Path = readonly (string | number)[];

/** Some schemas accept most of what is tried. */
const triesMax = 40;

/**
 * Turns an honest value into one that breaks its schema, in one place: `null` or another type there, a member missing or
 * too many, emptied, or out of range. `undefined` where the schema accepts all that was tried.
 */
export function lieAbout(honest: Json, dice: Dice, faultIn: FaultIn): Lie | undefined {
  const paths = [...pathsIn(honest)];
  for (let tries = 0; tries < triesMax; tries++) {
    const path = dice.chance(20) ? [] : dice.pick(paths);
    const value = changed(honest, path, (part) => (dice.pick(twistsOf(part)) as Twist<Json>)(part));
    const lie = asLie(value, faultIn);
    if (lie !== undefined) return lie;
  }
  return asLie(null, faultIn) ?? asLie({}, faultIn);
}

/** Simpler values that break the schema too. */
export function* simplerLies(value: Json, faultIn: FaultIn): Generator<Lie> {
  for (const candidate of simpler(value)) {
    const lie = asLie(candidate, faultIn);
    if (lie !== undefined) yield lie;
  }
}

function asLie(value: Json | undefined, faultIn: FaultIn): Lie | undefined {
  const issue = value === undefined ? undefined : faultIn(value);
  return value === undefined || issue === undefined ? undefined : { value, lie: `${issue.path} ${issue.message}` };
}

/** What can be done to a part. `undefined` takes it away. */
type Twist<T> = (part: T) => Json | undefined;

const anyTwists: readonly Twist<Json>[] = [() => undefined, () => null, (part) => [part], (part) => ({ value: part })];
const numberTwists: readonly Twist<number>[] = [
  (part) => -part - 1,
  (part) => part + 0.5,
  (part) => String(part),
  () => -1,
  () => 2 ** 53,
  () => 1e300,
  (part) => part > 0,
];
const stringTwists: readonly Twist<string>[] = [
  () => '',
  (part) => `${part}?`,
  (part) => part.length,
  (part) => part.repeat(50),
  (part) => Number(part) || 0,
  (part) => part.slice(1),
];
const booleanTwists: readonly Twist<boolean>[] = [String, Number, () => ''];
const arrayTwists: readonly Twist<Json[]>[] = [
  () => [],
  (part) => part[0] ?? '',
  (part) => Array.from({ length: 20 }, () => part).flat(),
  (part) => [...part, null],
  (part) => ({ ...part }),
  (part) => [...part, ...part.slice(0, 1)],
];
const objectTwists: readonly Twist<{ [key: string]: Json }>[] = [
  () => ({}),
  (part) => ({ ...part, unexpected: true }),
  (part) => Object.values(part),
  (part) => JSON.stringify(part),
];

function twistsOf(part: Json): readonly Twist<never>[] {
  if (typeof part === 'number') return [...anyTwists, ...numberTwists];
  if (typeof part === 'string') return [...anyTwists, ...stringTwists];
  if (typeof part === 'boolean') return [...anyTwists, ...booleanTwists];
  if (Array.isArray(part)) return [...anyTwists, ...arrayTwists];
  return part === null ? anyNull : [...anyTwists, ...objectTwists];
}

const anyNull: readonly Twist<never>[] = [() => undefined, () => 0, () => '', () => false, () => [], () => ({})];

/** Where the parts of a value are, the whole included. */
function* pathsIn(value: Json, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value))
    yield* pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

function changed(value: Json, [key, ...rest]: Path, twist: (part: Json) => Json | undefined): Json | undefined {
  if (key === undefined) return twist(value);
  if (Array.isArray(value)) {
    const item = changed(value[Number(key)] ?? null, rest, twist);
    return item === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), item);
  }
  const entries = Object.entries(value as { [key: string]: Json });
  return Object.fromEntries(
    entries.flatMap(([name, item]) => {
      const next = name === key ? changed(item, rest, twist) : item;
      return next === undefined ? [] : [[name, next]];
    }),
  );
}
