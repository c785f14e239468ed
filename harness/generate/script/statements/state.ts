import { type Form, formsOf } from '../node.ts';
import { hops } from '../promises/waiting.ts';

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
