import fc from 'fast-check';
import type { Json } from '../../../runtime/index.ts';
import { type JsonSchema, notConvertible } from './json-schema.ts';
import { type Literals, noLiterals } from './literals.ts';
import { integers, numbers } from './numbers.ts';
import { strings } from './strings.ts';

/**
 * JSON Schema to fast-check. What is made up here is only likely to fit: constraints without a construction of their own
 * (`not`, `contains`, a second pattern) are left to the caller, who checks every value with the schema itself.
 */
class Converter {
  private readonly refs = new Map<string, fc.Arbitrary<Json>>();
  /** How many references deep the value being made up is. */
  private depth = 0;

  constructor(
    private readonly root: JsonSchema,
    private readonly label: string,
    private readonly literals: Literals,
  ) {}

  convert(schema: unknown): fc.Arbitrary<Json> {
    if (schema === true || schema === undefined) return this.anything();
    if (typeof schema !== 'object' || schema === null) throw notConvertible(this.label, 'its schema allows nothing');
    return this.convertObject(schema as JsonSchema);
  }

  private convertObject(schema: JsonSchema): fc.Arbitrary<Json> {
    if (typeof schema.$ref === 'string') return this.reference(schema.$ref);
    if ('const' in schema) return fc.constant(schema.const as Json);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
    if (Array.isArray(schema.allOf)) return this.convert(this.merged(schema));
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return this.choice(choices.map((choice) => withSiblings(schema, choice)));
    return this.ofTypes(schema);
  }

  private ofTypes(schema: JsonSchema): fc.Arbitrary<Json> {
    const stated = schema.type ?? impliedType(schema);
    if (stated === undefined) return this.anything();
    const types = Array.isArray(stated) ? (stated as string[]) : [String(stated)];
    const nullable = schema.nullable === true && !types.includes('null') ? ['null'] : [];
    return this.oneOf([...types, ...nullable].map((type) => this.ofType(type, schema)));
  }

  private ofType(type: string, schema: JsonSchema): fc.Arbitrary<Json> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return integers(schema, this.literals);
      case 'number':
        return numbers(schema, this.literals);
      case 'string':
        return strings(schema, this.label, this.literals);
      case 'array':
        return this.array(schema);
      case 'object':
        return this.object(schema);
      default:
        throw notConvertible(this.label, `its schema has the unknown type ${JSON.stringify(type)}`);
    }
  }

  private oneOf(choices: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
    const [only] = choices;
    if (only === undefined) throw notConvertible(this.label, 'its schema is a choice between nothing');
    return choices.length === 1 ? only : fc.oneof(...choices);
  }

  private choice(choices: unknown[]): fc.Arbitrary<Json> {
    const flat = choices.filter((choice) => !JSON.stringify(choice).includes('"$ref"'));
    const any = this.oneOf(choices.map((choice) => this.convert(choice)));
    if (flat.length === 0 || flat.length === choices.length) return any;
    return this.shallow(this.oneOf(flat.map((choice) => this.convert(choice))), any);
  }

  /** Far inside a schema that refers to itself: `flat`, so that values end. */
  private shallow<T>(flat: fc.Arbitrary<T>, any: fc.Arbitrary<T>): fc.Arbitrary<T> {
    return new Late(() => (this.depth > depthMax ? flat : any));
  }

  private array(schema: JsonSchema): fc.Arbitrary<Json> {
    const prefix = (Array.isArray(schema.prefixItems) ? schema.prefixItems : []) as unknown[];
    const head = fc.tuple(...prefix.map((item) => this.convert(item)));
    if (schema.items === false || (prefix.length > 0 && schema.items === undefined)) return head;
    const minLength = Math.max(0, Number(schema.minItems ?? 0) - prefix.length);
    const maxLength = Math.max(minLength, Math.min(Number(schema.maxItems ?? minLength + 6) - prefix.length, 60));
    const tail = this.items(schema, { minLength, maxLength, size: 'max' });
    return prefix.length === 0 ? tail : fc.tuple(head, tail).map(([first, rest]) => [...first, ...rest]);
  }

  private items(schema: JsonSchema, length: Length): fc.Arbitrary<Json[]> {
    const item = this.convert(schema.items);
    const unique = { selector: (value: Json) => JSON.stringify(value) };
    const of = (bounds: Length) =>
      schema.uniqueItems === true ? fc.uniqueArray(item, { ...bounds, ...unique }) : fc.array(item, bounds);
    const least = of({ ...length, maxLength: length.minLength });
    const few = of({ ...length, maxLength: Math.min(length.maxLength, Math.max(length.minLength, 2)) });
    const any = fc.oneof({ weight: 3, arbitrary: of(length) }, { weight: 2, arbitrary: few });
    return this.shallow(least, any);
  }

  private object(schema: JsonSchema): fc.Arbitrary<Json> {
    const required = new Set((schema.required as string[] | undefined) ?? []);
    const properties = Object.entries((schema.properties as Record<string, unknown> | undefined) ?? {});
    const fields = properties.map(([name, property]) => {
      const value = this.convert(property);
      return required.has(name) ? value : this.sometimes(value);
    });
    const stated = fc.tuple(...fields).map((values) => assemble(properties, values));
    if (properties.length > 0 || !('additionalProperties' in schema)) return stated;
    return this.record(schema);
  }

  private sometimes(value: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> {
    return this.shallow(fc.constant(undefined), fc.option(value, { nil: undefined, freq: 2 }));
  }

  private record(schema: JsonSchema): fc.Arbitrary<Json> {
    if (schema.additionalProperties === false) return fc.constant({});
    const names = (schema.propertyNames as JsonSchema | undefined) ?? { type: 'string' };
    const key = this.convert({ type: 'string', ...names }) as fc.Arbitrary<string>;
    const value = this.convert(schema.additionalProperties);
    const pairs = fc.array(fc.tuple(key, value), { maxLength: 5 });
    return pairs.map((entries) => Object.fromEntries(entries));
  }

  private anything(): fc.Arbitrary<Json> {
    const scalar = fc.oneof(fc.constantFrom<Json>(null, true, false, 0, 1, -1, '', 'a'), fc.integer(), fc.string());
    const nested = fc.oneof(fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.string(), scalar, plainObject));
    return fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: nested });
  }

  private merged(schema: JsonSchema): JsonSchema {
    const { allOf, ...own } = schema;
    return (allOf as unknown[]).map((part) => this.resolved(part)).reduce<JsonSchema>(mergeSchemas, own);
  }

  private resolved(schema: unknown): JsonSchema {
    if (typeof schema !== 'object' || schema === null) return {};
    const ref = (schema as JsonSchema).$ref;
    return typeof ref === 'string' ? (this.target(ref) as JsonSchema) : (schema as JsonSchema);
  }

  /** Tied late: a schema may refer to itself. */
  private reference(ref: string): fc.Arbitrary<Json> {
    const known = this.refs.get(ref);
    if (known !== undefined) return known;
    const target = this.target(ref);
    let built: fc.Arbitrary<Json> | undefined;
    const tied = new Late(
      () => {
        built ??= this.convert(target);
        return built;
      },
      (change) => {
        this.depth += change;
      },
    );
    this.refs.set(ref, tied);
    return tied;
  }

  private target(ref: string): unknown {
    const path = ref.startsWith('#') ? ref.slice(1).split('/').filter(Boolean).map(unescapePointer) : undefined;
    const found = path?.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], this.root);
    if (found === undefined) throw notConvertible(this.label, `its schema refers to ${ref}, which is not in it`);
    return found;
  }
}

/** An arbitrary that is chosen when a value is drawn. `deeper` is told when that begins and ends. */
class Late<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly choose: () => fc.Arbitrary<T>,
    private readonly deeper: (change: number) => void = () => {},
  ) {
    super();
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    this.deeper(1);
    try {
      return this.choose().generate(random, biasFactor);
    } finally {
      this.deeper(-1);
    }
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.choose().canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.choose().shrink(value, context);
  }
}

interface Length {
  readonly minLength: number;
  readonly maxLength: number;
  readonly size: 'max';
}

const depthMax = 3;
const plainObject = { maxKeys: 3, noNullPrototype: true } as const;

function assemble(properties: [string, unknown][], values: (Json | undefined)[]): Json {
  return Object.fromEntries(
    properties.flatMap(([name], i) => (values[i] === undefined ? [] : [[name, values[i] as Json]])),
  );
}

/** A choice stands beside keywords that hold for all of its branches. */
function withSiblings(schema: JsonSchema, choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  const { anyOf: _anyOf, oneOf: _oneOf, $defs: _defs, definitions: _definitions, ...siblings } = schema;
  return '$ref' in choice ? choice : mergeSchemas(siblings, choice as JsonSchema);
}

function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = { ...(a.properties as object), ...(b.properties as object) };
  const required = [...((a.required as string[]) ?? []), ...((b.required as string[]) ?? [])];
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function impliedType(schema: JsonSchema): string | undefined {
  if ('properties' in schema || 'additionalProperties' in schema || 'required' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if ('pattern' in schema || 'format' in schema || 'minLength' in schema || 'maxLength' in schema) return 'string';
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : undefined;
}

function unescapePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Values that are likely to fit a JSON Schema. `label` names the schema in errors: "output of getOrder"; `literals` are
 * values that are worth trying where they fit.
 */
export function arbitraryOf(schema: JsonSchema, label: string, literals: Literals = noLiterals): fc.Arbitrary<Json> {
  return new Converter(schema, label, literals).convert(schema);
}
