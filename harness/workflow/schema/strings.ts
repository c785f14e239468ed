import type { Dice } from '../random.ts';
import { examplesOfFormats, formatted } from './formats.ts';
import { endless, familiar, hostile } from './hostile.ts';
import { type JsonSchema, listed } from './json-schema.ts';
import type { Literals } from './literals.ts';
import { matching, regexOf } from './patterns.ts';
import { type Draw, oneOf, weighted } from './weighted.ts';

/** So many texts of a pattern are made up for one that also has the right length and matches the other patterns. */
const triesMax = 20;

/**
 * Strings of the schema's pattern, of its format, or of its lengths, as far as that can be made up; `undefined` where
 * nothing can. Lengths are in code points.
 */
export function strings(schema: JsonSchema, literals: Literals): Draw<string> | undefined {
  const patterns = patternsOf(schema);
  const fits = fitting(schema, patterns);
  const known = schema.format === undefined ? undefined : formatted(schema, fits);
  if (known !== undefined) return known;
  if (patterns.length > 0) return patterned(patterns, fits, literals);
  return sized(schema, fits, literals);
}

function patternsOf({ pattern }: JsonSchema): string[] {
  return (typeof pattern === 'string' ? [pattern] : listed(pattern)).map(String);
}

function fitting({ minLength, maxLength }: JsonSchema, patterns: readonly string[]): (text: string) => boolean {
  const [min, max] = [Number(minLength ?? 0), Number(maxLength ?? Infinity)];
  const regexes = patterns.map(regexOf);
  const isSized = (text: string) => text.length >= min && (text.length <= max || [...text].length <= max);
  return (text) => isSized(text) && regexes.every((regex) => regex?.test(text) !== false);
}

function patterned(
  patterns: readonly string[],
  fits: (text: string) => boolean,
  literals: Literals,
): Draw<string> | undefined {
  const known = [...familiar, ...hostile, ...literals.strings, ...examplesOfFormats].filter(fits);
  const made = patterns.flatMap((pattern) => matching(pattern) ?? []);
  const [first] = made;
  if (first === undefined) return oneOf(known);
  return weighted([
    [4, (dice) => retried(made, fits, dice) ?? (known.length > 0 ? dice.pick(known) : first(dice))],
    [1, oneOf(known)],
  ]);
}

function retried(made: readonly Draw<string>[], fits: (text: string) => boolean, dice: Dice): string | undefined {
  for (let tries = 0; tries < triesMax; tries++) {
    const text = dice.pick(made)(dice);
    if (fits(text)) return text;
  }
  return undefined;
}

function sized(schema: JsonSchema, fits: (text: string) => boolean, literals: Literals): Draw<string> | undefined {
  const min = Number(schema.minLength ?? 0);
  const max = schema.maxLength === undefined ? undefined : Number(schema.maxLength);
  if (max !== undefined && min > max) return undefined;
  const edge = oneOf(edges(min, max));
  return weighted([
    [50, oneOf(familiar.filter(fits)) ?? edge],
    [20, printable(min, Math.min(max ?? Infinity, min + 12))],
    [20, oneOf(hostile.filter(fits)) ?? edge],
    [1, oneOf(endless.filter(fits))],
    [10, edge],
    [10, oneOf(literals.strings.filter(fits))],
  ]);
}

function edges(min: number, max: number | undefined): string[] {
  return [min, Math.min(max ?? min, Math.max(min, 2_000))].map((length) => 'a'.repeat(length));
}

/** Printable ASCII. */
function printable(min: number, max: number): Draw<string> {
  return (dice) => {
    let made = '';
    for (let left = min + dice.below(max - min + 1); left > 0; left--) made += String.fromCharCode(32 + dice.below(95));
    return made;
  };
}
