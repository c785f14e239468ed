import { type Form, formsOf, type Node } from '../node.ts';
import { asBody, braces } from '../text.ts';
import { any, type Writer } from '../writer.ts';

const promise = formsOf('promise');

/** Promises that come after others: continuations, what catches, asynchronous functions called at once. */
export const following: readonly Form[] = [
  promise(
    'branches',
    'branch',
    18,
    { bodies: 1, values: ['any'] },
    ({ bodies, values }, writer) => `(${writer.asyncArrow([], bodies[0], () => writer.text(values[0]))})()`,
  ),
  promise('continuations', 'then', 16, { promises: [2, 2] }, printThen),
  promise('continuations', 'then do', 12, { promises: [1, 1], bodies: 1, values: ['any'] }, printThenDo),
  promise('continuations', 'then value', 6, { promises: [1, 1], values: ['any'] }, printThenValue),
  promise('continuations', 'in turn', 8, { n: [1, 3], promises: [1, 1], repeats: 'n' }, printInTurn),
  promise(
    'continuations',
    'finally',
    6,
    { promises: [1, 1], bodies: 1 },
    ({ promises, bodies }, writer) => `${writer.text(promises[0])}.finally(async () => ${writer.block(bodies[0])})`,
  ),
  promise('counters', 'counted', 34, { promises: [1, 1], n: [1, 5] }, printCounted),
  promise('order', 'noted result', 22, { promises: [1, 1] }, printNotedResult),
  promise(
    'catching',
    'catch',
    12,
    { promises: [1, 1] },
    ({ promises }, writer) => `${writer.text(promises[0])}.catch((error) => error.code ?? error.message)`,
  ),
  promise(
    'catching',
    'instead',
    8,
    { promises: [2, 2] },
    ({ promises: [first, second] }, writer) => `${writer.text(first)}.catch(() => ${writer.text(second)})`,
  ),
];

function printThen({ promises: [first, second] }: Node, writer: Writer): string {
  const before = writer.text(first);
  return writer.nested([], () => {
    const name = writer.declare('result');
    return `${before}.then((${name}) => ${writer.text(second)})`;
  });
}

function printThenDo({ promises, bodies, values }: Node, writer: Writer): string {
  const before = writer.text(promises[0]);
  return writer.nested([], () => {
    const name = writer.fresh('result');
    return `${before}.then(${writer.asyncArrow([any(name)], bodies[0], () => writer.text(values[0]))})`;
  });
}

function printThenValue({ promises, values }: Node, writer: Writer): string {
  const before = writer.text(promises[0]);
  return writer.nested([], () => {
    const name = writer.declare('result');
    const value = writer.text(values[0]);
    return `${before}.then((${name}) => ${asBody(value)})`;
  });
}

/** One after the other, each started by the continuation of the one before. */
function printInTurn({ n, promises }: Node, writer: Writer): string {
  const items = Array.from({ length: n }, (_, i) => i + 1).join(', ');
  return writer.nested([], () => {
    const [before, item] = [writer.fresh('before'), writer.declare('step', 'number')];
    return `[${items}].reduce((${before}, ${item}) => ${before}.then(() => ${writer.text(promises[0])}), Promise.resolve(null))`;
  });
}

/** The counter tells afterwards which continuations ran in which order. */
function printCounted({ promises, n }: Node, writer: Writer): string {
  const before = writer.text(promises[0]);
  const counter = writer.prelude('counter');
  return `${before}.then((value) => ${braces(`${counter} = ${counter} * 2 + ${n};`, 'return value;')})`;
}

function printNotedResult({ promises }: Node, writer: Writer): string {
  const before = writer.text(promises[0]);
  return `${before}.then((value) => ${braces(`${writer.prelude('seen')}.push(value);`, 'return value;')})`;
}
