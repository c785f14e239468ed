import type { PlaceOf } from './arrays.ts';
import { type JsonSchema, listed, members } from './json-schema.ts';
import { regexOf } from './patterns.ts';
import { type Drawing, type Form, type Place, Unmakeable } from './place.ts';

/** So many names are made up for one that is not there yet and that the schema allows. */
const triesMax = 30;
/** Members beyond the declared ones that a record has at most, unless its schema asks for more. */
const recordMax = 5;

interface Field {
  readonly name: string;
  readonly place: Place;
  readonly isRequired: boolean;
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
  const names = [...new Set([...Object.keys(properties), ...required])];
  const fields = names.map((name) => ({
    name,
    place: placeOf(ruleFor(schema, name), `${path}.${name}`),
    isRequired: required.includes(name),
  }));
  const dependents = Object.entries(members(schema.dependentRequired)).map(
    ([name, needed]) => [name, listed(needed).map(String)] as const,
  );
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
    const inside = this.plan.fields.filter(({ isRequired }) => isRequired).map(({ place }) => place.least);
    return inside.length === 0 ? 0 : 1 + Math.max(...inside);
  }

  make(drawing: Drawing, depth: number, isClosing: boolean): unknown {
    const chosen = this.chosen(drawing, isClosing);
    const made: Record<string, unknown> = {};
    for (const { name, place } of this.plan.fields) {
      if (chosen.has(name)) put(made, name, place.make(drawing, depth));
    }
    this.addExtras(made, chosen.size, drawing, depth, isClosing);
    return made;
  }

  private chosen({ dice }: Drawing, isClosing: boolean): Set<string> {
    const { fields, min, max } = this.plan;
    const names = new Set<string>();
    const share = dice.pick(shares);
    for (const { name, place, isRequired } of fields) {
      const isWanted = isRequired || (!isClosing && place.least < Number.POSITIVE_INFINITY && dice.chance(share));
      if (isWanted) names.add(name);
    }
    const optional = fields.filter(({ isRequired, place }) => !isRequired && place.least < Number.POSITIVE_INFINITY);
    for (const { name } of optional) if (names.size > max) names.delete(name);
    if (this.plan.extras.length === 0) for (const { name } of optional) if (names.size < min) names.add(name);
    this.addDependents(names);
    return names;
  }

  private addDependents(names: Set<string>): void {
    for (let size = -1; size !== names.size; ) {
      size = names.size;
      for (const [name, needed] of this.plan.dependents) {
        if (names.has(name)) for (const other of needed) names.add(other);
      }
    }
  }

  private addExtras(
    made: Record<string, unknown>,
    count: number,
    drawing: Drawing,
    depth: number,
    isClosing: boolean,
  ): void {
    const { min, max, extras, path } = this.plan;
    const wanted = Math.min(max, Math.max(min, isClosing ? 0 : count + this.extraCount(drawing)));
    let size = count;
    for (let tries = 0; size < wanted && tries < triesMax * wanted && extras.length > 0; tries++) {
      const { name, value } = drawing.dice.pick(extras);
      if (name.least === Number.POSITIVE_INFINITY || value.least === Number.POSITIVE_INFINITY) continue;
      const key = String(name.make(drawing, depth));
      if (this.plan.isDeclared(key) || Object.hasOwn(made, key)) continue;
      put(made, key, value.make(drawing, depth));
      size += 1;
    }
    if (size < min) throw new Unmakeable(path, `has fewer than ${min} members`);
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
