import { fits, isSeveral, type Kind, kindAt, type Node, node, type Sort } from './node.ts';
import { plainCall, plainValue } from './plain.ts';
import type { Program } from './program.ts';
import { awaitForm, constForm } from './statements/waiting.ts';

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
    for (const simpler of simplerNodes(result, 'any')) yield { ...program, result: simpler };
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
  yield* eachOf(list, (item) => simplerNodes(item, 'statement'));
}

/** What a statement holds, as statements of its own. */
function* unwrapped(item: Node): Generator<readonly Node[]> {
  const bodies = item.bodies.filter((body) => body.length > 0);
  if (bodies.length > 0 && item.form !== awaitForm) yield [...item.promises.map(plainAwait), ...bodies.flat()];
  if (bodies.length > 1) yield bodies.flat();
  yield* bodies;
  if (item.form !== constForm) yield* item.values.map(plainConst);
  yield* item.promises.flatMap(unwrappedPromise);
  if (item.form === awaitForm) return;
  yield* item.promises.map((promise) => [plainAwait(promise)]);
  if (item.promises.length > 1) yield item.promises.map(plainAwait);
}

/** What a promise that is called at once does and gives, without the function round it. */
function unwrappedPromise({ bodies, promises, values }: Node): (readonly Node[])[] {
  const statements = bodies.flat();
  const whole = [...statements, ...promises.map(plainAwait), ...values.flatMap(plainConst)];
  return statements.length === 0 ? values.map(plainConst) : [whole, ...bodies.filter(({ length }) => length > 0)];
}

function plainConst(value: Node): readonly Node[] {
  return [node(constForm, { values: [value] })];
}

function plainAwait(promise: Node): Node {
  return node(awaitForm, { promises: [promise], choice: 'plain' });
}

/** Simpler nodes that may stand where this one stands. */
function* simplerNodes(item: Node, wanted: Sort): Generator<Node> {
  yield* inner(item, wanted);
  yield* plainer(item, wanted);
  for (const bodies of eachOf(item.bodies, simplerLists)) yield { ...item, bodies };
  for (const promises of simplerPromises(item)) yield { ...item, promises };
  for (const values of simplerValues(item)) yield { ...item, values };
  for (const n of smaller(item.n, item.form.n?.[0] ?? 0)) yield { ...item, n };
}

/** Promises and values inside, in the whole's place. Statements are unwrapped in their list instead. */
function* inner(item: Node, wanted: Sort): Generator<Node> {
  if (wanted === 'statement') return;
  if (wanted !== 'promise') yield* item.values.filter(({ form }) => fits(form.sort, wanted));
  else yield* [...item.promises, ...item.bodies.flat().flatMap((held) => held.promises)];
}

/** The plainest of its kind: `null` for a value, a call without input for a promise, the first spelling for a choice. */
function* plainer(item: Node, wanted: Sort): Generator<Node> {
  if (wanted === 'promise' && item.form !== plainCall.form) yield plainCall;
  if (wanted !== 'promise' && wanted !== 'statement') yield* plainerValue(item, wanted);
  const first = item.form.choices?.[0];
  const hasKindsByChoice = typeof item.form.values === 'function';
  if (first !== undefined && item.choice !== first)
    yield { ...item, choice: first, ...(hasKindsByChoice && { values: [] }) };
}

function* plainerValue(item: Node, wanted: Kind): Generator<Node> {
  const plain = plainValue(wanted);
  if (item.form !== plain.form) yield plain;
}

function* simplerPromises({ promises, form }: Node): Generator<readonly Node[]> {
  if (promises.length > (form.promises?.[0] ?? 0)) yield* without(promises);
  yield* eachOf(promises, (promise) => simplerNodes(promise, 'promise'));
}

/** Fewer values where the form can do with fewer, then one of them simpler. */
function* simplerValues(item: Node): Generator<readonly Node[]> {
  const { values, form } = item;
  if (isSeveral(form.values) && values.length > form.values.from) yield* without(values);
  if (typeof form.values === 'function') {
    for (const length of smaller(values.length, 0)) yield values.slice(0, length);
  }
  yield* eachOf(values, (value, i) => simplerNodes(value, kindAt(item, i)));
}

function* without(parts: readonly Node[]): Generator<readonly Node[]> {
  for (const i of parts.keys()) yield parts.toSpliced(i, 1);
}

/** The list with one of its items replaced by each of that item's simpler ones. */
function* eachOf<T>(parts: readonly T[], simpler: (part: T, i: number) => Iterable<T>): Generator<readonly T[]> {
  for (const [i, part] of parts.entries()) {
    for (const next of simpler(part, i)) yield parts.with(i, next);
  }
}

function* smaller(n: number, min: number): Generator<number> {
  if (n > min) yield min;
  if (n - 1 > min) yield n - 1;
}
