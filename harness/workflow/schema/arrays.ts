import type { Dice } from '../random.ts';
import { type JsonSchema, listed } from './json-schema.ts';
import { type Drawing, type Form, type Place, tried, Unmakeable } from './place.ts';

/** Places for the parts of a value. */
export type PlaceOf = (schema: unknown, path: string) => Place;

/** So many items are made up for one that is not there yet. */
const triesMax = 30;

/** Arrays of a schema: some empty, most short, some as long as allowed, a few long. `undefined`: there is none. */
export function arrays(schema: JsonSchema, path: string, placeOf: PlaceOf): Form | undefined {
  const prefix = listed(schema.prefixItems).map((item, i) => placeOf(item, `${path}[${i}]`));
  const rest = schema.items === false ? undefined : placeOf(schema.items, `${path}[]`);
  const wanted = schema.contains === undefined ? undefined : placeOf(containing(schema), `${path}[]`);
  const needed = wanted === undefined ? 0 : Number(schema.minContains ?? 1);
  const min = Math.max(Number(schema.minItems ?? 0), needed);
  const statedMax = Math.min(Number(schema.maxItems ?? Infinity), rest === undefined ? prefix.length : Infinity);
  if (min > statedMax) return undefined;
  return new ArrayForm({
    path,
    prefix,
    rest,
    wanted,
    needed,
    min,
    max: statedMax,
    isUnique: schema.uniqueItems === true,
  });
}

/** An item that is both one of the array's and what it has to contain. */
function containing({ items, contains }: JsonSchema): unknown {
  return items === undefined || items === true ? contains : { allOf: [items, contains] };
}

interface ArrayPlan {
  readonly path: string;
  readonly prefix: readonly Place[];
  readonly rest: Place | undefined;
  /** What it has to contain, and so many of it. */
  readonly wanted: Place | undefined;
  readonly needed: number;
  readonly min: number;
  readonly max: number;
  readonly isUnique: boolean;
}

class ArrayForm implements Form {
  constructor(private readonly plan: ArrayPlan) {}

  least(): number {
    const { prefix, rest, wanted, needed, min } = this.plan;
    const inside = prefix.slice(0, min).map(({ least }) => least);
    if (min > prefix.length) inside.push(rest?.least ?? Number.POSITIVE_INFINITY);
    if (needed > 0) inside.push(wanted?.least ?? Number.POSITIVE_INFINITY);
    return inside.length === 0 ? 0 : 1 + Math.max(...inside);
  }

  make(drawing: Drawing, depth: number, isClosing: boolean): unknown[] {
    const { min, prefix } = this.plan;
    const length = isClosing ? min : this.length(drawing.dice);
    const wantedAt = this.wantedAt(drawing.dice, length);
    const made: unknown[] = [];
    const seen = this.plan.isUnique ? new Set<string>() : undefined;
    for (let i = 0; i < length; i++) {
      const place = wantedAt.has(i) ? this.plan.wanted : (prefix[i] ?? this.plan.rest);
      if (!this.add(made, place, drawing, depth, seen)) break;
    }
    if (made.length < min) throw new Unmakeable(this.plan.path, `has fewer than ${min} different items`);
    return made;
  }

  private add(
    made: unknown[],
    place: Place | undefined,
    drawing: Drawing,
    depth: number,
    seen: Set<string> | undefined,
  ): boolean {
    for (let tries = 0; tries < triesMax && place !== undefined; tries++) {
      const part = made.length < this.plan.min ? { value: place.make(drawing, depth) } : tried(drawing, place, depth);
      if (part === undefined) return false;
      const item = part.value;
      const text = seen === undefined ? undefined : JSON.stringify(item);
      if (text !== undefined && seen?.has(text)) continue;
      if (text !== undefined) seen?.add(text);
      made.push(item);
      return true;
    }
    return false;
  }

  private length(dice: Dice): number {
    const { min, max, prefix, rest } = this.plan;
    if (prefix.length > 0 && (rest === undefined || dice.chance(60))) return this.aroundPrefix(dice);
    const some = (count: number) => min + dice.below(Math.min(count, max - min) + 1);
    const roll = dice.below(100);
    if (roll < 12) return min;
    if (roll < 50) return some(2);
    if (roll < 80) return some(6);
    if (max <= 60) return roll < 90 ? max : some(60);
    return roll < 98 ? some(6) : Math.min(max, min + 30 + dice.below(30));
  }

  /** A tuple is mostly whole: that it may be shorter is seldom meant. */
  private aroundPrefix(dice: Dice): number {
    const { min, max, prefix } = this.plan;
    const whole = Math.min(max, Math.max(min, prefix.length));
    return dice.chance(90) ? whole : min + dice.below(whole - min + 1);
  }

  private wantedAt(dice: Dice, length: number): ReadonlySet<number> {
    const at = new Set<number>();
    const { needed, prefix } = this.plan;
    const free = length - prefix.length;
    if (needed === 0) return at;
    while (at.size < Math.min(needed, Math.max(free, length))) {
      at.add(free >= needed ? prefix.length + dice.below(free) : dice.below(length));
    }
    return at;
  }
}
