import type { Json } from '../../runtime/index.ts';
import { withItem, without } from './without.ts';

/** Simpler values than the given one, the simplest first. */
export function* simplerJson(value: Json): Generator<Json> {
  if (value === null) return;
  yield null;
  if (typeof value === 'number') yield* simplerNumbers(value);
  else if (typeof value === 'string') yield* simplerStrings(value);
  else if (Array.isArray(value)) yield* simplerArrays(value);
  else if (typeof value === 'object') yield* simplerObjects(value);
}

function* simplerNumbers(value: number): Generator<Json> {
  if (value === 0) return;
  yield 0;
  yield Math.trunc(value / 2);
  if (!Number.isInteger(value)) yield Math.trunc(value);
}

function* simplerStrings(value: string): Generator<Json> {
  if (value === '') return;
  yield '';
  yield value.slice(0, Math.floor(value.length / 2));
}

function* simplerArrays(value: Json[]): Generator<Json> {
  yield* without(value);
  for (const [index, item] of value.entries()) {
    for (const simpler of simplerJson(item)) yield withItem(value, index, simpler);
  }
}

function* simplerObjects(value: { [key: string]: Json }): Generator<Json> {
  const entries = Object.entries(value);
  for (const fewer of without(entries)) yield Object.fromEntries(fewer);
  for (const [index, [key, item]] of entries.entries()) {
    for (const simpler of simplerJson(item))
      yield Object.fromEntries(withItem(entries, index, [key, simpler] as [string, Json]));
  }
}
