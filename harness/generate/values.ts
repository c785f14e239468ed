import fc, { type Arbitrary } from 'fast-check';
import type { Json } from '../../runtime/index.ts';
import { partialRecord, plainRecord } from './plain-record.ts';

/** What actions of real systems answer with. */
function usual(): Arbitrary<Json> {
  const scalar = fc.oneof(
    fc.constantFrom<Json>(null, true, false, 'ok', '', 'u_17', 0.1),
    fc.integer({ min: -9, max: 99 }),
  );
  const row = partialRecord({ id: fc.nat(9), total: fc.nat(900), ok: fc.boolean() });
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 4, arbitrary: row as Arbitrary<Json> },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 1, arbitrary: plainRecord({ items: fc.array(row as Arbitrary<Json>, { maxLength: 3 }) }) },
  );
}

/** Strings that a careless carrier would change: lone surrogates, separators, quotes, and what looks like something else. */
const hardStrings = [
  '\ud800',
  '\udfff\ud800',
  '\u2028\u2029',
  '\u0000',
  '"\\\'`${',
  '__proto__',
  '\u{1f469}\u200d\u{1f680}',
  'NaN',
  '1e3',
  '\ufeff',
  'é',
  'e\u0301',
];
const hardNumbers = [5e-324, -1e308, 2 ** 53, 2 ** 53 + 2, 1e21, 1e-7, 0.1 + 0.2, -1, 4294967296];
const hardKeys = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'toJSON',
  'length',
  '0',
  '',
  'hasOwnProperty',
  '\ud800',
];

/** An object with these own keys, whatever they are called. */
export function ownKeys(entries: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(entries);
}

function nested(depth: number, list: boolean): Json {
  let value: Json = depth;
  for (let i = 0; i < depth; i++) value = list ? [value] : { in: value };
  return value;
}

/** JSON that is hard to carry: it must arrive exactly. `-0` is left out, since JSON text has none. */
export function hardValues(): Arbitrary<Json> {
  const hard = fc.constantFrom<Json>(...hardStrings, ...hardNumbers);
  const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...hardKeys), hard), {
    maxLength: 4,
    selector: ([key]) => key,
  });
  return fc.oneof(
    hard,
    entries.map(ownKeys),
    fc.array(hard, { maxLength: 4 }),
    fc.tuple(fc.nat(60), fc.boolean()).map(([depth, list]) => nested(depth, list)),
    fc.tuple(fc.nat(2000), fc.constantFrom('x', 'é', '\ud83d\ude00')).map(([length, unit]) => unit.repeat(length)),
    fc.json({ maxDepth: 4 }).map((text) => withoutNegativeZero(JSON.parse(text) as Json)),
  );
}

/** JSON as actions answer with and people give; with `hostile`, now and then something that is hard to carry. */
export function jsonValues(hostile = false): Arbitrary<Json> {
  return hostile ? fc.oneof({ weight: 2, arbitrary: usual() }, { weight: 1, arbitrary: hardValues() }) : usual();
}

function withoutNegativeZero(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
