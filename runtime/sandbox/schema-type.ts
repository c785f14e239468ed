import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import {
  type Field,
  intersection,
  listOf,
  literal,
  never,
  objectOf,
  recordOf,
  type TypeText,
  tuple,
  union,
  whole,
} from './type-text.ts';

/** JSON Schema as far as it is read here (draft 2020-12 or 07). */
type JsonSchema = { readonly [keyword: string]: unknown } | boolean;

/** A Standard Schema, or a JSON Schema. */
export type DescribedSchema = StandardSchemaV1 | { readonly [keyword: string]: unknown };

/** `input`: what a schema accepts, `output`: what it gives. */
export type Side = 'input' | 'output';

/** A schema that is being written. */
interface Around {
  readonly root: JsonSchema;
  /** What stands where nothing is known: whoever gives a value may give anything, whoever gets one may do anything with it. */
  readonly open: TypeText;
  /** What types that have no name of their own are called after. */
  readonly hint: string;
  /** Types that have a name, by the reference that leads to them. */
  readonly named: Map<string, string>;
}

/**
 * Writes schemas as TypeScript types. What refers to itself, or has a name in its schema, becomes a type of that name in
 * `declarations`. Schema libraries offer JSON Schema through the Standard JSON Schema interface; those that do not are
 * opaque to us.
 */
export class SchemaTypes {
  readonly #declared = new Map<string, string>();

  /** `taken`: names that types must not have. */
  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#declared.set(name, '');
  }

  /** The type, in as many lines as it takes. `hint` is what it is called if it needs a name. */
  textOf(schema: DescribedSchema | undefined, side: Side, hint: string): string {
    const open = whole(side === 'input' ? 'unknown' : 'any');
    const root = schema === undefined ? undefined : jsonSchemaOf(schema, side);
    if (root === undefined) return open.text;
    return this.#reference('#', { root, open, hint, named: new Map() }).text;
  }

  /** What the texts so far refer to, by name. */
  get declarations(): readonly { readonly name: string; readonly text: string }[] {
    return [...this.#declared].flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));
  }

  #reference(reference: string, around: Around): TypeText {
    const known = around.named.get(reference);
    if (known !== undefined) return whole(known);
    const target = resolve(reference, around.root);
    if (target === undefined) return around.open;
    const name = ownName(reference) ?? (leadsTo(reference, target, around.root) ? around.hint : undefined);
    return name === undefined ? this.#type(target, around) : whole(this.#declare(name, reference, target, around));
  }

  /** A name is given once; a type that another one has taken its name from gets a number behind it. */
  #declare(base: string, reference: string, target: JsonSchema, around: Around): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`;
      const known = this.#declared.get(name);
      if (known === undefined) this.#declared.set(name, '');
      around.named.set(reference, name);
      const { text } = this.#type(target, around);
      if (known === undefined) this.#declared.set(name, text);
      if (known === undefined || known === text) return name;
    }
  }

  #type(schema: JsonSchema, around: Around): TypeText {
    if (typeof schema === 'boolean') return schema ? around.open : never;
    const { anyOf, oneOf, allOf, nullable } = schema;
    const parts = [
      this.#own(schema, around),
      ...schemasIn(allOf).map((part) => this.#type(part, around)),
      ...[anyOf, oneOf].filter(isSchemas).map((ways) =>
        union(
          ways.map((way) => this.#type(way, around)),
          around.open,
        ),
      ),
    ];
    const type = intersection(parts, around.open);
    return nullable === true ? union([type, whole('null')], around.open) : type;
  }

  /** What it says besides `anyOf` and the like. */
  #own(schema: { readonly [keyword: string]: unknown }, around: Around): TypeText {
    const { $ref: reference, const: constant, enum: values, type } = schema;
    if (typeof reference === 'string') return this.#reference(reference, around);
    if (constant !== undefined) return literal(constant);
    if (Array.isArray(values)) return union(values.map(literal), around.open);
    if (!Array.isArray(type)) return this.#ofType(type, schema, around);
    return union(
      type.map((one: unknown) => this.#ofType(one, schema, around)),
      around.open,
    );
  }

  #ofType(type: unknown, schema: { readonly [keyword: string]: unknown }, around: Around): TypeText {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
      case 'number':
        return whole(type);
      case 'integer':
        return whole('number');
      case 'array':
        return this.#array(schema, around);
      case 'object':
        return this.#object(schema, around);
      default:
        return schema.properties === undefined ? around.open : this.#object(schema, around);
    }
  }

  /** Draft 07 says `items` and `additionalItems` where later ones say `prefixItems` and `items`. */
  #array(schema: { readonly [keyword: string]: unknown }, around: Around): TypeText {
    const { items, prefixItems, additionalItems } = schema;
    const first = isSchemas(prefixItems) ? prefixItems : isSchemas(items) ? items : undefined;
    if (first === undefined) return listOf(isSchema(items) ? this.#type(items, around) : around.open);
    const rest = isSchemas(prefixItems) ? items : additionalItems;
    const others = isSchema(rest) && rest !== false ? this.#type(rest, around) : undefined;
    return tuple(
      first.map((item) => this.#type(item, around)),
      others,
    );
  }

  #object(schema: { readonly [keyword: string]: unknown }, around: Around): TypeText {
    const { properties, additionalProperties: others, required } = schema;
    const needed: readonly unknown[] = Array.isArray(required) ? required : [];
    const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
      ([name, field]): Field => ({
        name,
        optional: !needed.includes(name),
        type: this.#type(field, around),
        description: descriptionOf(field),
      }),
    );
    const more = isSchema(others) ? this.#type(others, around) : undefined;
    if (fields.length === 0) return others === false ? objectOf([]) : recordOf(more ?? around.open);
    if (more === undefined || others === false) return objectOf(fields);
    return intersection([objectOf(fields), recordOf(more)], around.open);
  }
}

/** What the schema's library says of it as JSON Schema; nothing where it does not, or where JSON Schema cannot say it. */
export function jsonSchemaOf(schema: DescribedSchema, side: Side): JsonSchema | undefined {
  if (!('~standard' in schema)) return schema;
  const converter = (schema as StandardSchemaV1)['~standard'] as Partial<StandardJSONSchemaV1.Props>;
  try {
    return converter.jsonSchema?.[side]({ target: 'draft-2020-12' });
  } catch {
    // A converter throws for what JSON Schema cannot say. Then there is nothing to tell, and nothing is wrong.
    return undefined;
  }
}

/** References inside the schema: `#`, `#/$defs/Node`. */
function resolve(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    target = (target as Record<string, unknown> | undefined)?.[
      decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return isSchema(target) ? target : undefined;
}

/** `Node` of `#/$defs/Node`; nothing for what a library has numbered. */
function ownName(reference: string): string | undefined {
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1];
  return name !== undefined && /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? pascal(name) : undefined;
}

/** Whether the schema at a reference refers to itself, over however many others. */
function leadsTo(reference: string, start: JsonSchema, root: JsonSchema): boolean {
  const seen = new Set<string>();
  const open: unknown[] = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const found of referencesIn(next)) {
      if (found === reference) return true;
      if (seen.has(found)) continue;
      seen.add(found);
      open.push(resolve(found, root) ?? {});
    }
  }
  return false;
}

function referencesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const parts = Object.entries(schema).filter(([keyword]) => keyword !== '$defs' && keyword !== 'definitions');
  return parts.flatMap(([keyword, part]) =>
    keyword === '$ref' && typeof part === 'string' ? [part] : referencesIn(part),
  );
}

export function pascal(name: string): string {
  return name
    .split(/[^\p{ID_Continue}$]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function descriptionOf(schema: JsonSchema): string | undefined {
  const description = typeof schema === 'boolean' ? undefined : schema.description;
  return typeof description === 'string' ? description : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.every(isSchema);
}

function schemasIn(value: unknown): readonly JsonSchema[] {
  return isSchemas(value) ? value : [];
}
