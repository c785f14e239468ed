import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { isStandardSchema, type JsonSchema, notConvertible, type Schema } from './json-schema.ts';
import { loadPeer } from './peer.ts';
import { arktypeOptions, type Side, valibotOptions, zod3Options, zodOptions } from './vendors.ts';

export interface DescribeOptions {
  readonly dates?: boolean;
  readonly from?: string;
  /** Loads a package of the project that holds `from`. */
  readonly load?: typeof loadPeer;
}

type Described = StandardSchemaV1 & Partial<StandardJSONSchemaV1>;
type Convert = (schema: unknown, options: object) => JsonSchema;

/**
 * The JSON Schema of the values that a schema takes in, or gives out: as its library says it (Standard JSON Schema), or as
 * the library's own converter does, which is loaded from the user's project when it is needed. Throws `MisuseError`
 * `SCHEMA_NOT_CONVERTIBLE` that names the schema by `label`, and what to install.
 */
export function describedBy(schema: Schema, label: string, side: Side, options: DescribeOptions): JsonSchema {
  if (!isStandardSchema(schema)) return schema;
  try {
    const { jsonSchema, vendor } = (schema as Described)['~standard'];
    const described = jsonSchema?.[side]({ target: 'draft-2020-12', libraryOptions: libraryOptions(vendor, options) });
    return described ?? converted(schema, side, options);
  } catch (error) {
    throw notConvertible(label, (error as Error).message.replace(/\.$/, ''));
  }
}

function libraryOptions(vendor: string, { dates = false }: DescribeOptions): Record<string, unknown> {
  if (vendor === 'zod') return zodOptions(dates);
  return vendor === 'arktype' ? arktypeOptions(dates) : {};
}

function converted(schema: StandardSchemaV1, side: Side, options: DescribeOptions): JsonSchema {
  const { vendor } = schema['~standard'];
  const dates = options.dates ?? false;
  if (vendor === 'valibot') {
    const convert = converter('@valibot/to-json-schema', 'toJsonSchema', 'valibot', options);
    return convert(schema, valibotOptions(side, dates));
  }
  if (vendor === 'zod' && '_zod' in schema) {
    const convert = converter('zod/v4/core', 'toJSONSchema', 'zod 4', options);
    return convert(schema, { ...zodOptions(dates), io: side, target: 'draft-2020-12' });
  }
  if (vendor === 'zod') {
    const convert = converter('zod-to-json-schema', 'zodToJsonSchema', 'zod 3', options);
    return convert(schema, zod3Options(side, dates));
  }
  throw new Error(
    `${vendor} does not describe its schemas as JSON Schema (Standard JSON Schema). Use a library that does (zod, valibot, arktype), or give a plain JSON Schema`,
  );
}

function converter(
  name: string,
  exported: string,
  vendor: string,
  { from, load = loadPeer }: DescribeOptions,
): Convert {
  const loaded = load(name, from) as Record<string, unknown> | undefined;
  const convert = loaded?.[exported];
  if (typeof convert === 'function') return convert as Convert;
  throw new Error(
    `${vendor} describes its schemas as JSON Schema by ${name}, which is not installed. Run \`npm install --save-dev ${name.replace(/\/v4.*/, '')}\`, or give a plain JSON Schema`,
  );
}
