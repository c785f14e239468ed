import { type Form, formsOf } from '../node.ts';

const anything = formsOf('any');
const keys = ['id', 'total', 'ok', 'items', 'name', 'next'];

/** Expressions of which is known only that they are JSON. */
export const anythings: readonly Form[] = [
  anything('core', 'null', 4, { leaf: true }, () => 'null'),
  anything('core', 'name', 34, { n: [0, 3], leaf: true }, ({ n }, writer) => writer.reference('any', n)),
  anything(
    'core',
    'field',
    14,
    { n: [0, 3], choices: keys, leaf: true },
    ({ n, choice }, writer) => `${writer.field(n, choice)} ?? null`,
  ),
  anything('core', 'input', 4, { leaf: true }, () => 'input'),
  anything(
    'core',
    'item',
    6,
    { values: ['list'], choices: ['[0]', '.at(-1)', '[1]'] },
    ({ values, choice }, writer) => `${writer.operand(values[0])}${choice} ?? null`,
  ),
  anything(
    'branching',
    'conditional',
    10,
    { values: ['flag', 'any', 'any'] },
    ({ values: [test, yes, no] }, writer) => `${writer.test(test)} ? ${writer.operand(yes)} : ${writer.operand(no)}`,
  ),
  anything(
    'branching',
    'otherwise',
    5,
    { values: ['any', 'any'] },
    ({ values: [first, second] }, writer) => `${writer.operand(first)} ?? ${writer.operand(second)}`,
  ),
  anything(
    'collections',
    'found',
    7,
    { values: ['list'] },
    ({ values }, writer) => `${writer.operand(values[0])}.find((item) => item?.ok) ?? null`,
  ),
  anything(
    'collections',
    'weak map',
    5,
    { values: ['any'] },
    ({ values }, writer) => `((key) => new WeakMap([[key, ${writer.text(values[0])}]]).get(key))({})`,
  ),
  anything(
    'data',
    'from data',
    14,
    { choices: ['data.last ?? null', '[...(data.list ?? [])]', 'Object.keys(data)'] },
    ({ choice }) => choice,
  ),
  anything(
    'objects',
    'proxy',
    4,
    { choices: keys },
    ({ choice }) => `new Proxy({}, { get: (_, key) => String(key) }).${choice}`,
  ),
  anything(
    'objects',
    'got',
    3,
    { values: ['any'] },
    ({ values }, writer) => `({ get late() { return ${writer.text(values[0])}; } }).late`,
  ),
  anything('catching', 'error data', 20, { choices: ['code', 'data'] }, ({ choice }, writer) =>
    writer.error === undefined ? 'null' : `${writer.error}.${choice} ?? null`,
  ),
];
