import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

/**
 * The TypeScript type of what a schema accepts (`input`) or gives (`output`); `fallback` where it cannot tell. Schema
 * libraries offer JSON Schema through the Standard JSON Schema interface; those that do not are opaque to us.
 */
export function schemaType(schema: StandardSchemaV1 | undefined, side: 'input' | 'output', fallback: string): string {
  const json = schema === undefined ? undefined : jsonSchemaOf(schema, side);
  return json === undefined ? fallback : typeText(json, { root: json, expanding: ['#'] });
}

/** JSON Schema as far as it is read here. */
type JsonSchema = { readonly [keyword: string]: unknown } | boolean;

/** The whole schema, for references, and the ones being written, so that a recursive one comes to an end. */
interface Around {
  readonly root: JsonSchema;
  readonly expanding: readonly string[];
}

function jsonSchemaOf(schema: StandardSchemaV1, side: 'input' | 'output'): JsonSchema | undefined {
  const converter: Partial<StandardJSONSchemaV1.Props> = schema['~standard'];
  try {
    return converter.jsonSchema?.[side]({ target: 'draft-2020-12' });
  } catch {
    // A converter throws for what JSON Schema cannot say. Then there is nothing to tell, and nothing is wrong.
    return undefined;
  }
}

function typeText(schema: JsonSchema, around: Around): string {
  if (typeof schema === 'boolean') return schema ? 'Json' : 'never';
  const { $ref: reference, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof reference === 'string') return referenceText(reference, around);
  if (constant !== undefined) return literal(constant);
  if (Array.isArray(values)) return union(values.map(literal));
  if (isSchemas(anyOf)) return union(anyOf.map((part) => typeText(part, around)));
  if (isSchemas(oneOf)) return union(oneOf.map((part) => typeText(part, around)));
  if (isSchemas(allOf)) return allOf.map((part) => grouped(typeText(part, around))).join(' & ') || 'Json';
  if (Array.isArray(type)) return union(type.map((one: unknown) => namedType(one, schema, around)));
  return namedType(type, schema, around);
}

function namedType(type: unknown, schema: { readonly [keyword: string]: unknown }, around: Around): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return arrayText(schema, around);
    case 'object':
      return objectText(schema, around);
    default:
      return schema.properties === undefined ? 'Json' : objectText(schema, around);
  }
}

function arrayText({ items, prefixItems }: { readonly [keyword: string]: unknown }, around: Around): string {
  if (isSchemas(prefixItems)) return `[${prefixItems.map((item) => typeText(item, around)).join(', ')}]`;
  return isSchema(items) ? `${grouped(typeText(items, around))}[]` : 'Json[]';
}

function objectText(schema: { readonly [keyword: string]: unknown }, around: Around): string {
  const { properties, additionalProperties, required } = schema;
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, field]) => `${key(name)}${needed.includes(name) ? '' : '?'}: ${typeText(field, around)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const rest = isSchema(additionalProperties) ? typeText(additionalProperties, around) : 'Json';
  return rest === 'never' ? '{}' : `{ [key: string]: ${rest} }`;
}

/** References inside the schema: `#`, `#/$defs/Node`. */
function referenceText(reference: string, around: Around): string {
  const target = around.expanding.includes(reference) ? undefined : resolve(reference, around.root);
  return target === undefined ? 'Json' : typeText(target, { ...around, expanding: [...around.expanding, reference] });
}

function resolve(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    target = (target as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return isSchema(target) ? target : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.every(isSchema);
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types.map(grouped))].join(' | ') || 'never';
}

function grouped(type: string): string {
  return / [|&] /.test(type) && !/^[{[]/.test(type) ? `(${type})` : type;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
