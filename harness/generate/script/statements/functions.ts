import { type Form, formsOf, type Node } from '../node.ts';
import { braces, fitted, joined } from '../text.ts';
import { any, type Writer } from '../writer.ts';
import { declared } from './results.ts';

const statement = formsOf('statement');
const someResult = { hint: 'result', kind: 'any' } as const;
const someResults = { hint: 'results', kind: 'list' } as const;

/** Functions, closures and classes of the script's own. */
export const functions: readonly Form[] = [
  statement('functions', 'function', 14, { bodies: 1, values: ['any', 'any'] }, printFunction),
  statement('functions', 'function twice', 16, { bodies: 1, values: ['any'], repeats: 2 }, printFunctionTwice),
  statement('functions', 'nested functions', 12, { bodies: 2, values: ['any'], repeats: 2 }, printNested),
  statement('recursion', 'recursion', 24, { n: [1, 3], bodies: 1, promises: [1, 1], repeats: 'n' }, printRecursion),
  statement('recursion', 'divide and conquer', 12, { promises: [1, 1], repeats: 2 }, printHalves),
  statement('closures', 'tally', 14, { promises: [2, 2] }, printTally),
  statement('closures', 'once', 10, { promises: [1, 1], bodies: 1 }, printOnce),
  statement('classes', 'class', 18, { bodies: 1, values: ['any'], repeats: 2 }, printClass),
  statement('classes', 'subclass', 12, { bodies: 2, values: ['any'] }, printSubclass),
];

function printFunction({ bodies, values }: Node, writer: Writer): string {
  const given = writer.text(values[1]);
  const [name, item] = [writer.fresh('handle'), writer.fresh('item')];
  const body = writer.returning(bodies[0], [any(item)], () => writer.text(values[0]));
  return `async function ${name}(${item} = null) ${body}\n${declared(writer, someResult, `await ${name}(${given})`)}`;
}

function printFunctionTwice({ bodies, values }: Node, writer: Writer): string {
  const [name, item] = [writer.fresh('handle'), writer.fresh('id')];
  const handle = writer.asyncArrow([{ name: item, kind: 'number' }], bodies[0], () => writer.text(values[0]));
  const both = `await Promise.all([${name}(1), ${name}(2)])`;
  return `const ${name} = ${handle};\n${declared(writer, someResults, both)}`;
}

/** The inner function is called by the outer one, which is called twice at once; both share a variable of neither. */
function printNested({ bodies, values }: Node, writer: Writer): string {
  const [outer, inner, calls] = [writer.fresh('visit'), writer.fresh('step'), writer.fresh('visits')];
  const body = writer.nested([{ name: calls, kind: 'number' }], () => {
    const held = writer.asyncArrow([], bodies[0], () => writer.text(values[0]));
    const rest = writer.lines(bodies[1]);
    return braces(`const ${inner} = ${held};`, `${calls}++;`, rest, `return [await ${inner}(), ${calls}];`);
  });
  const both = declared(writer, someResults, `await Promise.all([${outer}(), ${outer}()])`);
  return joined(`let ${calls} = 0;`, `const ${outer} = async () => ${body};`, both);
}

function printRecursion({ n, bodies, promises }: Node, writer: Writer): string {
  const [name, left] = [writer.fresh('countdown'), writer.fresh('left')];
  const body = writer.nested([{ name: left, kind: 'number' }], () => {
    const text = writer.text(promises[0]);
    const answer = writer.declare('answer');
    const rest = writer.lines(bodies[0]);
    return braces(
      `if (${left} === 0) return [];`,
      `const ${answer} = await ${text};`,
      rest,
      `return [${answer}, ...(await ${name}(${left} - 1))];`,
    );
  });
  return `async function ${name}(${left}) ${body}\n${declared(writer, someResults, `await ${name}(${n})`)}`;
}

/** Both halves at once; the parts are put together in the order of the list, whatever came first. */
function printHalves({ promises }: Node, writer: Writer): string {
  const [name, list] = [writer.fresh('solve'), writer.fresh('part')];
  const call = writer.nested([{ name: list, kind: 'list' }], () => writer.text(promises[0]));
  const halves = fitted('await Promise.all([', [`${name}(${list}.slice(0, 1))`, `${name}(${list}.slice(1))`], '])');
  const body = braces(`if (${list}.length < 2) return [await ${call}];`, `return (${halves}).flat();`);
  return `const ${name} = async (${list}) => ${body};\n${declared(writer, someResults, `await ${name}([1, 2])`)}`;
}

function printTally({ promises }: Node, writer: Writer): string {
  const [first, second] = writer.texts(promises);
  const [tally, bump] = [writer.fresh('tally'), writer.fresh('bump')];
  const both = fitted(
    'await Promise.all([',
    [`${first}.then(() => ${bump}(1))`, `${second}.then(() => ${bump}(10))`],
    '])',
  );
  return joined(
    `let ${tally} = 0;`,
    `const ${bump} = (by) => (${tally} = ${tally} * 2 + by);`,
    declared(writer, { hint: 'bumps', kind: 'list' }, both),
  );
}

/** A function that starts something the first time it is called and remembers it. */
function printOnce({ promises, bodies }: Node, writer: Writer): string {
  const text = writer.text(promises[0]);
  const [kept, get] = [writer.fresh('started'), writer.fresh('getOnce')];
  return joined(
    `let ${kept};`,
    `const ${get} = () => (${kept} ??= ${text});`,
    `void ${get}().catch(() => null);`,
    writer.lines(bodies[0]),
    declared(writer, someResult, `await ${get}()`),
  );
}

function printClass({ bodies, values }: Node, writer: Writer): string {
  const [name, desk, item] = [writer.fresh('Desk'), writer.fresh('desk'), writer.fresh('item')];
  const work = writer.returning(
    bodies[0],
    [{ name: item, kind: 'number' }],
    () => `[++this.#count, ${writer.text(values[0])}]`,
  );
  const made = `class ${name} ${braces('#count = 0;', `async serve(${item}) ${work}`)}\nconst ${desk} = new ${name}();`;
  return `${made}\n${declared(writer, { hint: 'served', kind: 'list' }, `[await ${desk}.serve(1), await ${desk}.serve(2)]`)}`;
}

function printSubclass({ bodies, values }: Node, writer: Writer): string {
  const [base, name] = [writer.fresh('Step'), writer.fresh('LoggedStep')];
  const run = `async run() ${writer.returning(bodies[0], [], () => writer.text(values[0]))}`;
  const rest = writer.nested([], () => {
    const before = writer.declare('before');
    const body = writer.lines(bodies[1]);
    return braces('this.runs++;', `const ${before} = await super.run();`, body, `return [${before}, this.ran];`);
  });
  const derived = braces('get ran() { return this.runs; }', `async run() ${rest}`);
  return joined(
    `class ${base} ${braces('runs = 0;', run)}`,
    `class ${name} extends ${base} ${derived}`,
    declared(writer, someResult, `await new ${name}().run()`),
  );
}
