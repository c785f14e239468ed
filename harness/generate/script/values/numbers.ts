import { type Form, formsOf } from '../node.ts';

const number = formsOf('number');

/** Numbers: never `NaN` and never infinite. */
export const numbers: readonly Form[] = [
  number('core', 'number', 22, { n: [0, 12], leaf: true }, ({ n }) => String(n)),
  number('core', 'amount', 6, { choices: ['100', '250', '0.5', '-1', '1_000'], leaf: true }, ({ choice }) => choice),
  number('core', 'number name', 24, { n: [0, 3], leaf: true }, ({ n }, writer) => writer.reference('number', n)),
  number(
    'core',
    'number field',
    22,
    { n: [0, 2], choices: ['total', 'count', 'price'], leaf: true },
    ({ n, choice }, writer) => `${writer.prelude('asNumber')}(${writer.field(n, choice)})`,
  ),
  number(
    'core',
    'arithmetic',
    12,
    { values: ['number', 'number'], choices: ['+', '-', '*'] },
    ({ values: [left, right], choice }, writer) => `${writer.operand(left)} ${choice} ${writer.operand(right)}`,
  ),
  number('core', 'length', 8, { values: ['list'] }, ({ values }, writer) => `${writer.operand(values[0])}.length`),
  number(
    'core',
    'sum',
    6,
    { values: ['list'], choices: ['total', 'count'] },
    ({ values, choice }, writer) =>
      `${writer.operand(values[0])}.reduce((sum, item) => sum + ${writer.prelude('asNumber')}(item?.${choice}), 0)`,
  ),
  number(
    'numbers',
    'rounded',
    14,
    { values: ['number'], choices: ['Math.round', 'Math.floor', 'Math.abs', 'Math.sign'] },
    ({ values, choice }, writer) => `${choice}(${writer.operand(values[0])} / 3)`,
  ),
  number(
    'numbers',
    'larger',
    13,
    { values: ['number', 'number'], choices: ['Math.max', 'Math.min'] },
    ({ values, choice }, writer) => `${choice}(${writer.list(values)})`,
  ),
  number(
    'numbers',
    'bits',
    11,
    { values: ['number'] },
    ({ values }, writer) => `(${writer.operand(values[0])} & 0xff) ^ 5`,
  ),
  number(
    'numbers',
    'floats',
    12,
    { n: [0, 9] },
    ({ n }) => `[0.1, ${n} / 3, 1e-7].reduce((sum, item) => sum + item, 0)`,
  ),
  number(
    'numbers',
    'fixed',
    11,
    { values: ['number'] },
    ({ values }, writer) => `Number((${writer.text(values[0])}).toFixed(2))`,
  ),
  number(
    'bytes',
    'float array',
    18,
    { n: [0, 9] },
    ({ n }) => `Float64Array.of(0.1, ${n} / 3).reduce((sum, item) => sum + item, 0)`,
  ),
  number(
    'bytes',
    'view',
    18,
    { n: [0, 600], choices: ['getUint16', 'getInt8', 'getUint32'] },
    ({ n, choice }) => `new DataView(Uint16Array.of(${n}, 513).buffer).${choice}(0)`,
  ),
  number(
    'clock',
    'now',
    50,
    { choices: ['Date.now()', 'new Date().getTime()', 'Date.now() - Date.now()'] },
    ({ choice }) => choice,
  ),
  number(
    'random',
    'random',
    40,
    { choices: ['Math.random()', 'Math.floor(Math.random() * 6)'] },
    ({ choice }) => choice,
  ),
  number(
    'zone',
    'local time',
    50,
    {
      choices: [
        'new Date(2024, 2, 31, 2, 30).getTime()',
        'new Date(0).getHours()',
        'new Date(0).getTimezoneOffset()',
        "Date.parse('2024-05-06T07:08:09')",
      ],
    },
    ({ choice }) => choice,
  ),
  number('data', 'counted in data', 18, {}, () => 'data.count ?? 0'),
  number('counters', 'counter', 30, { leaf: true }, (_node, writer) => writer.prelude('counter')),
  number('order', 'seen so far', 12, { leaf: true }, (_node, writer) => `${writer.prelude('seen')}.length`),
  number('text', 'text length', 5, { values: ['text'] }, ({ values }, writer) => `${writer.operand(values[0])}.length`),
  number(
    'collections',
    'distinct',
    6,
    { values: ['list'] },
    ({ values }, writer) => `new Set(${writer.text(values[0])}).size`,
  ),
];
