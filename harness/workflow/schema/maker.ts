import type { Json } from '../../../runtime/index.ts';
import type { Dice } from '../random.ts';
import { arrays, type PlaceOf } from './arrays.ts';
import { type Checker, checkerOf } from './check.ts';
import { Flattener } from './flatten.ts';
import { hostile } from './hostile.ts';
import { allowed } from './intersect.ts';
import { givenAs, isObjectSchema, type JsonSchema, listed, notConvertible } from './json-schema.ts';
import { type Literals, noLiterals } from './literals.ts';
import { integers, numbers } from './numbers.ts';
import { objects } from './objects.ts';
import { type Drawing, drawingWith, type Form, Place } from './place.ts';
import { References } from './references.ts';
import { strings } from './strings.ts';
import { type Draw, oneOf, weighted } from './weighted.ts';

/** More places than these are not one schema any more. */
const placesMax = 20_000;

/**
 * A JSON Schema as a source of values. The schema is read once, into places and the forms that values can have there;
 * making a value up is then a walk from place to place. Values fit by construction as far as there is one; what has none
 * (`not`, one of `oneOf`, `contains`, `if`) is checked where it stands.
 */
export class Maker {
  private readonly places = new Map<string, Place>();
  private readonly byIdentity = new Map<unknown, Place>();
  private readonly flattener: Flattener;
  private readonly checker: Checker;
  private readonly waiting: (() => void)[] = [];
  private readonly root: Place;
  private hasDates = false;

  /** Throws `MisuseError` `SCHEMA_NOT_CONVERTIBLE` where the schema allows nothing, with the path. */
  constructor(
    schema: JsonSchema,
    private readonly label: string,
    private readonly literals: Literals = noLiterals,
  ) {
    this.flattener = new Flattener(new References(schema), label);
    this.checker = checkerOf(schema);
    this.root = this.placeOf(schema, '$');
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
    this.settle();
  }

  /** A value that is likely to fit. Throws `Unmakeable` where what is checked in place never fits. */
  make(dice: Dice): unknown {
    return this.root.make(drawingWith(dice), 0);
  }

  private readonly placeOf = (schema: unknown, path: string): Place => {
    const known = this.byIdentity.get(schema) ?? this.places.get(textOf(schema));
    if (known !== undefined) return known;
    if (this.places.size >= placesMax) throw notConvertible(this.label, `its schema has more than ${placesMax} parts`);
    const place = new Place(path, this.promiseOf(schema));
    if (typeof schema === 'object') this.byIdentity.set(schema, place);
    this.places.set(textOf(schema), place);
    this.waiting.push(() => {
      place.forms = this.formsOf(schema, path, (part, where) => place.holding(this.placeOf(part, where)));
    });
    return place;
  };

  /** What the forms of a schema cannot promise, as a check. */
  private promiseOf(schema: unknown): ((value: unknown) => boolean) | undefined {
    if (!this.flattener.leavesOpen(schema)) return undefined;
    return (value) => this.checker.fits(schema, this.hasDates ? plain(value) : (value as Json));
  }

  private formsOf(schema: unknown, path: string, placeOf: PlaceOf): Form[] {
    const alternatives = this.flattener.alternatives(schema);
    const forms = alternatives.flatMap((alternative) => this.formsOfFlat(alternative, path, placeOf));
    const likely = isObjectSchema(schema) ? scalar(oneOf(this.likely(schema))) : [];
    return likely.length === 0 || forms.length === 0 ? forms : [...forms, ...forms, ...forms, ...likely];
  }

  /** Values that the author names as examples or default. */
  private likely(schema: JsonSchema): unknown[] {
    const named = [...listed(schema.examples), ...(schema.default === undefined ? [] : [schema.default])];
    return named.filter((value) => this.checker.fits(schema, value as Json));
  }

  private formsOfFlat(flat: JsonSchema, path: string, placeOf: PlaceOf): Form[] {
    const constants = allowed(flat);
    if (constants !== undefined) {
      return scalar(
        oneOf(constants.filter((value) => this.checker.fits({ ...flat, const: undefined }, value as Json))),
      );
    }
    const types = typesOf(flat);
    if (types === undefined) return [...scalar(anyScalar), ...anyContainer(path, placeOf)];
    return types.flatMap((type) => this.formsOfType(type, flat, path, placeOf));
  }

  private formsOfType(type: unknown, flat: JsonSchema, path: string, placeOf: PlaceOf): Form[] {
    switch (type) {
      case 'null':
        return scalar(() => null);
      case 'boolean':
        return scalar((dice) => dice.below(2) === 1);
      case 'integer':
        return scalar(integers(flat, this.literals));
      case 'number':
        return scalar(numbers(flat, this.literals));
      case 'string':
        return scalar(this.texts(flat));
      case 'array':
        return [arrays(flat, path, placeOf) ?? []].flat();
      case 'object':
        return [objects(flat, path, placeOf)];
      default:
        throw notConvertible(this.label, `its schema has the unknown type ${JSON.stringify(type)}`);
    }
  }

  private texts(flat: JsonSchema): Draw<unknown> | undefined {
    const draw = strings(flat, this.literals);
    if (flat[givenAs] !== 'date' || draw === undefined) return draw;
    this.hasDates = true;
    return (dice) => new Date(draw(dice));
  }

  private settle(): void {
    const places = [...this.byIdentity.values(), ...this.places.values()];
    while (places.map((place) => place.measure()).includes(true));
    markRecursion(this.root);
    for (const place of places) place.settle();
    if (this.root.least < Number.POSITIVE_INFINITY) return;
    const { path, reason } = this.root.impossible();
    throw notConvertible(this.label, `nothing fits its schema: ${path} ${reason}`);
  }
}

function anyContainer(path: string, placeOf: PlaceOf): Form[] {
  const inside = { type: ['null', 'boolean', 'number', 'string'] };
  const list = arrays({ items: inside, maxItems: 3 }, path, placeOf);
  const record = objects({ additionalProperties: inside, maxProperties: 3 }, path, placeOf);
  return list === undefined ? [record] : [list, record];
}

const anyScalar: Draw<unknown> = weighted<unknown>([
  [2, oneOf([null, true, false, 0, 1, -1, '', 'a'])],
  [1, oneOf(hostile)],
  [1, integers({}, noLiterals)],
]);

function scalar(draw: Draw<unknown> | undefined): Form[] {
  return draw === undefined ? [] : [{ make: ({ dice }: Drawing) => draw(dice), least: () => 0 }];
}

/** The types of a schema, or those that its keywords are about; `undefined`: any. */
function typesOf(flat: JsonSchema): readonly unknown[] | undefined {
  if (flat.type !== undefined) return [flat.type].flat();
  const implied = Object.entries(keywordsOf).flatMap(([type, keywords]) =>
    keywords.some((keyword) => flat[keyword] !== undefined) ? [type] : [],
  );
  return implied.length === 0 ? undefined : implied;
}

const keywordsOf = {
  object: 'properties additionalProperties required patternProperties minProperties maxProperties propertyNames'.split(
    ' ',
  ),
  array: 'items prefixItems contains minItems maxItems uniqueItems'.split(' '),
  string: 'pattern format minLength maxLength'.split(' '),
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
} as const;

/** Marks where a schema comes back to itself: every circle has such a place. */
function markRecursion(place: Place, open = new Set<Place>(), done = new Set<Place>()): void {
  if (open.has(place)) place.isRecursive = true;
  if (open.has(place) || done.has(place)) return;
  open.add(place);
  for (const inner of place.parts) markRecursion(inner, open, done);
  open.delete(place);
  done.add(place);
}

/** As JSON has it: dates as text. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function textOf(schema: unknown): string {
  return schema === undefined ? 'true' : JSON.stringify(schema);
}
