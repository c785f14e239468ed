import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../runtime/index.ts';
import { Dice } from '../../random.ts';
import type { Schema } from '../json-schema.ts';
import { Values } from '../values.ts';

/** The same schemas, in the words of one library. */
export interface VendorSchemas {
  /** `{ id: string of 1 to 8, total: integer from 0 to 5000, status: 'open' | 'paid', note?: string | null }`. */
  readonly order: Schema;
  readonly email: Schema;
  readonly uuid: Schema;
  readonly dateTime: Schema;
  /** `{ name: string, children: Tree[] }`. */
  readonly tree: Schema;
  /** `{ kind: 'a', n: integer } | { kind: 'b', s: string } | null`. */
  readonly union: Schema;
  /** At least three integers, each of them even: which only the library knows. */
  readonly evens: Schema;
  /** A string that is given out as the number of its characters. */
  readonly length: Schema;
  /** `{ n: number, 7 unless it is given }`. */
  readonly filledIn: Schema;
  /** A `Date` of this century. */
  readonly date: Schema;
  /** What JSON cannot carry. */
  readonly bigint: Schema;
}

function drawn(schema: Schema, count = 120): Json[] {
  const values = new Values(schema, 'value under test', { dates: true });
  return Array.from({ length: count }, (_, i) => values.draw(new Dice(7, i)));
}

function accepts(schema: Schema, value: unknown): boolean {
  return new Values(schema, 'value under test').accepts(value);
}

/** What holds for the schemas of every library. */
export function describeVendor(name: string, schemas: VendorSchemas): void {
  describe(name, () => {
    for (const kind of ['order', 'email', 'uuid', 'dateTime', 'tree', 'union', 'evens'] as const) {
      test(`values of ${kind} pass their own schema, and not all are the same`, () => {
        const values = drawn(schemas[kind]);
        for (const value of values) expect([value, accepts(schemas[kind], value)]).toEqual([value, true]);
        expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(2);
      });
    }

    test('bounds are met, and every alternative is taken', () => {
      const orders = drawn(schemas.order, 300) as { total: number; status: string; note?: string | null }[];

      expect(orders.map(({ total }) => total)).toEqual(expect.arrayContaining([0, 5_000]));
      expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['open', 'paid']));
      expect(new Set(orders.map(({ note }) => typeof note))).toEqual(new Set(['string', 'object', 'undefined']));
      const kinds = drawn(schemas.union).map((value) => (value as { kind: string } | null)?.kind);
      expect(new Set(kinds)).toEqual(new Set(['a', 'b', undefined]));
    });

    test('a tree ends, and is not always a leaf', () => {
      const sizes = drawn(schemas.tree).map((value) => JSON.stringify(value).split('"children"').length - 1);

      expect(Math.max(...sizes)).toBeGreaterThan(2);
      expect(Math.max(...sizes)).toBeLessThan(500);
    });

    test('what a schema transforms comes as it gives it out, and is made simpler as such', () => {
      const lengths = drawn(schemas.length);
      const values = new Values(schemas.length, 'value under test');

      for (const length of lengths) expect(length).toEqual(expect.any(Number));
      expect([...values.simpler(200)]).toContain(0);
      expect(values.simplest).toBe(0);
    });

    test('what a schema fills in is there', () => {
      const filled = drawn(schemas.filledIn) as { n: number }[];

      for (const { n } of filled) expect(n).toEqual(expect.any(Number));
      expect(filled.map(({ n }) => n)).toContain(7);
      expect(new Set(filled.map(({ n }) => n)).size).toBeGreaterThan(5);
    });

    test('dates are given as dates where code gives them, and come as text', () => {
      for (const date of drawn(schemas.date)) expect(date).toMatch(/^20\d\d-\d\d-\d\dT/);
    });

    test('dates from where only JSON comes are refused by name', () => {
      const values = new Values(schemas.date, 'input of schedule');

      expect(() => values.draw(new Dice(1, 1))).toThrow(/input of schedule: Date cannot be represented/);
    });

    test('what JSON cannot carry is refused by name', () => {
      expect(() => drawn(schemas.bigint)).toThrow(/value under test/);
    });

    test('lies are refused, and say where', () => {
      const values = new Values(schemas.order, 'order');
      const lies = Array.from({ length: 60 }, (_, i) => values.lie(new Dice(2, i)));

      for (const lie of lies) {
        expect(lie?.lie).toMatch(/^\$/);
        expect(accepts(schemas.order, lie?.value)).toBe(false);
      }
      const places = new Set(lies.map((lie) => lie?.lie.split(' ')[0]));
      for (const place of ['$.id', '$.total', '$.status']) expect(places).toContain(place);
      expect(lies.map((lie) => lie?.value)).toContain(null);
      for (const lie of values.simplerLies(lies[0]?.value ?? null)) expect(values.accepts(lie.value)).toBe(false);
    });

    test('what only looks like a lie, because the schema transforms, is none', () => {
      const values = new Values(schemas.length, 'length');
      const lies = Array.from({ length: 20 }, (_, i) => values.lie(new Dice(2, i)));

      for (const lie of lies) if (lie !== undefined) expect(typeof lie.value).not.toBe('number');
    });
  });
}
