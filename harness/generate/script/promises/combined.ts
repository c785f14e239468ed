import { type Form, formsOf, type Node } from '../node.ts';
import { fitted } from '../text.ts';
import { any, type Writer } from '../writer.ts';

const promise = formsOf('promise');

/** Several promises as one. */
export const combined: readonly Form[] = [
  promise('all', 'all', 26, { promises: [2, 3] }, (node, writer) => both('all', node, writer)),
  promise('race', 'race', 26, { promises: [2, 3] }, (node, writer) => both('race', node, writer)),
  promise('any', 'any', 22, { promises: [2, 3] }, (node, writer) => `${both('any', node, writer)}.catch(() => null)`),
  promise(
    'settled',
    'settled',
    22,
    { promises: [2, 3] },
    (node, writer) => `${both('allSettled', node, writer)}.then((all) => all.map((one) => one.value ?? one.status))`,
  ),
  promise('map', 'map', 24, { n: [1, 3], bodies: 1, promises: [1, 1], repeats: 'n' }, printMap),
  promise('map', 'map list', 14, { values: ['list'], promises: [1, 1], repeats: 3 }, printMapList),
  promise('race', 'race of branches', 16, { promises: [2, 2], bodies: 2 }, printRaceOfBranches),
];

function both(how: string, { promises }: Node, writer: Writer): string {
  return fitted(`Promise.${how}([`, writer.texts(promises), '])');
}

function printMap({ n, bodies, promises }: Node, writer: Writer): string {
  const item = writer.fresh('id');
  const items = Array.from({ length: n }, (_, i) => i + 1).join(', ');
  const each = writer.asyncArrow([{ name: item, kind: 'number' }], bodies[0], () => writer.text(promises[0]));
  return `Promise.all([${items}].map(${each}))`;
}

/** As many as the list has, but no more than three: what an action answers may be long. */
function printMapList({ values, promises }: Node, writer: Writer): string {
  const items = writer.operand(values[0]);
  const item = writer.fresh('item');
  const each = writer.nested([any(item)], () => writer.text(promises[0]));
  return `Promise.all(${items}.slice(0, 3).map((${item}) => ${each}))`;
}

/** A race between two that each go on working after their first answer, whoever wins. */
function printRaceOfBranches({ promises, bodies }: Node, writer: Writer): string {
  const branches = promises.map((first, i) => {
    const text = writer.text(first);
    return writer.nested([], () => {
      const name = writer.fresh('first');
      return `${text}.then(${writer.asyncArrow([any(name)], bodies[i], () => name)})`;
    });
  });
  return fitted('Promise.race([', branches, '])');
}
