import { givenAs, type JsonSchema, listed } from './json-schema.ts';

/** `input`: what a schema takes in. `output`: what it gives out. */
export type Side = 'input' | 'output';

/** A string, given as a `Date` if that is possible, with the bounds that the schema states. */
function dateSchema(min: unknown, max: unknown, isGiven = true): JsonSchema {
  return {
    type: 'string',
    format: 'date-time',
    ...(isGiven && { [givenAs]: 'date' }),
    ...(min instanceof Date && { formatMinimum: min.toISOString() }),
    ...(max instanceof Date && { formatMaximum: max.toISOString() }),
  };
}

function unspeakable(what: string): Error {
  const hint = what === 'Date' ? '; declare a string (as z.iso.datetime()), or z.coerce.date()' : '';
  return new Error(`${what} cannot be represented in JSON${hint}`);
}

/** Whether a date is given as one. What is no date, and cannot become one, is refused. */
function dateGiven(dates: boolean, coerce: unknown): boolean {
  if (!dates && coerce !== true) throw unspeakable('Date');
  return dates;
}

const nameOf: Readonly<Record<string, string>> = {
  bigint: 'BigInt',
  symbol: 'Symbol',
  map: 'Map',
  set: 'Set',
  nan: 'NaN',
  function: 'Function',
  promise: 'Promise',
  file: 'File',
  blob: 'Blob',
};

/** The keywords of another schema, in place of what was there. */
function become(jsonSchema: Record<string, unknown>, other: JsonSchema): void {
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, other);
}

interface ZodContext {
  readonly zodSchema: {
    readonly _zod: {
      readonly def: { readonly type: string; readonly coerce?: boolean };
      readonly bag?: { readonly minimum?: unknown; readonly maximum?: unknown };
    };
  };
  readonly jsonSchema: Record<string, unknown>;
  readonly path?: readonly (string | number)[];
}

/** For zod 4: dates where they can be given, and errors that name what JSON cannot carry. */
export function zodOptions(dates: boolean): Record<string, unknown> {
  const override = ({ zodSchema, jsonSchema }: ZodContext) => {
    const { def, bag } = zodSchema._zod;
    const what = nameOf[def.type];
    if (what !== undefined) throw unspeakable(what);
    if (def.type !== 'date') return;
    become(jsonSchema, dateSchema(bag?.minimum, bag?.maximum, dateGiven(dates, def.coerce)));
  };
  return { unrepresentable: 'any', override };
}

/** For zod 3, by zod-to-json-schema. */
export function zod3Options(side: Side, dates: boolean): object {
  const postProcess = (jsonSchema: unknown, def: { readonly typeName?: string; readonly [key: string]: unknown }) => {
    const what = nameOf[(def.typeName ?? '').replace('Zod', '').toLowerCase()];
    if (what !== undefined) throw unspeakable(what);
    return def.typeName === 'ZodDate' ? zod3Date(def.checks, dateGiven(dates, def.coerce)) : jsonSchema;
  };
  const effectStrategy = side === 'input' ? 'input' : 'any';
  return { pipeStrategy: side, effectStrategy, $refStrategy: 'root', target: 'jsonSchema7', postProcess };
}

function zod3Date(checks: unknown, isGiven: boolean): JsonSchema {
  const limit = (kind: string) => {
    const found = listed(checks).find((check) => (check as { kind?: unknown }).kind === kind);
    return found === undefined ? undefined : new Date((found as { value: number }).value);
  };
  return dateSchema(limit('min'), limit('max'), isGiven);
}

interface ValibotContext {
  readonly valibotSchema: { readonly type: string };
  readonly jsonSchema: JsonSchema;
}

/** For valibot, by its own converter. Checks that it cannot describe are left to the schema. */
export function valibotOptions(side: Side, dates: boolean): object {
  const overrideSchema = ({ valibotSchema }: ValibotContext): JsonSchema | undefined => {
    const what = nameOf[valibotSchema.type];
    if (what !== undefined) throw unspeakable(what);
    if (valibotSchema.type !== 'date') return undefined;
    return dateSchema(undefined, undefined, dateGiven(dates, false));
  };
  return { typeMode: side, errorMode: 'ignore', target: 'draft-2020-12', overrideSchema };
}

interface ArktypeContext {
  readonly base: JsonSchema;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** For arktype: what it cannot describe is left to the schema. */
export function arktypeOptions(dates: boolean): Record<string, unknown> {
  return {
    fallback: {
      default: ({ base }: ArktypeContext) => base,
      date: ({ before, after }: ArktypeContext) => dateSchema(after, before, dateGiven(dates, false)),
    },
  };
}
