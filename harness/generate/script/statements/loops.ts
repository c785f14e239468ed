import { type Form, formsOf, type Node } from '../node.ts';
import { braces, joined } from '../text.ts';
import { any, type Writer } from '../writer.ts';
import { resultOf } from './results.ts';

const statement = formsOf('statement');

/** Loops. They count to a small bound, whatever the actions answer. */
export const loops: readonly Form[] = [
  statement('loops', 'for', 14, { n: [1, 3], bodies: 1, repeats: 'n' }, ({ n, bodies }, writer) => {
    const i = writer.fresh('i');
    return `for (let ${i} = 0; ${i} < ${n}; ${i}++) ${writer.block(bodies[0], { names: [{ name: i, kind: 'number' }] })}`;
  }),
  statement('loops', 'for of', 12, { values: ['list'], bodies: 1, repeats: 3 }, printForOf),
  statement('loops', 'for in', 9, { values: ['record'], bodies: 1, repeats: 2 }, printForIn),
  statement('loops', 'until', 10, { n: [1, 3], promises: [1, 1], bodies: 1, repeats: 'n' }, printUntil),
  statement('loops', 'do while', 6, { n: [1, 3], values: ['flag'], bodies: 1, repeats: 'n' }, printDoWhile),
  statement(
    'labels',
    'labelled loops',
    46,
    { values: ['flag'], bodies: 2, choices: ['continue', 'break'], repeats: 4 },
    printLabelled,
  ),
  statement('pages', 'pages', 24, { n: [1, 3], promises: [1, 1], bodies: 1, repeats: 'n' }, printPages),
];

/** Over no more than three items: what an action answers may be long. */
function printForOf({ values, bodies }: Node, writer: Writer): string {
  const from = writer.operand(values[0]);
  const item = writer.fresh('item');
  return `for (const ${item} of ${from}.slice(0, 3)) ${writer.block(bodies[0], { names: [any(item)] })}`;
}

/** Over no more than two keys. */
function printForIn({ values, bodies }: Node, writer: Writer): string {
  const from = writer.text(values[0]);
  const [key, left] = [writer.fresh('key'), writer.fresh('keysLeft')];
  const body = writer.block(bodies[0], { names: [{ name: key, kind: 'text' }], before: `if (${left}-- === 0) break;` });
  return `let ${left} = 2;\nfor (const ${key} in ${from}) ${body}`;
}

/** Asks again until the answer is truthy, at most n times. */
function printUntil({ n, promises, bodies }: Node, writer: Writer): string {
  const ask = writer.text(promises[0]);
  const [result, tries] = [writer.fresh(resultOf(promises[0]).hint), writer.fresh('tries')];
  const body = writer.block(bodies[0], { names: [any(result)], before: `${result} = await ${ask};` });
  writer.show(result);
  return `let ${result} = null;\nfor (let ${tries} = 0; ${tries} < ${n} && !${result}; ${tries}++) ${body}`;
}

function printDoWhile({ n, values, bodies }: Node, writer: Writer): string {
  const round = writer.declare('round', 'number');
  const body = writer.block(bodies[0], { before: `${round}++;` });
  return `let ${round} = 0;\ndo ${body} while (${round} < ${n} && ${writer.operand(values[0])});`;
}

function printLabelled({ values, bodies, choice }: Node, writer: Writer): string {
  const [label, i, j] = [writer.fresh('outer'), writer.fresh('row'), writer.fresh('column')];
  const numbers = [i, j].map((name) => ({ name, kind: 'number' as const }));
  const inner = writer.nested(numbers, () =>
    joined(
      writer.block(bodies[0], { after: () => `if (${writer.test(values[0])}) ${choice} ${label};` }),
      writer.lines(bodies[1]),
    ),
  );
  const columns = `for (let ${j} = 0; ${j} < 2; ${j}++) ${braces(inner)}`;
  return `${label}: for (let ${i} = 0; ${i} < 2; ${i}++) ${braces(columns)}`;
}

/** Pages until one has no successor, at most n. */
function printPages({ n, promises, bodies }: Node, writer: Writer): string {
  const [page, list] = [writer.fresh('page'), writer.fresh('collected')];
  const loop = writer.nested([{ name: page, kind: 'number' }], () => {
    const text = writer.text(promises[0]);
    const answer = writer.declare('batch');
    const rest = writer.lines(bodies[0]);
    return joined(
      `const ${answer} = await ${text};`,
      `${list}.push(${answer});`,
      rest,
      `${page} = ${answer}?.next ? ${page} + 1 : ${n} + 1;`,
    );
  });
  writer.show(list, 'list');
  return `const ${list} = [];\nlet ${page} = 1;\nwhile (${page} <= ${n}) ${braces(loop)}`;
}
