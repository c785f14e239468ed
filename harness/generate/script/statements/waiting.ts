import { type Form, formsOf, type Kind, type Node } from '../node.ts';
import { fitted, joined } from '../text.ts';
import type { Writer } from '../writer.ts';
import { awaited, awaitedChecked, declared, resultOf } from './results.ts';

const statement = formsOf('statement');

export const awaitForm: Form = statement(
  'core',
  'await',
  60,
  { promises: [1, 1], choices: ['plain', 'plain', 'checked'], leaf: true },
  ({ promises, choice }, writer) =>
    choice === 'checked' && promises[0] !== undefined
      ? awaitedChecked(promises[0], writer)
      : awaited(promises[0], writer),
);

const hints: Readonly<Record<Kind, readonly string[]>> = {
  any: ['value', 'picked'],
  number: ['total', 'amount', 'count'],
  text: ['label', 'title'],
  flag: ['isReady', 'isLarge'],
  list: ['items', 'lines'],
  record: ['request', 'summary'],
};

function constOf(kind: Kind, weight: number): Form {
  return statement(
    'core',
    kind === 'any' ? 'const' : `const ${kind}`,
    weight,
    { values: [kind], n: [0, 2] },
    ({ values, n }, writer) =>
      declared(writer, { hint: hints[kind][n % hints[kind].length] ?? 'value', kind }, writer.text(values[0])),
  );
}

export const constForm: Form = constOf('any', 4);

/** Statements that wait for promises, start them, or give names to values. */
export const waiting: readonly Form[] = [
  awaitForm,
  constForm,
  ...(['number', 'text', 'flag', 'list', 'record'] as const).map((kind) => constOf(kind, 3)),
  statement('all', 'awaited together', 26, { promises: [2, 3] }, printTogether),
  statement('destructuring', 'taken apart', 16, { n: [0, 2] }, printTakenApart),
  statement('destructuring', 'nested pattern', 10, { promises: [1, 1] }, printNestedPattern),
  statement('destructuring', 'first and rest', 10, { values: ['list'] }, printFirstAndRest),
  statement(
    'detached',
    'void',
    14,
    { promises: [1, 1] },
    ({ promises }, writer) => `void ${writer.text(promises[0])};`,
  ),
  statement('detached', 'started', 20, { promises: [1, 1], bodies: 1 }, printStarted),
  statement('detached', 'gathered', 12, { promises: [2, 3], bodies: 1 }, printGathered),
];

function printTogether({ promises }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const names = promises.map((part) => {
    const { hint, kind } = resultOf(part);
    return writer.declare(hint, kind);
  });
  return `const [${names.join(', ')}] = await ${fitted('Promise.all([', texts, '])')};`;
}

function printTakenApart({ n }: Node, writer: Writer): string {
  const from = writer.reference('any', n);
  const [id, rest] = [writer.declare('id'), writer.declare('rest', 'record')];
  return `const { ${id === 'id' ? id : `id: ${id}`} = 'none', ...${rest} } = ${writer.prelude('asRecord')}(${from});`;
}

function printNestedPattern({ promises }: Node, writer: Writer): string {
  const text = writer.text(promises[0]);
  const [first, total] = [writer.declare('first'), writer.declare('total')];
  const pattern = `{ items: [${first} = null] = [], ${total === 'total' ? total : `total: ${total}`} = 0 }`;
  return `const ${pattern} = { ...${writer.prelude('asRecord')}(await ${text}), items: [${writer.reference('number', 0)}] };`;
}

function printFirstAndRest({ values }: Node, writer: Writer): string {
  const text = writer.text(values[0]);
  const [head, tail] = [writer.declare('head'), writer.declare('tail', 'list')];
  return `const [${head} = null, ...${tail}] = ${text};`;
}

function printStarted({ promises, bodies }: Node, writer: Writer): string {
  const started = writer.text(promises[0]);
  const task = writer.fresh('task');
  const meanwhile = writer.lines(bodies[0]);
  return joined(`const ${task} = ${started};`, meanwhile, declared(writer, resultOf(promises[0]), `await ${task}`));
}

/** Several are started, something else is done, and they are awaited one by one. */
function printGathered({ promises, bodies }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const [tasks, task] = [writer.fresh('tasks'), writer.fresh('task')];
  const list = writer.fresh('gathered');
  const meanwhile = writer.lines(bodies[0]);
  writer.show(list, 'list');
  return joined(
    `const ${tasks} = ${fitted('[', texts, ']')};`,
    `const ${list} = [];`,
    meanwhile,
    `for (const ${task} of ${tasks}) ${list}.push(await ${task});`,
  );
}
