import { type Form, formsOf } from '../node.ts';

const flag = formsOf('flag');

export const flags: readonly Form[] = [
  flag('core', 'flag', 6, { choices: ['true', 'false'], leaf: true }, ({ choice }) => choice),
  flag('core', 'flag name', 6, { n: [0, 2], leaf: true }, ({ n }, writer) => writer.reference('flag', n)),
  flag(
    'core',
    'flag field',
    44,
    { n: [0, 2], choices: ['ok', 'paid', 'vip'], leaf: true },
    ({ n, choice }, writer) => `Boolean(${writer.field(n, choice)})`,
  ),
  flag('core', 'truth', 10, { n: [0, 3], leaf: true }, ({ n }, writer) => `Boolean(${writer.reference('any', n)})`),
  flag(
    'branching',
    'compared',
    22,
    { values: ['number', 'number'], choices: ['>', '<', '===', '>='] },
    ({ values: [left, right], choice }, writer) => `${writer.operand(left)} ${choice} ${writer.operand(right)}`,
  ),
  flag(
    'branching',
    'is',
    6,
    { values: ['text'], choices: ["'ok'", "'o_7'", "''"] },
    ({ values, choice }, writer) => `${writer.operand(values[0])} === ${choice}`,
  ),
  flag('branching', 'missing', 6, { n: [0, 3] }, ({ n }, writer) => `${writer.reference('any', n)} === null`),
  flag('branching', 'is list', 5, { n: [0, 3] }, ({ n }, writer) => `Array.isArray(${writer.reference('any', n)})`),
  flag('branching', 'not', 5, { values: ['flag'] }, ({ values }, writer) => `!${writer.operand(values[0])}`),
  flag(
    'branching',
    'both',
    5,
    { values: ['flag', 'flag'], choices: ['&&', '||'] },
    ({ values: [left, right], choice }, writer) => `${writer.operand(left)} ${choice} ${writer.operand(right)}`,
  ),
  flag(
    'branching',
    'even',
    5,
    { values: ['any'] },
    ({ values }, writer) => `JSON.stringify(${writer.text(values[0])}).length % 2 === 0`,
  ),
  flag(
    'collections',
    'some',
    8,
    { values: ['list'], choices: ['some', 'every'] },
    ({ values, choice }, writer) => `${writer.operand(values[0])}.${choice}((item) => Boolean(item?.ok))`,
  ),
  flag(
    'collections',
    'among',
    6,
    { values: ['list', 'any'] },
    ({ values: [list, item] }, writer) => `new Set(${writer.text(list)}).has(${writer.text(item)})`,
  ),
  flag(
    'objects',
    'has',
    6,
    { values: ['record'], choices: ['id', 'total'] },
    ({ values, choice }, writer) => `Object.hasOwn(${writer.text(values[0])}, '${choice}')`,
  ),
  flag(
    'regexps',
    'matches',
    14,
    { values: ['text'] },
    ({ values }, writer) => `/^[a-z]_\\d+$/i.test(${writer.text(values[0])})`,
  ),
  flag('random', 'coin', 40, {}, () => 'Math.random() < 0.5'),
  flag('clock', 'odd moment', 20, {}, () => 'Date.now() % 2 === 1'),
];
