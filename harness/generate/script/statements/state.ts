import { type Form, formsOf, type Node } from '../node.ts';
import { hops } from '../promises/waiting.ts';
import { joined } from '../text.ts';
import type { Writer } from '../writer.ts';

const statement = formsOf('statement');
const levels = ['log', 'info', 'warn', 'error', 'debug'];

/** What is left behind besides the result: `data`, the console, timers, fuel. */
export const state: readonly Form[] = [
  statement('hops', 'hop', 30, { n: [1, 16] }, ({ n }) => hops(n)),
  // One tick of fuel, which takes a good part of a millisecond.
  statement('spending', 'spend', 14, {}, () => 'for (let spent = 0; spent < 10_500; spent++);'),
  statement(
    'timers',
    'ticking',
    20,
    { choices: ['0', '1000', '7_200_000'], bodies: 1 },
    ({ choice, bodies }, writer) => `setTimeout(async () => ${writer.block(bodies[0])}, ${choice});`,
  ),
  statement(
    'timers',
    'cleared in time',
    26,
    { n: [0, 1], choices: ['1000', '7_200_000'], also: 'sleeps' },
    printCleared,
  ),
  statement('data', 'count', 32, {}, () => 'data.count = (data.count ?? 0) + 1;'),
  statement(
    'data',
    'remember',
    26,
    { values: ['any'] },
    ({ values }, writer) => `data.last = ${writer.text(values[0])};`,
  ),
  statement(
    'data',
    'collect',
    22,
    { values: ['any'] },
    ({ values }, writer) => `(data.list ??= []).push(${writer.text(values[0])});`,
  ),
  statement('data', 'forget', 8, { choices: ['last', 'list', 'count'] }, ({ choice }) => `delete data.${choice};`),
  // Counts how often somebody looked: whoever reads `data` between turns must not be seen.
  statement(
    'data',
    'watched',
    12,
    {},
    () => 'data.view = { get looks() { return (globalThis.looks = (globalThis.looks ?? 0) + 1); } };',
  ),
  statement(
    'console',
    'print',
    52,
    { values: ['text', 'any'], choices: levels },
    ({ values, choice }, writer) => `console.${choice}(${writer.list(values)});`,
  ),
];

/** What a timer does that was cleared would show while the script sleeps for longer. One of its neighbours goes off. */
function printCleared({ n, choice }: Node, writer: Writer): string {
  const timer = writer.fresh('timer');
  const start = (text: string) => `setTimeout(() => console.log('${text}'), ${choice});`;
  const others = Array.from({ length: n }, (_, i) => start(`timer ${i + 1}`));
  return joined(
    `const ${timer} = ${start('too late')}`,
    ...others,
    `clearTimeout(${timer});`,
    `await sleep(${choice} + 1);`,
  );
}
