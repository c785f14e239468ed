import fc, { type Arbitrary } from 'fast-check';
import type { Json } from '../../runtime/index.ts';
import { type Draw, drawn } from './draw.ts';

const scalars: readonly Json[] = [null, true, false, 'ok', '', 'o_7', 'u_17', 0.1];

function drawScalar(draw: Draw): Json {
  return draw.chance(50) ? draw.pick(scalars) : draw.int(-9, 99);
}

/** A row as scripts expect it: each of its fields is mostly there, and mostly of its kind. */
const fields: Readonly<Record<string, (draw: Draw) => Json>> = {
  id: (draw) => draw.pick(['o_7', 'u_17', 'b_2', 7]),
  total: (draw) => draw.int(0, 900),
  count: (draw) => draw.int(0, 3),
  ok: (draw) => draw.chance(50),
  name: (draw) => draw.pick(['Ann', 'Zürich', '']),
  next: (draw) => draw.chance(50),
};
const names = Object.keys(fields);

function drawRow(draw: Draw): Json {
  const row: { [field: string]: Json } = {};
  for (const name of names) if (draw.chance(45)) row[name] = fields[name]?.(draw) ?? null;
  return row;
}

function drawList(draw: Draw, item: (draw: Draw) => Json): Json[] {
  return Array.from({ length: draw.int(0, 3) }, () => item(draw));
}

function drawUsual(draw: Draw): Json {
  const kind = draw.int(1, 10);
  if (kind <= 3) return drawScalar(draw);
  if (kind <= 7) return drawRow(draw);
  if (kind === 8) return drawList(draw, drawScalar);
  return kind === 9 ? drawList(draw, drawRow) : { id: 'o_7', items: drawList(draw, drawRow) };
}

/** JSON that is simpler: `null`, what is inside, then with a part less, then with a simpler part. */
function* simplerJson(value: Json): Generator<Json> {
  if (value === null) return;
  yield null;
  if (Array.isArray(value)) {
    yield* value;
    for (const i of value.keys()) yield value.toSpliced(i, 1);
    for (const [i, part] of value.entries()) for (const simpler of simplerJson(part)) yield value.with(i, simpler);
  } else if (typeof value === 'object') {
    yield* Object.values(value);
    yield* simplerFields(Object.entries(value));
  } else if (typeof value === 'number' && value !== 0) yield 0;
}

function* simplerFields(entries: readonly [string, Json][]): Generator<Json> {
  for (const i of entries.keys()) yield ownKeys(entries.toSpliced(i, 1));
  for (const [i, [key, part]] of entries.entries())
    for (const simpler of simplerJson(part)) yield ownKeys(entries.with(i, [key, simpler]));
}

/** What actions of real systems answer with. */
const usual: Arbitrary<Json> = drawn(drawUsual, simplerJson);

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

const usualOrHard = fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: hardValues() });

/** JSON as actions answer with and people give; with `hostile`, now and then something that is hard to carry. */
export function jsonValues(hostile = false): Arbitrary<Json> {
  return hostile ? usualOrHard : usual;
}

function withoutNegativeZero(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
