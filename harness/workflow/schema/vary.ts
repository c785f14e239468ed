import type { Json } from '../../../runtime/index.ts';
import type { Dice } from '../random.ts';
import type { Literals } from './literals.ts';

/**
 * A value that differs from a given one in one place: another number near it, one that the script mentions, one item more
 * or less, or what another value of the same schema has there. Whether the schema takes it has to be asked.
 */
export function varied(value: Json, other: Json, dice: Dice, literals: Literals): Json {
  const path = placeIn(value, dice);
  const compared = literals.compared.get(nameOf(path));
  if (compared !== undefined && dice.chance(60)) return at(value, other, path, () => dice.pick(compared));
  return at(value, other, path, (part, counterpart) => otherPart(part, counterpart, dice, literals));
}

/** Where a value has members that the script compares with constants. */
export function comparedPaths(value: Json, { compared }: Literals): Path[] {
  return placesIn(value).flatMap(([path, isLast]) => (isLast && compared.has(nameOf(path)) ? [path] : []));
}

/** With one of those constants in such a place. */
export function withCompared(value: Json, path: Path, dice: Dice, { compared }: Literals): Json {
  return at(value, undefined, path, (part) => dice.pick(compared.get(nameOf(path)) ?? [part as string]));
}

/** The member's name, also of an item in a list that is one. */
function nameOf(path: Path): string {
  return String(path.findLast((key) => typeof key === 'string') ?? '');
}

export type Path = readonly (string | number)[];

/** One of its parts; mostly one that has none itself. */
function placeIn(value: Json, dice: Dice): Path {
  const places = placesIn(value);
  const last = places.filter(([, isLast]) => isLast);
  return dice.pick(last.length > 0 && dice.chance(70) ? last : places)[0];
}

/** Places in one value that are told apart: those of large arrays are left out beyond that. */
const placesMax = 200;

function placesIn(value: Json): [Path, isLast: boolean][] {
  const places: [Path, boolean][] = [];
  visit(value, []);
  return places;

  function visit(part: Json, path: Path): void {
    if (places.length >= placesMax) return;
    const items = itemsOf(part);
    places.push([path, items.length === 0]);
    for (const [key, item] of items) visit(item, [...path, key]);
  }
}

function itemsOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.map((item, i) => [i, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The value with another part at that place. */
function at(
  value: Json,
  other: Json | undefined,
  path: Path,
  change: (part: Json, counterpart: Json | undefined) => Json,
): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value, other);
  const inner = (part: Json): Json => at(part, itemAt(other, key), rest, change);
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? inner(item) : item));
  const entries = Object.entries(value as object).map(([name, item]) => [name, name === key ? inner(item) : item]);
  return Object.fromEntries(entries) as Json;
}

function itemAt(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)] ?? value[0];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return value[key];
}

function otherPart(part: Json, counterpart: Json | undefined, dice: Dice, literals: Literals): Json {
  if (counterpart !== undefined && dice.chance(40)) return counterpart;
  if (typeof part === 'boolean') return !part;
  if (typeof part === 'number') return otherNumber(part, dice, literals.numbers);
  if (typeof part === 'string') return otherText(part, dice, literals.strings);
  if (Array.isArray(part)) return otherItems(part, counterpart, dice);
  return counterpart ?? part;
}

function otherNumber(value: number, dice: Dice, known: readonly number[]): number {
  if (known.length > 0 && dice.chance(50)) return dice.pick(known);
  return dice.pick([value + 1, value - 1, value * 2, Math.trunc(value / 2), -value, value + 10, value * 10, 0]);
}

function otherText(value: string, dice: Dice, known: readonly string[]): string {
  if (known.length > 0 && dice.chance(60)) return dice.pick(known);
  return dice.pick(['', value.slice(0, -1), value.slice(1), value + value, value.toUpperCase(), value.trim()]);
}

function otherItems(items: Json[], counterpart: Json | undefined, dice: Dice): Json[] {
  const at = dice.below(items.length);
  const [item] = Array.isArray(counterpart) ? counterpart : [];
  switch (dice.below(4)) {
    case 0:
      return items.toSpliced(at, 1);
    case 1:
      return items.length === 0 ? items : items.toSpliced(at, 0, items[at] as Json);
    case 2:
      return item === undefined ? items : items.toSpliced(at, 0, item);
    default:
      return items.toReversed();
  }
}
