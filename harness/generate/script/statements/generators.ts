import { type Form, formsOf, type Node } from '../node.ts';
import { braces, fitted, joined } from '../text.ts';
import { any, type Writer } from '../writer.ts';

const statement = formsOf('statement');

/** Generators and `for await`. Those that leave a loop early have a feature of their own: see `engine-differences.ts`. */
export const generators: readonly Form[] = [
  statement(
    'generators',
    'async generator',
    18,
    { n: [1, 3], promises: [1, 1], bodies: 1, repeats: 'n' },
    printAsyncGenerator,
  ),
  statement('generators', 'generator pipeline', 12, { n: [1, 2], promises: [2, 2], repeats: 'n' }, printPipeline),
  statement(
    'generators',
    'for await',
    12,
    { promises: [1, 3], bodies: 1, repeats: 2 },
    ({ promises, bodies }, writer) => {
      const parts = fitted('[', writer.texts(promises), ']');
      const item = writer.fresh('item');
      return `for await (const ${item} of ${parts}) ${writer.block(bodies[0], { names: [any(item)] })}`;
    },
  ),
  statement('generators', 'stepped generator', 10, { promises: [2, 2] }, printStepped),
  statement('leaving', 'left early', 22, { n: [1, 3], promises: [1, 1], bodies: 2, repeats: 'n' }, printLeftEarly),
];

function printAsyncGenerator({ n, promises, bodies }: Node, writer: Writer): string {
  const [pages, page, item] = [writer.fresh('pages'), writer.fresh('page'), writer.fresh('item')];
  const produce = writer.nested([{ name: page, kind: 'number' }], () => `yield await ${writer.text(promises[0])};`);
  const loop = `for (let ${page} = 1; ${page} <= ${n}; ${page}++) ${produce}`;
  const consume = writer.block(bodies[0], { names: [any(item)] });
  return `async function* ${pages}() ${braces(loop)}\nfor await (const ${item} of ${pages}()) ${consume}`;
}

/** One generator is fed by another, so that calls of both take turns. */
function printPipeline({ n, promises: [first, second] }: Node, writer: Writer): string {
  const [source, enriched, i, item] = ['source', 'enriched', 'i', 'item'].map((hint) => writer.fresh(hint));
  const produce = writer.nested([{ name: i as string, kind: 'number' }], () => `yield ${writer.text(first)};`);
  const list = writer.declare('found', 'list');
  const enrich = writer.nested([any(item as string)], () => `yield [${item}, await ${writer.text(second)}];`);
  return joined(
    `async function* ${source}() ${braces(`for (let ${i} = 0; ${i} < ${n}; ${i}++) ${produce}`)}`,
    `async function* ${enriched}() ${braces(`for await (const ${item} of ${source}()) ${enrich}`)}`,
    `const ${list} = [];`,
    `for await (const ${item} of ${enriched}()) ${list}.push(${item});`,
  );
}

/** A plain generator hands out promises, and is told what became of them. */
function printStepped({ promises }: Node, writer: Writer): string {
  const [first, second] = writer.texts(promises);
  const [plan, steps, step] = [writer.fresh('plan'), writer.fresh('steps'), writer.fresh('step')];
  const result = writer.declare('planned');
  const body = braces(`const one = yield ${first};`, `return [one, yield ${second}];`);
  return joined(
    `function* ${plan}() ${body}`,
    `const ${steps} = ${plan}();`,
    `let ${step} = ${steps}.next();`,
    `while (!${step}.done) ${step} = ${steps}.next(await ${step}.value);`,
    `const ${result} = ${step}.value;`,
  );
}

/** The loop is left after its first item, and the generator's `finally` runs. */
function printLeftEarly({ n, promises, bodies }: Node, writer: Writer): string {
  const [pages, page, item] = [writer.fresh('pages'), writer.fresh('page'), writer.fresh('item')];
  const produce = writer.nested([{ name: page, kind: 'number' }], () => `yield await ${writer.text(promises[0])};`);
  const loop = `for (let ${page} = 1; ${page} <= ${n}; ${page}++) ${produce}`;
  const last = writer.block(bodies[1]);
  const whole = last === '{}' ? loop : `try ${braces(loop)} finally ${last}`;
  const consume = writer.block(bodies[0], { names: [any(item)], after: () => 'break;' });
  return `async function* ${pages}() ${braces(whole)}\nfor await (const ${item} of ${pages}()) ${consume}`;
}
