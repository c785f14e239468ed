import type { Json } from '../../../runtime/index.ts';

/**
 * Simpler JSON values than a given one, simplest first: shorter, fewer, nearer to zero. Finite, and no value is
 * simpler than itself by way of others, so that repeating it ends.
 */
export function* simpler(value: Json): Generator<Json> {
  if (value === true) yield false;
  if (typeof value === 'number') yield* simplerNumbers(value);
  if (typeof value === 'string') yield* simplerStrings(value);
  if (Array.isArray(value)) yield* simplerArrays(value);
  else if (typeof value === 'object' && value !== null) yield* simplerObjects(value);
}

function* simplerNumbers(value: number): Generator<number> {
  if (value === 0) return;
  yield 0;
  if (!Number.isInteger(value)) yield Math.trunc(value);
  if (value < 0) yield -value;
  for (let gap = Math.trunc(value / 2); gap !== 0; gap = Math.trunc(gap / 2)) yield Math.trunc(value) - gap;
}

function* simplerStrings(value: string): Generator<string> {
  if (value === '') return;
  yield '';
  for (let length = 1; length < value.length; length *= 2) yield value.slice(0, length);
  if (value.length > 1) yield value.slice(0, -1);
  const plain = 'a'.repeat(value.length);
  if (value.length <= 3 && value !== plain) yield plain;
}

function* simplerArrays(value: Json[]): Generator<Json> {
  if (value.length > 0) yield [];
  if (value.length > 3) yield value.slice(0, value.length >> 1);
  for (const i of value.keys()) yield value.toSpliced(i, 1);
  for (const [i, item] of value.entries()) for (const less of simpler(item)) yield value.with(i, less);
}

function* simplerObjects(value: { [key: string]: Json }): Generator<Json> {
  const entries = Object.entries(value);
  for (const i of entries.keys()) yield Object.fromEntries(entries.toSpliced(i, 1));
  for (const [i, [key, item]] of entries.entries()) {
    for (const less of simpler(item)) yield Object.fromEntries(entries.with(i, [key, less]));
  }
}
