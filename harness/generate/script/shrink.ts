import { actionNames } from './actions.ts';
import { formOf } from './grammar.ts';
import { type Node, node, type Sort } from './node.ts';
import type { Program } from './program.ts';

const plainCall = node('promise', 'call', { choice: actionNames[0] as string });

/** Programs that are one step simpler than this one, the most drastic first. Every step lessens a finite measure. */
export function* simplerPrograms(program: Program): Generator<Program> {
  for (const body of simplerLists(program.body)) yield { ...program, body };
  if (program.form === 'module') yield { ...program, form: 'body' };
  if (program.guarded) yield { ...program, guarded: false };
  const { result, ...plain } = program;
  if (result === undefined) {
    for (const returns of smaller(program.returns, 0)) yield { ...program, returns };
  } else {
    yield { ...plain, returns: Math.min(program.returns, 1) };
    for (const simpler of simplerNodes(result)) yield { ...program, result: simpler };
  }
}

/** Statements: without a stretch of them, then with what is inside one in its place, then with one made simpler. */
function* simplerLists(list: readonly Node[]): Generator<readonly Node[]> {
  for (let size = list.length; size >= 1; size = size >> 1) {
    for (let from = 0; from < list.length; from += size) yield [...list.slice(0, from), ...list.slice(from + size)];
  }
  for (const [i, item] of list.entries()) {
    for (const inside of unwrapped(item)) yield list.toSpliced(i, 1, ...inside);
  }
  yield* eachSimpler(list);
}

/** What a statement holds, as statements of its own. */
function* unwrapped(item: Node): Generator<readonly Node[]> {
  const bodies = item.bodies.filter((body) => body.length > 0);
  if (bodies.length > 1) yield bodies.flat();
  yield* bodies;
  if (item.form !== 'const') for (const value of item.values) yield [node('statement', 'const', { values: [value] })];
  for (const promise of item.promises) {
    for (const body of promise.bodies) if (body.length > 0) yield body;
    for (const value of promise.values) yield [node('statement', 'const', { values: [value] })];
    if (item.form !== 'await') yield [node('statement', 'await', { promises: [promise] })];
  }
}

function* simplerNodes(item: Node): Generator<Node> {
  yield* inner(item, item.sort);
  yield* plainer(item);
  for (const bodies of eachOf(item.bodies, simplerLists)) yield { ...item, bodies };
  const form = formOf(item);
  for (const promises of simplerParts(item.promises, form.promises?.[0])) yield { ...item, promises };
  for (const values of simplerParts(item.values, form.values?.[0])) yield { ...item, values };
  for (const n of smaller(item.n, form.n?.[0] ?? 0)) yield { ...item, n };
}

/** Promises and values inside, in the whole's place. Statements are unwrapped in their list instead. */
function* inner(item: Node, sort: Sort): Generator<Node> {
  if (sort === 'statement') return;
  const parts =
    sort === 'promise' ? [...item.promises, ...item.bodies.flat().flatMap((held) => held.promises)] : item.values;
  yield* parts;
}

/** The plainest of its kind: `null` for a value, a call without input for a promise, the first spelling for a choice. */
function* plainer(item: Node): Generator<Node> {
  if (item.sort === 'value' && item.form !== 'literal') yield node('value', 'literal', { choice: 'null' });
  if (item.sort === 'promise' && item.form !== 'call') yield plainCall;
  const first = formOf(item).choices?.[0];
  if (first !== undefined && item.choice !== first) yield { ...item, choice: first };
}

/** Parts of a node: fewer of them down to what the form needs, then one of them simpler. */
function* simplerParts(parts: readonly Node[], min = 0): Generator<readonly Node[]> {
  if (parts.length > min) for (const i of parts.keys()) yield parts.toSpliced(i, 1);
  yield* eachSimpler(parts);
}

function eachSimpler(parts: readonly Node[]): Generator<readonly Node[]> {
  return eachOf(parts, simplerNodes);
}

/** The list with one of its items replaced by each of that item's simpler ones. */
function* eachOf<T>(parts: readonly T[], simpler: (part: T) => Iterable<T>): Generator<readonly T[]> {
  for (const [i, part] of parts.entries()) {
    for (const next of simpler(part)) yield parts.with(i, next);
  }
}

function* smaller(n: number, min: number): Generator<number> {
  if (n > min) yield min;
  if (n - 1 > min) yield n - 1;
}
