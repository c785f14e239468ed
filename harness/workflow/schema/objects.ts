import type { PlaceOf } from './arrays.ts';
import { type JsonSchema, listed, members } from './json-schema.ts';
import { regexOf } from './patterns.ts';
import { type Drawing, type Form, type Place, tried, Unmakeable } from './place.ts';

/** So many names are made up for one that is not there yet and that the schema allows. */
const triesMax = 30;
/** Members beyond the declared ones that a record has at most, unless its schema asks for more. */
const recordMax = 5;

interface Field {
  readonly name: string;
  readonly place: Place;
  readonly isRequired: boolean;
  /** Or only needed by another member, or nothing but required. */
  readonly isDeclared: boolean;
}

/** Members whose names are not declared: how they are called, and what is in them. */
interface Extra {
  readonly name: Place;
  readonly value: Place;
}

/** Objects of a schema: with optional members and without, and with undeclared ones where the schema speaks of such. */
export function objects(schema: JsonSchema, path: string, placeOf: PlaceOf): Form {
  const properties = members(schema.properties);
  const required = listed(schema.required).map(String);
  const dependents = Object.entries(members(schema.dependentRequired)).map(
    ([name, needed]) => [name, listed(needed).map(String)] as const,
  );
  const names = new Set([...Object.keys(properties), ...required, ...dependents.flatMap(([, needed]) => needed)]);
  const fields = [...names].map((name) => ({
    name,
    place: placeOf(ruleFor(schema, name), `${path}.${name}`),
    isRequired: required.includes(name),
    isDeclared: Object.hasOwn(properties, name),
  }));
  const isRecord = Object.keys(properties).length === 0;
  return new ObjectForm({
    path,
    fields,
    dependents,
    extras: extrasOf(schema, path, placeOf),
    isRecord,
    isDeclared: (name) => Object.hasOwn(properties, name),
    min: Number(schema.minProperties ?? 0),
    max: Number(schema.maxProperties ?? Number.POSITIVE_INFINITY),
  });
}

/** What a member of this name has to fit: its own rule and those of patterns, or else that of all others. */
function ruleFor(schema: JsonSchema, name: string): unknown {
  const properties = members(schema.properties);
  const patterns = Object.entries(members(schema.patternProperties));
  const matching = patterns.filter(([pattern]) => regexOf(pattern)?.test(name)).map(([, rule]) => rule);
  const rules = [...(Object.hasOwn(properties, name) ? [properties[name]] : []), ...matching];
  if (rules.length === 0) return schema.additionalProperties ?? schema.unevaluatedProperties;
  return rules.length === 1 ? rules[0] : { allOf: rules };
}

function extrasOf(schema: JsonSchema, path: string, placeOf: PlaceOf): Extra[] {
  const patterns = Object.keys(members(schema.patternProperties));
  const names = (rule: unknown) => placeOf({ allOf: [{ type: 'string' }, schema.propertyNames ?? true, rule] }, path);
  const extra = (rule: unknown, value: unknown) => ({ name: names(rule), value: placeOf(value, `${path}.*`) });
  const matching = patterns.map((pattern) => extra({ pattern }, members(schema.patternProperties)[pattern]));
  const others = schema.additionalProperties ?? schema.unevaluatedProperties;
  const isOpen = others !== false && (others !== undefined || schema.minProperties !== undefined);
  const isRecord = schema.properties === undefined && schema.propertyNames !== undefined && others !== false;
  return isOpen || isRecord ? [...matching, extra(true, others)] : matching;
}

interface ObjectPlan {
  readonly path: string;
  readonly fields: readonly Field[];
  readonly dependents: readonly (readonly [name: string, needed: readonly string[]])[];
  readonly extras: readonly Extra[];
  readonly isRecord: boolean;
  readonly isDeclared: (name: string) => boolean;
  readonly min: number;
  readonly max: number;
}

class ObjectForm implements Form {
  constructor(private readonly plan: ObjectPlan) {}

  least(): number {
    if (this.countMax() < this.plan.min) return Number.POSITIVE_INFINITY;
    const inside = this.plan.fields.filter(({ isRequired }) => isRequired).map(({ place }) => place.least);
    return inside.length === 0 ? 0 : 1 + Math.max(...inside);
  }

  /** How many members there can be. */
  private countMax(): number {
    const { fields, extras, max } = this.plan;
    const isPossible = (place: Place) => place.least < Number.POSITIVE_INFINITY;
    const isOpen = extras.some(({ name, value }) => isPossible(name) && isPossible(value));
    return isOpen ? max : Math.min(max, fields.filter(({ place }) => isPossible(place)).length);
  }

  make(drawing: Drawing, depth: number, isClosing: boolean): unknown {
    const chosen = this.chosen(drawing, isClosing);
    const made: Record<string, unknown> = {};
    for (const { name, place, isRequired } of this.plan.fields) {
      if (!chosen.has(name)) continue;
      const part = isRequired ? { value: place.make(drawing, depth) } : tried(drawing, place, depth);
      if (part !== undefined) put(made, name, part.value);
    }
    this.addExtras(made, drawing, depth, isClosing);
    return made;
  }

  private chosen({ dice }: Drawing, isClosing: boolean): Set<string> {
    const { fields } = this.plan;
    const names = new Set<string>();
    const share = isClosing ? 0 : dice.pick(shares);
    for (const { name, place, isRequired, isDeclared } of fields) {
      const isPossible = isDeclared && place.least < Number.POSITIVE_INFINITY;
      if (isRequired || (isPossible && dice.chance(share))) names.add(name);
    }
    this.fitCount(names);
    this.addDependents(names);
    return names;
  }

  /** As many as there have to be, if no undeclared ones can make up for it, and no more than there may be. */
  private fitCount(names: Set<string>): void {
    const { fields, min, max, extras } = this.plan;
    for (const { name, isRequired } of fields) {
      if (names.size < min && extras.length === 0) names.add(name);
      if (names.size > max && !isRequired) names.delete(name);
    }
  }

  private addDependents(names: Set<string>): void {
    for (let size = -1; size !== names.size; ) {
      size = names.size;
      for (const [name, needed] of this.plan.dependents) {
        if (names.has(name)) for (const other of needed) names.add(other);
      }
    }
  }

  private addExtras(made: Record<string, unknown>, drawing: Drawing, depth: number, isClosing: boolean): void {
    const { min, max, extras, path } = this.plan;
    let size = Object.keys(made).length;
    const wanted = Math.min(max, Math.max(min, isClosing ? 0 : size + this.extraCount(drawing)));
    for (let tries = 0; size < wanted && tries < triesMax + wanted && extras.length > 0; tries++) {
      if (this.addExtra(made, drawing.dice.pick(extras), drawing, depth)) size += 1;
    }
    if (size < min) throw new Unmakeable(path, `has fewer than ${min} members`);
  }

  private addExtra(made: Record<string, unknown>, { name, value }: Extra, drawing: Drawing, depth: number): boolean {
    const key = tried(drawing, name, depth)?.value;
    if (key === undefined || this.plan.isDeclared(String(key)) || Object.hasOwn(made, String(key))) return false;
    const part = tried(drawing, value, depth);
    if (part !== undefined) put(made, String(key), part.value);
    return part !== undefined;
  }

  private extraCount({ dice }: Drawing): number {
    if (this.plan.extras.length === 0) return 0;
    if (!this.plan.isRecord) return dice.chance(10) ? 1 : 0;
    return dice.chance(2) ? 40 : dice.below(recordMax + 1);
  }
}

/** Of the optional members of one object: none, some, most, all. */
const shares = [0, 50, 50, 80, 100];

/** Names like `__proto__` are ordinary members. */
function put(made: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') made[name] = value;
  else Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
}
