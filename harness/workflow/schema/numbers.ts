import type { Dice } from '../random.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Literals } from './literals.ts';
import { type Draw, oneOf, weighted } from './weighted.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

const widest = Number.MAX_SAFE_INTEGER;

/** Where programs and formats end: 32 bits, exact integers, and what is no longer one. */
const famousIntegers = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), -0];
const famousNumbers = [...famousIntegers, 0.1 + 0.2, -0.5, 1e21, 5e-324, Number.EPSILON, Number.MAX_VALUE, 2 ** 53 + 2];

function bound(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** The bounds that a schema states; where it states none, `without`. `step` moves past exclusive bounds. */
function rangeOf(schema: JsonSchema, step: number, without = widest): Range {
  const above = bound(schema, 'exclusiveMinimum');
  const below = bound(schema, 'exclusiveMaximum');
  const min = Math.max(bound(schema, 'minimum') ?? -without, above === undefined ? -without : above + step);
  const max = Math.min(bound(schema, 'maximum') ?? without, below === undefined ? without : below - step);
  return { min, max };
}

function inside(range: Range, values: readonly number[]): number[] {
  return [...new Set(values)].filter((value) => value >= range.min && value <= range.max);
}

/**
 * Integers of a schema: small ones, any, the bounds and their neighbours, famous ones, and those that the script mentions.
 * `undefined`: there is none.
 */
export function integers(schema: JsonSchema, literals: Literals): Draw<number> | undefined {
  const unit = Math.max(1, bound(schema, 'multipleOf') ?? 1);
  const stated = wholeRange(schema);
  const range = { min: Math.ceil(stated.min / unit), max: Math.floor(stated.max / unit) };
  if (range.min > range.max) return undefined;
  const edges = inside(range, [range.min, range.max, range.min + 1, range.max - 1, 0, 1, -1]);
  const known = inside(stated, literals.numbers).filter((value) => value % unit === 0);
  const famous = inside(famousRange(schema), famousIntegers).filter((value) => value % unit === 0);
  const counted = weighted<number>([
    [3, uniform(nearZero(range))],
    [1, uniform(range)],
    [2, anyMagnitude(range)],
    [2, oneOf(edges)],
  ]);
  return weighted([
    [8, (dice) => counted(dice) * unit],
    [3, oneOf(known)],
    [1, oneOf(famous)],
  ]);
}

/** Bounds as integers: those that are fractions, moved inside. */
function wholeRange(schema: JsonSchema): Range {
  const above = bound(schema, 'exclusiveMinimum');
  const below = bound(schema, 'exclusiveMaximum');
  const min = Math.max(bound(schema, 'minimum') ?? -widest, above === undefined ? -widest : Math.floor(above) + 1);
  const max = Math.min(bound(schema, 'maximum') ?? widest, below === undefined ? widest : Math.ceil(below) - 1);
  return { min: Math.ceil(min), max: Math.floor(max) };
}

/** Numbers beyond exact integers are tried only where the schema says nothing of a bound. */
function famousRange(schema: JsonSchema): Range {
  return rangeOf(schema, 1, Number.MAX_VALUE);
}

/** Fractions of two decimals, as money has, whole numbers, now and then any double, and famous ones. */
export function numbers(schema: JsonSchema, literals: Literals): Draw<number> | undefined {
  const unit = bound(schema, 'multipleOf');
  if (unit !== undefined && Number.isInteger(unit)) return integers(schema, literals);
  const step = unit ?? 0.01;
  const range = rangeOf(schema, unit ?? Number.MIN_VALUE);
  if (range.min > range.max) return undefined;
  const steps = { min: clamped(Math.ceil(range.min / step)), max: clamped(Math.floor(range.max / step)) };
  const hasSteps = steps.min <= steps.max;
  if (unit !== undefined && !hasSteps) return undefined;
  const known = unit === undefined ? inside(range, literals.numbers) : [];
  const famous = unit === undefined ? inside(famousRange(schema), famousNumbers) : [];
  return weighted<number>([
    [3, unit === undefined ? integers(schema, literals) : undefined],
    [2, hasSteps ? stepped(nearZero(steps), step) : undefined],
    [2, hasSteps ? stepped(steps, step) : undefined],
    [1, unit === undefined ? doubles(range) : undefined],
    [2, unit === undefined ? oneOf(inside(range, [range.min, range.max])) : undefined],
    [2, oneOf(known)],
    [1, oneOf(famous)],
  ]);
}

/** Multiples of `unit`, written as decimal fractions are. */
function stepped(steps: Range, unit: number): Draw<number> {
  const decimals = Math.min(100, Math.max(0, Math.ceil(-Math.log10(unit))));
  const count = uniform(steps);
  return (dice) => Number((count(dice) * unit).toFixed(decimals));
}

/** Where small numbers are, as far as the range allows: a window of forty at the allowed number nearest to 0. */
function nearZero(range: Range): Range {
  const low = Math.min(Math.max(0, range.min), range.max);
  return { min: Math.max(range.min, low - 20), max: Math.min(range.max, low + 20) };
}

function uniform({ min, max }: Range): Draw<number> {
  if (max - min < 2 ** 31) return (dice) => min + dice.below(max - min + 1);
  return (dice) => Math.min(max, Math.max(min, Math.floor(min + dice.random.nextDouble() * (max - min + 1))));
}

/** Every number of bits is as likely, up from the allowed number nearest to 0. */
function anyMagnitude(range: Range): Draw<number> {
  const from = Math.min(Math.max(0, range.min), range.max);
  return (dice) => {
    const distance = Math.floor(2 ** (dice.random.nextDouble() * 53));
    return Math.min(range.max, Math.max(range.min, dice.chance(50) ? from + distance : from - distance));
  };
}

function doubles({ min, max }: Range): Draw<number> {
  return (dice: Dice) => {
    const share = dice.random.nextDouble();
    const value = dice.chance(50) ? min + share * (max - min) : Math.max(0, min) + share;
    return Math.min(max, Math.max(min, value));
  };
}

function clamped(count: number): number {
  return Math.min(Math.max(count, -widest), widest);
}
