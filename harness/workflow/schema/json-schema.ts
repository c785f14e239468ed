import type { StandardSchemaV1 } from '@standard-schema/spec';
import { MisuseError } from '../../../runtime/index.ts';

/** A JSON Schema (draft 2020-12 or 07) as an object. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A part of one: `true` is anything, `false` nothing. */
export type SubSchema = JsonSchema | boolean;

/** Keyword of ours for what JSON has no type for: `date`, a string that is given as a `Date`. */
export const givenAs = 'x-lockstep-given-as';

/** What a workflow may declare values with: a Standard Schema (zod, valibot, arktype, …) or a plain JSON Schema. */
export type Schema = StandardSchemaV1 | JsonSchema;

export function isStandardSchema(schema: unknown): schema is StandardSchemaV1 {
  const held = (typeof schema === 'object' && schema !== null) || typeof schema === 'function' ? schema : undefined;
  return held !== undefined && typeof (held as Partial<StandardSchemaV1>)['~standard']?.validate === 'function';
}

export function isSchema(schema: unknown): schema is Schema {
  return isStandardSchema(schema) || isObjectSchema(schema);
}

export function isObjectSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema);
}

export function isSubSchema(schema: unknown): schema is SubSchema {
  return typeof schema === 'boolean' || isObjectSchema(schema);
}

/** The items of a keyword that holds a list; none where it is absent. */
export function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of a keyword that holds named things; none where it is absent. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObjectSchema(value) ? value : {};
}

export function notConvertible(label: string, reason: string): MisuseError {
  return new MisuseError('SCHEMA_NOT_CONVERTIBLE', `No values can be made up for the ${label}: ${reason}.`);
}
