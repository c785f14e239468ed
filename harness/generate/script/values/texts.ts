import { type Form, formsOf } from '../node.ts';
import { quoted } from '../text.ts';

const text = formsOf('text');

export const words = ['ok', 'o_7', 'rush', 'Zürich', 'a,b;c', '2024-05-06', '', '\u{1f600}'];
const changes = [
  'toUpperCase()',
  'trim()',
  'slice(0, 3)',
  "padStart(6, '0')",
  "replaceAll('a', 'b')",
  "split('').join('-')",
];

export const texts: readonly Form[] = [
  text('core', 'word', 24, { choices: words, leaf: true }, ({ choice }) => quoted(choice)),
  text('core', 'text name', 16, { n: [0, 3], leaf: true }, ({ n }, writer) => writer.reference('text', n)),
  text(
    'core',
    'text field',
    16,
    { n: [0, 2], choices: ['id', 'name', 'status'], leaf: true },
    ({ n, choice }, writer) => `${writer.prelude('asText')}(${writer.field(n, choice)})`,
  ),
  text(
    'core',
    'numbered',
    10,
    { values: ['number'], choices: ['order', 'attempt', 'total:'] },
    ({ values, choice }, writer) => `\`${choice} \${${writer.text(values[0])}}\``,
  ),
  text('core', 'json', 8, { values: ['any'] }, ({ values }, writer) => `JSON.stringify(${writer.text(values[0])})`),
  text('branching', 'type', 6, { values: ['any'] }, ({ values }, writer) => `typeof ${writer.operand(values[0])}`),
  text(
    'branching',
    'chosen text',
    8,
    { values: ['flag'], choices: ["'large' : 'small'", "'yes' : 'no'"] },
    ({ values, choice }, writer) => `${writer.test(values[0])} ? ${choice}`,
  ),
  text(
    'text',
    'changed',
    10,
    { values: ['text'], choices: changes },
    ({ values, choice }, writer) => `${writer.operand(values[0])}.${choice}`,
  ),
  text(
    'text',
    'template',
    8,
    { values: ['any'] },
    ({ values }, writer) => `\`got \${JSON.stringify(${writer.text(values[0])})}\``,
  ),
  text(
    'text',
    'raw',
    3,
    { values: ['number'] },
    ({ values }, writer) => `String.raw\`C:\\new\\\${${writer.text(values[0])}}\``,
  ),
  text(
    'text',
    'joined',
    6,
    { values: ['list'] },
    ({ values }, writer) => `${writer.operand(values[0])}.map((item) => JSON.stringify(item)).join('; ')`,
  ),
  text(
    'regexps',
    'replaced',
    12,
    { values: ['any'] },
    ({ values }, writer) => `JSON.stringify(${writer.text(values[0])}).replace(/\\d+/g, (digits) => digits.length)`,
  ),
  text(
    'regexps',
    'month',
    10,
    { values: ['text'] },
    ({ values }, writer) =>
      `/(?<year>\\d{4})-(?<month>\\d\\d)/.exec(${writer.text(values[0])})?.groups.month ?? 'no month'`,
  ),
  text(
    'regexps',
    'swapped',
    8,
    { values: ['text'] },
    ({ values }, writer) => `${writer.operand(values[0])}.replace(/^(.)(.*)$/su, '$2$1')`,
  ),
  text('bigints', 'big', 14, { n: [0, 70] }, ({ n }) => `String((2n ** ${n}n * 3n) % 1_000_003n)`),
  text(
    'bigints',
    'big number',
    14,
    { values: ['number'] },
    ({ values }, writer) => `(BigInt(Math.trunc(${writer.text(values[0])})) * 1_000_000_007n).toString(36)`,
  ),
  text('bigints', 'big bits', 8, { n: [0, 600] }, ({ n }) => `BigInt.asUintN(8, ${n}n << 3n).toString()`),
  text('clock', 'time of day', 30, {}, () => 'new Date().toISOString()'),
  text(
    'zone',
    'local date',
    40,
    {
      choices: [
        "new Date('2024-05-06T07:08:09').toISOString()",
        'new Date(1e12).toString().slice(0, 33)',
        'new Date(2024, 9, 27, 2, 30).toISOString()',
      ],
    },
    ({ choice }) => choice,
  ),
  text('objects', 'symbol', 4, { choices: words }, ({ choice }) => `Symbol(${quoted(choice)}).description`),
  text('data', 'data as text', 8, {}, () => 'JSON.stringify(data)'),
  text('catching', 'error message', 20, { choices: ['message', 'name'] }, ({ choice }, writer) =>
    writer.error === undefined ? "'no error'" : `${writer.error}.${choice}`,
  ),
  text('stacks', 'stack', 40, {}, (_node, writer) =>
    writer.error === undefined ? "typeof new Error('here').stack" : `String(${writer.error}.stack)`,
  ),
];
