import fc from 'fast-check';
import type { JsonSchema } from './json-schema.ts';
import { type Literals, noLiterals } from './literals.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

const widest = Number.MAX_SAFE_INTEGER;

function bound(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** The bounds that a schema states; where it states none, those of exact integers. `step` moves past exclusive bounds. */
function rangeOf(schema: JsonSchema, step: number): Range {
  const above = bound(schema, 'exclusiveMinimum');
  const below = bound(schema, 'exclusiveMaximum');
  const min = Math.max(bound(schema, 'minimum') ?? -widest, above === undefined ? -widest : above + step);
  const max = Math.min(bound(schema, 'maximum') ?? widest, below === undefined ? widest : below - step);
  return { min, max };
}

function inside(range: Range, values: readonly number[]): number[] {
  return [...new Set(values)].filter((value) => value >= range.min && value <= range.max);
}

/** Small numbers, anything allowed, the bounds and their neighbours, and the numbers that the script mentions. */
function weighted(
  range: Range,
  any: fc.Arbitrary<number>,
  near: fc.Arbitrary<number>,
  known: number[],
): fc.Arbitrary<number> {
  const edges = inside(range, [range.min, range.max, range.min + 1, range.max - 1, 0, 1, -1]);
  const edge = edges.length > 0 ? edges : [range.min];
  const choices = [
    { weight: 3, arbitrary: near },
    { weight: 3, arbitrary: any },
    { weight: 2, arbitrary: fc.constantFrom(...edge) },
  ];
  return fc.oneof(...choices, ...(known.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...known) }] : []));
}

/** Where small numbers are, as far as the range allows: a window of forty at the allowed number nearest to 0. */
function nearZero(range: Range): Range {
  const low = Math.min(Math.max(0, range.min), range.max);
  return { min: Math.max(range.min, low - 20), max: Math.min(range.max, low + 20) };
}

export function integers(schema: JsonSchema, literals: Literals): fc.Arbitrary<number> {
  const unit = Math.max(1, bound(schema, 'multipleOf') ?? 1);
  const stated = rangeOf(schema, 1);
  const range = { min: Math.ceil(stated.min / unit), max: Math.floor(stated.max / unit) };
  if (range.min > range.max) return fc.constant(range.min * unit);
  const small = nearZero(range);
  const known = inside(
    range,
    literals.numbers.map((value) => Math.round(value / unit)),
  );
  return weighted(range, fc.integer(range), fc.integer(small), known).map((count) => count * unit);
}

/** Fractions of two decimals, as money has, and now and then any double. */
export function numbers(schema: JsonSchema, literals: Literals): fc.Arbitrary<number> {
  const unit = bound(schema, 'multipleOf') ?? 0.01;
  const range = rangeOf(schema, unit);
  const steps = { min: clampSteps(Math.ceil(range.min / unit)), max: clampSteps(Math.floor(range.max / unit)) };
  if (steps.min > steps.max) return fc.constant(range.min);
  const decimals = Math.max(0, Math.ceil(-Math.log10(unit)));
  const stepped = (from: Range) => fc.integer(from).map((count) => Number((count * unit).toFixed(decimals)));
  const whole = integers({ minimum: Math.ceil(range.min), maximum: Math.floor(range.max) }, noLiterals);
  const any = schema.multipleOf === undefined ? doubles(range) : stepped(steps);
  const near = Math.ceil(range.min) <= Math.floor(range.max) ? whole : stepped(steps);
  const known = inside(range, literals.numbers);
  return weighted(range, fc.oneof(stepped(steps), any), fc.oneof(near, stepped(nearZero(steps))), known);
}

function clampSteps(count: number): number {
  return Math.min(Math.max(count, -widest), widest);
}

function doubles(range: Range): fc.Arbitrary<number> {
  return fc.double({ ...range, noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
}
