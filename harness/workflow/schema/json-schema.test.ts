import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, MisuseError } from '../../../runtime/index.ts';
import { Dice } from '../random.ts';
import { checkJsonSchema } from './check.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemas } from './testing/json-schemas.ts';
import { Values } from './values.ts';

/** As somebody else reads JSON Schema. */
function validatorOf(schema: JsonSchema, validateFormats = false): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats, ownProperties: true, logger: false });
  if (validateFormats) formats.default(ajv as never);
  return ajv.compile(schema) as (value: unknown) => boolean;
}

/** Values of a schema; none where nothing was found that fits, which has to be said. */
function drawn(schema: JsonSchema, count: number): Json[] {
  const values = new Values(schema, 'value');
  try {
    return Array.from({ length: count }, (_, i) => values.draw(new Dice(3, i)));
  } catch (error) {
    expect(error).toBeInstanceOf(MisuseError);
    expect((error as Error).message).toMatch(/\$/);
    return [];
  }
}

const runs = { numRuns: 80, seed: 4 };

describe('whatever the schema', () => {
  test('values that are made up fit it, as another validator says, formats included', () => {
    let without = 0;
    fc.assert(
      fc.property(jsonSchemas, (schema) => {
        const fits = validatorOf(schema, true);
        const values = drawn(schema, 12);
        if (values.length === 0) without += 1;
        for (const value of values) if (!fits(value)) throw new Error(`does not fit: ${JSON.stringify(value)}`);
      }),
      runs,
    );
    expect(without).toBeLessThan(runs.numRuns / 8);
  });

  test('the check says what another validator says, of values that fit and of others', () => {
    fc.assert(
      fc.property(jsonSchemas, jsonSchemas, fc.jsonValue({ maxDepth: 2 }), (schema, other, any) => {
        const fits = validatorOf(schema);
        for (const value of [...drawn(schema, 4), ...drawn(other, 6), any as Json]) {
          expect([value, checkJsonSchema(schema, value).length === 0]).toEqual([value, fits(value)]);
        }
      }),
      runs,
    );
  });

  test('lies do not fit it', () => {
    let lies = 0;
    fc.assert(
      fc.property(jsonSchemas, (schema) => {
        const fits = validatorOf(schema);
        const values = new Values(schema, 'value');
        if (drawn(schema, 1).length === 0) return;
        for (let i = 0; i < 6; i++) {
          const lie = values.lie(new Dice(5, i));
          if (lie === undefined) continue;
          lies += 1;
          expect([lie.value, fits(lie.value)]).toEqual([lie.value, false]);
          expect(lie.lie).toMatch(/^\$/);
        }
      }),
      runs,
    );
    expect(lies).toBeGreaterThan(runs.numRuns * 4);
  });

  test('what is simpler than a value fits it too, and the simplest is the same every time', () => {
    fc.assert(
      fc.property(jsonSchemas, (schema) => {
        const fits = validatorOf(schema);
        for (const value of drawn(schema, 2)) {
          const values = new Values(schema, 'value');
          for (const simpler of [...values.simpler(value)].slice(0, 30)) expect(fits(simpler)).toBe(true);
          expect(new Values(schema, 'value').simplest).toEqual(values.simplest);
        }
      }),
      { ...runs, numRuns: 30 },
    );
  });

  test('the same dice give the same value', () => {
    fc.assert(
      fc.property(jsonSchemas, (schema) => {
        expect(drawn(schema, 3)).toEqual(drawn(schema, 3));
      }),
      { ...runs, numRuns: 30 },
    );
  });
});
