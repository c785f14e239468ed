import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../../runtime/index.ts';
import { Dice } from '../random.ts';
import { checkJsonSchema } from './check.ts';
import type { Schema } from './json-schema.ts';
import { withoutAssertions } from './patterns.ts';
import { Values } from './values.ts';

function drawn(schema: Schema, count = 400): Json[] {
  const values = new Values(schema, 'value under test');
  return Array.from({ length: count }, (_, i) => values.draw(new Dice(9, i)));
}

describe('values that programs trip over', () => {
  test('strings look like other things, are empty, endless, and no text at all', () => {
    const texts = drawn({ type: 'string' }, 6_000) as string[];

    for (const text of [
      '',
      '__proto__',
      '007',
      'true',
      '\ud800',
      '<script>alert(1)</script>',
      '../../etc/passwd',
      'İ',
    ]) {
      expect(texts).toContain(text);
    }
    expect(Math.max(...texts.map((text) => text.length))).toBe(5_000);
  });

  test('numbers are at the ends of their types', () => {
    const integers = drawn({ type: 'integer' }, 6_000);
    const numbers = drawn({ type: 'number' }, 6_000);

    expect(integers).toEqual(expect.arrayContaining([2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)]));
    expect(numbers).toEqual(expect.arrayContaining([0.1 + 0.2, 5e-324, Number.MAX_VALUE, 1e21]));
  });

  test('times are where calendars and clocks are odd', () => {
    const times = drawn({ type: 'string', format: 'date-time' }) as string[];

    for (const time of ['1970-01-01', '2024-02-29', '2024-03-31', '2038-01-19', '1969-12-31']) {
      expect(times.map((text) => text.slice(0, 10))).toContain(time);
    }
  });

  test('times stay within the limits of their schema', () => {
    const limits = { formatMinimum: '2024-01-01T00:00:00Z', formatMaximum: '2024-12-31T00:00:00Z' };
    const times = drawn({ type: 'string', format: 'date-time', ...limits }) as string[];

    for (const time of times) expect(time.slice(0, 4)).toBe('2024');
    expect(new Set(times).size).toBeGreaterThan(4);
  });

  test('lists are empty, short, and now and then long', () => {
    const lengths = (drawn({ type: 'array', items: { type: 'null' } }) as Json[][]).map(({ length }) => length);

    expect(lengths).toContain(0);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(30);
    expect(lengths.filter((length) => length < 8).length).toBeGreaterThan(350);
  });

  test('the alternatives of a union come about as often', () => {
    const values = drawn({ anyOf: [{ const: 1 }, { anyOf: [{ const: 2 }, { const: 3 }] }, { const: 4 }] }, 2_000);

    for (const one of [1, 2, 3, 4]) expect(values.filter((value) => value === one).length).toBeGreaterThan(350);
  });

  test('a member may be called __proto__', () => {
    const schema = {
      type: 'object',
      required: ['__proto__'],
      properties: JSON.parse('{"__proto__":{"type":"integer"}}'),
    };
    const [value] = drawn(schema, 1) as [object];

    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(checkJsonSchema(schema, JSON.parse('{"__proto__":"x"}'))).toHaveLength(1);
  });

  test('defaults and examples are likely, and not all there is', () => {
    const values = drawn({ type: 'integer', default: 4_711, examples: [815, 'no integer'] });

    expect(values).toEqual(expect.arrayContaining([4_711, 815]));
    expect(values).not.toContain('no integer');
    expect(values.filter((value) => value === 4_711 || value === 815).length).toBeLessThan(200);
  });
});

describe('what is written in other words', () => {
  test('tuples, definitions and dependencies of draft 07', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { flag: { type: 'boolean' } },
      type: 'array',
      items: [{ type: 'string' }, { $ref: '#/definitions/flag' }],
      additionalItems: false,
      minItems: 2,
    };
    const dependent = {
      properties: { card: { type: 'string' }, billing: { type: 'string' } },
      type: 'object',
      dependencies: { card: ['billing'] },
    };

    for (const value of drawn(schema)) expect(value).toEqual([expect.any(String), expect.any(Boolean)]);
    for (const value of drawn(dependent)) if ('card' in (value as object)) expect(value).toHaveProperty('billing');
    expect(checkJsonSchema(schema, ['a', true, 1])).toHaveLength(1);
    expect(checkJsonSchema(dependent, { card: 'x' })).toEqual([{ path: '$.billing', message: 'is missing' }]);
  });

  test('null, as OpenAPI says it', () => {
    const values = drawn({ type: 'string', nullable: true });

    expect(values).toContain(null);
  });

  test('members that no part of the schema speaks of', () => {
    const schema = { allOf: [{ properties: { a: { type: 'null' } } }], type: 'object', unevaluatedProperties: false };

    expect(checkJsonSchema(schema, { a: null })).toEqual([]);
    expect(checkJsonSchema(schema, { b: null })).toEqual([{ path: '$.b', message: 'nothing is allowed here' }]);
    for (const value of drawn(schema)) expect(checkJsonSchema(schema, value)).toEqual([]);
  });

  test('patterns that look ahead', () => {
    expect(withoutAssertions('^(?=.*[)\\]])a(?:b)(?!c(d))e(?<name>f)$')).toBe('^a(?:b)e(?<name>f)$');
    for (const text of drawn({ type: 'string', pattern: '^(?=.*\\d)[a-z\\d]{4}$' })) expect(text).toMatch(/\d/);
  });
});

describe('a schema for which nothing can be made up ends in an error that says where', () => {
  const cases: [string, Schema, RegExp][] = [
    [
      'bounds that contradict each other',
      { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 3, maximum: 2 } } },
      /\$\.n /,
    ],
    ['types that contradict each other', { allOf: [{ type: 'string' }, { type: 'number' }] }, /\$ has no form/],
    [
      'a tree without leaves',
      { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } },
      /\$\.next has to contain itself, without end/,
    ],
    ['a reference to itself', { $ref: '#' }, /\$ has no form/],
    [
      'more members than are allowed',
      { type: 'object', properties: { a: {} }, additionalProperties: false, minProperties: 2 },
      /\$/,
    ],
    [
      'what is excluded again',
      { items: { type: 'null', not: { type: 'null' } }, type: 'array', minItems: 1 },
      /\$\[\] has no value/,
    ],
    [
      'more different items than there are',
      { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
      /\$ has fewer than 3/,
    ],
    [
      'a refinement deep inside',
      z.object({ a: z.array(z.object({ b: z.string().refine(() => false) })).min(1) }),
      /\$\.a\[0\]\.b /,
    ],
  ];
  test.each(cases)('%s', (_what, schema, where) => {
    expect(() => new Values(schema, 'output of pay').draw(new Dice(1, 1))).toThrow(where);
    expect(() => new Values(schema, 'output of pay').draw(new Dice(1, 1))).toThrow(/output of pay/);
  });

  test('an impossible part that a value can do without is left out', () => {
    const schema = {
      type: 'object',
      properties: { a: false, b: { $ref: '#/$defs/loop' }, c: { type: 'null' } },
      $defs: { loop: { type: 'object', required: ['loop'], properties: { loop: { $ref: '#/$defs/loop' } } } },
    };

    expect(new Set(drawn(schema).map((value) => JSON.stringify(value)))).toEqual(new Set(['{}', '{"c":null}']));
  });

  test('a refinement that half of the items pass is met by thirty of them', () => {
    const schema = z.array(z.int().refine((n) => n % 2 === 0)).length(30);

    for (const value of drawn(schema, 20)) expect(schema.safeParse(value).success).toBe(true);
  });
});
