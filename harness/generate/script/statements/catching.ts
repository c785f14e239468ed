import { type Form, formsOf, type Node } from '../node.ts';
import { braces, joined } from '../text.ts';
import type { Writer } from '../writer.ts';
import { resultOf } from './results.ts';

const statement = formsOf('statement');

/** What JSON would lose without a word, as it comes about in scripts: mostly numbers that are none. */
const noJson = [
  "Number('12,50'), new Map([['id', 1]])",
  '1 / 0, [, 1]',
  'Number(undefined), 12n',
  '-1 / 0, new Set([1])',
  "Number('1 000'), Promise.resolve(1)",
  '[() => 1], /paid/',
];

/** What is thrown, caught, tried again and undone. */
export const catching: readonly Form[] = [
  statement('catching', 'try', 22, { bodies: 2 }, printTry),
  statement(
    'catching',
    'try finally',
    10,
    { bodies: 3 },
    ({ bodies, ...rest }, writer) => `${printTry({ bodies, ...rest }, writer)} finally ${writer.block(bodies[2])}`,
  ),
  statement('catching', 'by code', 16, { promises: [1, 1], bodies: 1, choices: ['code', 'data'] }, printByCode),
  statement('catching', 'refused', 34, { n: [0, 4], choices: noJson }, printRefused),
  statement('throwing', 'throw', 16, { bodies: 2, choices: ['Error', 'RangeError', 'TypeError'] }, printThrow),
  statement('throwing', 'rethrown', 12, { bodies: 2 }, printRethrown),
  statement('retries', 'retry', 24, { n: [1, 3], promises: [1, 1], repeats: 'n' }, (node, writer) =>
    printRetry(node, writer, ''),
  ),
  statement(
    'retries',
    'retry with backoff',
    24,
    { n: [2, 3], promises: [1, 1], repeats: 'n', also: 'sleeps' },
    (node, writer) => printRetry(node, writer, 'sleep'),
  ),
  statement('sagas', 'saga', 26, { promises: [2, 3], bodies: 1, choices: ['release', 'refund'] }, printSaga),
  statement('sagas', 'undone in reverse', 14, { promises: [2, 2], repeats: 2 }, printUndone),
];

function printTry({ bodies }: Node, writer: Writer): string {
  const body = writer.block(bodies[0]);
  return printCatch(`try ${body}`, bodies[1], writer);
}

/** The name of what is caught is free again after the handler. */
function printCatch(
  before: string,
  body: readonly Node[] | undefined,
  writer: Writer,
  after = (_error: string) => '',
): string {
  return writer.nested([], () => {
    const error = writer.error === undefined ? 'error' : writer.fresh('problem');
    return `${before} catch (${error}) ${writer.handler(body, error, after(error))}`;
  });
}

function printByCode({ promises, bodies, choice }: Node, writer: Writer): string {
  const text = writer.text(promises[0]);
  const result = writer.fresh(resultOf(promises[0]).hint);
  const tried = `try ${braces(`${result} = await ${text};`)}`;
  const lines = printCatch(tried, bodies[0], writer, (error) => `${result} = ${error}.${choice} ?? null;`);
  writer.show(result);
  return `let ${result} = null;\n${lines}`;
}

function printThrow({ bodies, choice }: Node, writer: Writer): string {
  const body = writer.block(bodies[0], { after: () => `throw new ${choice}('no luck');` });
  return printCatch(`try ${body}`, bodies[1], writer);
}

/** What was caught inside is wrapped and caught again outside. */
function printRethrown({ bodies }: Node, writer: Writer): string {
  const inner = `try ${writer.block(bodies[0])} catch (cause) ${braces("throw new Error('not done', { cause });")}`;
  return printCatch(`try ${braces(inner)}`, bodies[1], writer);
}

/** Calls that are refused before they are made, because of their input or of something inside it. */
function printRefused({ n, choice }: Node, writer: Writer): string {
  return writer.nested([], () => {
    const [price, refused] = [writer.fresh('price'), writer.fresh('refused')];
    const inputs = [price, `{ price: ${price} }`, `[1, ${price}]`, `{ items: [{ id: null, price: ${price} }] }`];
    const tried = `try ${braces(`await actions.audit(${inputs[n] ?? `{ 'unit price': [${price}, {}] }`});`)}`;
    const body = `${tried} catch (${refused}) ${braces(`console.warn(${refused}.message);`)}`;
    return `for (const ${price} of [${choice}]) ${braces(body)}`;
  });
}

function printRetry({ n, promises }: Node, writer: Writer, wait: string): string {
  const text = writer.text(promises[0]);
  const [result, attempt] = [writer.fresh(resultOf(promises[0]).hint), writer.fresh('attempt')];
  const pause = wait === '' ? `console.warn('attempt', ${attempt});` : `await sleep(100 * 2 ** ${attempt});`;
  const body = `try ${braces(`${result} = await ${text};`, 'break;')} catch ${braces(pause)}`;
  writer.show(result);
  return `let ${result} = null;\nfor (let ${attempt} = 0; ${attempt} < ${n}; ${attempt}++) ${braces(body)}`;
}

/** Each step that was done is undone, the last first, when a later one fails. */
function printSaga({ promises, bodies, choice }: Node, writer: Writer): string {
  const undo = writer.fresh('undo');
  const steps = writer.nested([], () => {
    const lines = promises.map((promise, i) =>
      printStep(promise, i === promises.length - 1 ? '' : undo, choice, writer),
    );
    return joined(...lines, writer.lines(bodies[0]), "throw new Error('not enough');");
  });
  const undoAll = `for (const step of ${undo}.reverse()) await step();`;
  return `const ${undo} = [];\ntry ${braces(steps)} catch ${braces(undoAll)}`;
}

function printStep(promise: Node, undo: string, choice: string, writer: Writer): string {
  const text = writer.text(promise);
  const name = writer.declare(resultOf(promise).hint, resultOf(promise).kind);
  const step = `const ${name} = await ${text};`;
  if (undo === '') return step;
  const call =
    choice === 'refund'
      ? `actions.refund({ amount: 1, reason: 'undone' })`
      : `actions.release({ booking: ${name === 'booking' ? 'booking?.id ?? null' : name} })`;
  return `${step}\n${undo}.push(() => ${call}.catch(() => null));`;
}

/** What was done at once is undone one by one, in the reverse of the order in which it was finished. */
function printUndone({ promises }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const done = writer.declare('finished', 'list');
  const parts = texts.map((text, i) => `${text}.then(() => void ${done}.unshift(${i + 1}), () => null)`);
  const both = `await Promise.all([\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')}`).join(',\n')},\n]);`;
  return joined(
    `const ${done} = [];`,
    both,
    `for (const step of ${done}) await actions.release({ booking: step }).catch(() => null);`,
  );
}
