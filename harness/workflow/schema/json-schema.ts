import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { MisuseError } from '../../../runtime/index.ts';

/** A JSON Schema (draft 2020-12 or 07): an object, or `true` for anything. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a workflow may declare values with: a Standard Schema (zod, arktype, …) or a plain JSON Schema. */
export type Schema = StandardSchemaV1 | JsonSchema;

type Described = StandardSchemaV1 & Partial<StandardJSONSchemaV1>;

export function isStandardSchema(schema: unknown): schema is StandardSchemaV1 {
  const held = (typeof schema === 'object' && schema !== null) || typeof schema === 'function' ? schema : undefined;
  return held !== undefined && typeof (held as Partial<StandardSchemaV1>)['~standard']?.validate === 'function';
}

export function isSchema(schema: unknown): schema is Schema {
  return isStandardSchema(schema) || (typeof schema === 'object' && schema !== null && !Array.isArray(schema));
}

/**
 * The JSON Schema of the values that a schema takes in. Throws `MisuseError` `SCHEMA_NOT_CONVERTIBLE` that names the
 * schema by `label` when its library cannot describe it.
 */
export function jsonSchemaOf(schema: Schema, label: string): JsonSchema {
  if (!isStandardSchema(schema)) return schema as JsonSchema;
  const standard = (schema as Described)['~standard'];
  if (standard.jsonSchema === undefined) throw notConvertible(label, undescribed(standard.vendor));
  try {
    return standard.jsonSchema.input({ target: 'draft-2020-12' });
  } catch (error) {
    throw notConvertible(label, (error as Error).message);
  }
}

function undescribed(vendor: string): string {
  return `${vendor} does not describe its schemas as JSON Schema (Standard JSON Schema). Use zod 4.2 or later, or give a plain JSON Schema`;
}

export function notConvertible(label: string, reason: string): MisuseError {
  return new MisuseError('SCHEMA_NOT_CONVERTIBLE', `No values can be made up for the ${label}: ${reason}.`);
}
