import type { ScriptFeature } from '../features.ts';
import { actionResults } from './actions.ts';
import type { Form, Node, Range } from './node.ts';
import { braces, type Writer } from './writer.ts';

type Extra = Partial<Pick<Form, 'values' | 'promises' | 'bodies' | 'n' | 'choices' | 'repeats' | 'prefers'>>;
const one: Range = [1, 1];

function statement(
  feature: ScriptFeature | 'core',
  name: string,
  weight: number,
  extra: Extra,
  print: (node: Node, writer: Writer) => string,
): Form {
  return { sort: 'statement', name, feature, weight, ...extra, print };
}

/** How a `for await` ends. */
const ends = ['all', 'first'];
const levels = ['log', 'info', 'warn', 'error', 'debug'];

/** Statements. What they declare is `const` and JSON; loops count to a small bound; what they start settles. */
export const statements: readonly Form[] = [
  statement('core', 'await', 50, { promises: one }, printAwait),
  statement('core', 'const', 10, { values: one }, (node, writer) =>
    declareAfter(writer, 'value', writer.text(node.values[0])),
  ),
  statement('all', 'destructured', 24, { promises: [2, 3] }, printDestructured),
  statement('branching', 'if', 16, { values: one, bodies: 2, prefers: 'check' }, printIf),
  statement('branching', 'switch', 5, { values: one, bodies: 2 }, printSwitch),
  statement('loops', 'for', 12, { n: [1, 3], bodies: 1, repeats: 'n' }, printFor),
  statement('loops', 'for of', 10, { values: [1, 3], bodies: 1, repeats: 2 }, printForOf),
  statement('loops', 'until', 8, { n: [1, 3], promises: one, bodies: 1, repeats: 'n' }, printUntil),
  statement('functions', 'function', 12, { bodies: 1, values: [2, 2], repeats: 1 }, printFunction),
  statement('functions', 'function twice', 14, { bodies: 1, values: one, repeats: 2 }, printFunctionTwice),
  statement(
    'generators',
    'async generator',
    16,
    { choices: ends, n: [1, 3], promises: one, bodies: 1, repeats: 'n' },
    printAsyncGenerator,
  ),
  statement('generators', 'for await', 8, { choices: ends, promises: [1, 3], bodies: 1, repeats: 2 }, printForAwait),
  statement('classes', 'class', 14, { bodies: 1, values: one, repeats: 2 }, printClass),
  statement('catching', 'try', 20, { bodies: 2 }, printTry),
  statement('catching', 'try finally', 8, { bodies: 3 }, printTryFinally),
  statement('catching', 'retry', 12, { n: [1, 3], promises: one, repeats: 'n' }, printRetry),
  statement('throwing', 'throw', 10, { bodies: 2, choices: ['Error', 'RangeError', 'TypeError'] }, printThrow),
  statement('hops', 'hop', 8, { n: [1, 16] }, (node) =>
    node.n === 1 ? 'await null;' : `for (let hop = 0; hop < ${node.n}; hop++) await null;`,
  ),
  // One tick of fuel, which takes a good part of a millisecond.
  statement('spending', 'spend', 5, {}, () => 'for (let spent = 0; spent < 10_500; spent++);'),
  statement('detached', 'void', 12, { promises: one }, (node, writer) => `void ${writer.text(node.promises[0])};`),
  statement('detached', 'started', 18, { promises: one, bodies: 1 }, printStarted),
  statement('timers', 'ticking', 8, { choices: ['0', '1000', '7_200_000'], bodies: 1 }, printTicking),
  statement('workers', 'workers', 22, { n: [1, 3], bodies: 1, repeats: 'n' }, printWorkers),
  statement('continuations', 'noted', 8, { promises: one }, printNoted),
  statement(
    'order',
    'note',
    8,
    { values: one },
    (node, writer) => `${writer.seen()}.push(${writer.text(node.values[0])});`,
  ),
  statement('closures', 'tally', 6, { promises: [2, 2] }, printTally),
  statement('data', 'count', 10, {}, () => 'data.count = (data.count ?? 0) + 1;'),
  statement('data', 'remember', 8, { values: one }, (node, writer) => `data.last = ${writer.text(node.values[0])};`),
  statement(
    'data',
    'collect',
    5,
    { values: one },
    (node, writer) => `(data.list ??= []).push(${writer.text(node.values[0])});`,
  ),
  // Counts how often somebody looked: whoever reads `data` between turns must not be seen.
  statement(
    'data',
    'watched',
    4,
    {},
    () => 'data.view = { get looks() { return (globalThis.looks = (globalThis.looks ?? 0) + 1); } };',
  ),
  statement(
    'console',
    'print',
    14,
    { values: one, choices: levels },
    (node, writer) => `console.${node.choice || 'log'}('now', ${writer.text(node.values[0])});`,
  ),
];

/** `const name = text;`, where the text does not see the name. */
function declareAfter(writer: Writer, hint: string, text: string): string {
  return `const ${writer.declare(hint)} = ${text};`;
}

function hintOf(promise: Node | undefined): string {
  return (promise?.form === 'call' && actionResults[promise.choice]) || 'result';
}

function printAwait(node: Node, writer: Writer): string {
  return declareAfter(writer, hintOf(node.promises[0]), `await ${writer.text(node.promises[0])}`);
}

function printDestructured(node: Node, writer: Writer): string {
  const texts = node.promises.map((part) => writer.text(part));
  const names = node.promises.map((part) => writer.declare(hintOf(part)));
  return `const [${names.join(', ')}] = await Promise.all([${texts.join(', ')}]);`;
}

function printIf(node: Node, writer: Writer): string {
  const test = `if (${writer.text(node.values[0])}) ${writer.block(node.bodies[0])}`;
  return node.bodies[1]?.length ? `${test} else ${writer.block(node.bodies[1])}` : test;
}

function printSwitch(node: Node, writer: Writer): string {
  const cases = [`case 'object': ${writer.block(node.bodies[0])}\nbreak;`, `default: ${writer.block(node.bodies[1])}`];
  return `switch (typeof ${writer.operand(node.values[0])}) ${braces(cases.join('\n'))}`;
}

function printFor(node: Node, writer: Writer): string {
  const i = writer.fresh('i');
  return `for (let ${i} = 0; ${i} < ${node.n}; ${i}++) ${writer.block(node.bodies[0], [i])}`;
}

function printForOf(node: Node, writer: Writer): string {
  const items = writer.list(node.values);
  const item = writer.fresh('item');
  return `for (const ${item} of [${items}]) ${writer.block(node.bodies[0], [item])}`;
}

/** Asks again until the answer is truthy, at most n times. */
function printUntil(node: Node, writer: Writer): string {
  const [result, tries] = [writer.fresh(hintOf(node.promises[0])), writer.fresh('tries')];
  const ask = writer.text(node.promises[0]);
  const body = writer.nested([result], () =>
    [`${result} = await ${ask};`, writer.lines(node.bodies[0])].filter(Boolean).join('\n'),
  );
  writer.show(result);
  return `let ${result} = null;\nfor (let ${tries} = 0; ${tries} < ${node.n} && !${result}; ${tries}++) ${braces(body)}`;
}

function printFunction(node: Node, writer: Writer): string {
  const [name, item] = [writer.fresh('step'), writer.fresh('item')];
  const body = writer.block(node.bodies[0], [item], () => writer.text(node.values[0]));
  const given = writer.text(node.values[1]);
  return `async function ${name}(${item}) ${body}\n${declareAfter(writer, 'result', `await ${name}(${given})`)}`;
}

function printFunctionTwice(node: Node, writer: Writer): string {
  const [name, item] = [writer.fresh('step'), writer.fresh('item')];
  const body = writer.block(node.bodies[0], [item], () => writer.text(node.values[0]));
  return `const ${name} = async (${item}) => ${body};\n${declareAfter(writer, 'results', `await Promise.all([${name}(1), ${name}(2)])`)}`;
}

function printAsyncGenerator(node: Node, writer: Writer): string {
  const [pages, page, item] = [writer.fresh('pages'), writer.fresh('page'), writer.fresh('item')];
  const produce = writer.nested([page], () => `yield await ${writer.text(node.promises[0])};`);
  const loop = `for (let ${page} = 1; ${page} <= ${node.n}; ${page}++) ${produce}`;
  return `async function* ${pages}() ${braces(loop)}\nfor await (const ${item} of ${pages}()) ${consumed(node, writer, item)}`;
}

function printForAwait(node: Node, writer: Writer): string {
  const parts = node.promises.map((part) => writer.text(part)).join(', ');
  const item = writer.fresh('item');
  return `for await (const ${item} of [${parts}]) ${consumed(node, writer, item)}`;
}

/** The body of a `for await`, which may leave its generator open after the first item. */
function consumed(node: Node, writer: Writer, item: string): string {
  const body = writer.nested([item], () => writer.lines(node.bodies[0]));
  return braces([body, node.choice === 'first' ? 'break;' : ''].filter(Boolean).join('\n'));
}

function printClass(node: Node, writer: Writer): string {
  const [name, item] = [writer.fresh('Desk'), writer.fresh('item')];
  const work = writer.block(node.bodies[0], [item], () => `[++this.#count, ${writer.text(node.values[0])}]`);
  const members = `#count = 0;\nasync serve(${item}) ${work}`;
  const desk = writer.fresh('desk');
  const made = `class ${name} ${braces(members)}\nconst ${desk} = new ${name}();`;
  return `${made}\n${declareAfter(writer, 'served', `[await ${desk}.serve(1), await ${desk}.serve(2)]`)}`;
}

function printTry(node: Node, writer: Writer): string {
  const body = writer.block(node.bodies[0]);
  const error = writer.fresh('error');
  return `try ${body} catch (${error}) ${writer.handler(node.bodies[1], error)}`;
}

function printTryFinally(node: Node, writer: Writer): string {
  return `${printTry(node, writer)} finally ${writer.block(node.bodies[2])}`;
}

function printRetry(node: Node, writer: Writer): string {
  const [result, attempt] = [writer.fresh(hintOf(node.promises[0])), writer.fresh('attempt')];
  const task = `${result} = await ${writer.text(node.promises[0])};\nbreak;`;
  const body = `try ${braces(task)} catch ${braces(`console.warn('attempt', ${attempt});`)}`;
  writer.show(result);
  return `let ${result} = null;\nfor (let ${attempt} = 0; ${attempt} < ${node.n}; ${attempt}++) ${braces(body)}`;
}

function printThrow(node: Node, writer: Writer): string {
  const body = writer.nested([], () =>
    [writer.lines(node.bodies[0]), `throw new ${node.choice || 'Error'}('no luck');`].filter(Boolean).join('\n'),
  );
  const error = writer.fresh('error');
  return `try ${braces(body)} catch (${error}) ${writer.handler(node.bodies[1], error)}`;
}

function printStarted(node: Node, writer: Writer): string {
  const task = writer.fresh('task');
  const start = `const ${task} = ${writer.text(node.promises[0])};`;
  const meanwhile = writer.lines(node.bodies[0]);
  return [start, meanwhile, declareAfter(writer, hintOf(node.promises[0]), `await ${task}`)].filter(Boolean).join('\n');
}

/** A timer that nobody waits for, and that may not have gone off when the script ends. */
function printTicking(node: Node, writer: Writer): string {
  return `setTimeout(async () => ${writer.block(node.bodies[0])}, ${node.choice || '1000'});`;
}

/** Two workers that take jobs from one queue: who gets which depends on the order of settling. */
function printWorkers(node: Node, writer: Writer): string {
  const [queue, worker, job] = [writer.fresh('queue'), writer.fresh('worker'), writer.fresh('job')];
  const jobs = Array.from({ length: node.n }, (_, i) => i + 1).join(', ');
  const work = writer.nested([job], () =>
    [`const ${job} = ${queue}.shift();`, writer.lines(node.bodies[0])].filter(Boolean).join('\n'),
  );
  const loop = braces(`while (${queue}.length > 0) ${braces(work)}`);
  return `const ${queue} = [${jobs}];\nconst ${worker} = async () => ${loop};\nawait Promise.all([${worker}(), ${worker}()]);`;
}

/** A continuation that nobody waits for writes down when it ran. */
function printNoted(node: Node, writer: Writer): string {
  const first = writer.text(node.promises[0]);
  return `void ${first}.then((result) => ${writer.seen()}.push(result), () => ${writer.seen()}.push('failed'));`;
}

function printTally(node: Node, writer: Writer): string {
  const [tally, bump] = [writer.fresh('tally'), writer.fresh('bump')];
  const [first, second] = node.promises.map((part) => writer.text(part));
  const both = `await Promise.all([${first}.then(() => ${bump}(1)), ${second}.then(() => ${bump}(10))])`;
  return `let ${tally} = 0;\nconst ${bump} = (by) => (${tally} = ${tally} * 2 + by);\n${declareAfter(writer, 'bumps', both)}`;
}
