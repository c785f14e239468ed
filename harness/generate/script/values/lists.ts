import { type Form, formsOf } from '../node.ts';
import { asBody, fitted } from '../text.ts';

const list = formsOf('list');

const selections = ['filter((item) => item?.ok)', 'slice(0, 2)', 'slice(-1)', 'toReversed()', 'filter(Boolean)'];
const sortings = [
  'map((item) => JSON.stringify(item)).sort()',
  'toSorted((a, b) => asNumber(a?.total) - asNumber(b?.total))',
];

const known: Readonly<Record<string, string>> = {
  values: '.map((item) => item ?? null)',
  entries: '.flat().filter(Boolean)',
};

/** Lists of any JSON. */
export const lists: readonly Form[] = [
  list(
    'core',
    'numbers',
    10,
    { n: [0, 4], leaf: true },
    ({ n }) => `[${Array.from({ length: n }, (_, i) => i + 1).join(', ')}]`,
  ),
  list('core', 'list name', 22, { n: [0, 2], leaf: true }, ({ n }, writer) => writer.reference('list', n)),
  list(
    'core',
    'list field',
    20,
    { n: [0, 2], choices: ['items', 'orders'], leaf: true },
    ({ n, choice }, writer) => `${writer.prelude('asList')}(${writer.field(n, choice)})`,
  ),
  list('core', 'items', 14, { values: { of: 'any', from: 0, to: 3 } }, ({ values }, writer) =>
    fitted('[', writer.texts(values), ']'),
  ),
  list('core', 'mapped', 10, { values: ['list', 'any'] }, ({ values: [items, each] }, writer) => {
    const from = writer.operand(items);
    return writer.nested([], () => {
      const item = writer.declare('item');
      return `${from}.map((${item}) => ${asBody(writer.text(each))})`;
    });
  }),
  list(
    'core',
    'selected',
    8,
    { values: ['list'], choices: selections },
    ({ values, choice }, writer) => `${writer.operand(values[0])}.${choice}`,
  ),
  list('core', 'appended', 6, { values: ['list', 'any'] }, ({ values: [items, last] }, writer) =>
    fitted('[', [`...${writer.operand(items)}`, writer.text(last)], ']'),
  ),
  list('order', 'seen', 24, { leaf: true }, (_node, writer) => `[...${writer.prelude('seen')}]`),
  list(
    'collections',
    'unique',
    8,
    { values: ['list'] },
    ({ values }, writer) => `[...new Set(${writer.text(values[0])})]`,
  ),
  list('collections', 'sorted', 10, { values: ['list'], choices: sortings }, ({ values, choice }, writer) => {
    if (choice.includes('asNumber')) writer.prelude('asNumber');
    return `${writer.operand(values[0])}.${choice}`;
  }),
  list(
    'collections',
    'map entries',
    6,
    { values: ['any', 'any'] },
    ({ values: [x, y] }, writer) => `[...new Map([['x', ${writer.text(x)}], ['y', ${writer.text(y)}]]).entries()]`,
  ),
  list(
    'objects',
    'keys',
    8,
    // A field may be `undefined`, which a record of JSON leaves out and a list cannot.
    { values: ['record'], choices: ['keys', 'values', 'entries'] },
    ({ values, choice }, writer) => `Object.${choice}(${writer.text(values[0])})${known[choice] ?? ''}`,
  ),
  list(
    'objects',
    'own keys',
    7,
    { values: ['record'] },
    ({ values }, writer) => `Reflect.ownKeys(${writer.text(values[0])}).map(String)`,
  ),
  list('text', 'split', 6, { values: ['text'] }, ({ values }, writer) => `${writer.operand(values[0])}.split(',')`),
  list(
    'text',
    'letters',
    7,
    { values: ['text'] },
    ({ values }, writer) => `[...${writer.operand(values[0])}].slice(0, 5)`,
  ),
  list(
    'regexps',
    'found words',
    10,
    { values: ['text'] },
    ({ values }, writer) => `[...${writer.operand(values[0])}.matchAll(/\\p{L}+/gu)].map(([word]) => word)`,
  ),
  list('bytes', 'bytes', 24, { n: [0, 600] }, ({ n }) => `[...new Uint8Array([1, ${n}, -1])]`),
  list(
    'bytes',
    'byte order',
    14,
    { n: [0, 600] },
    ({ n }) => `[...new Uint8Array(new Uint16Array([${n}, 513]).buffer)].toSorted((a, b) => a - b)`,
  ),
  list('numbers', 'sequence', 14, { n: [1, 40] }, ({ n }) => `Array.from({ length: ${n} }, (_, i) => i * i)`),
  list(
    'closures',
    'curried',
    12,
    { values: ['any', 'any'] },
    ({ values: [left, right] }, writer) =>
      `((left) => (right) => [left, right])(${writer.text(left)})(${writer.text(right)})`,
  ),
  list(
    'closures',
    'counted',
    14,
    { values: ['number'] },
    ({ values }, writer) =>
      `((count) => [() => count++, () => count])(${writer.text(values[0])}).map((step) => step())`,
  ),
  list(
    'generators',
    'spread generator',
    10,
    { values: ['any', 'any'] },
    ({ values: [first, second] }, writer) =>
      `[...(function* () { yield ${writer.text(first)}; yield ${writer.text(second)}; })()]`,
  ),
  list(
    'generators',
    'iterable',
    10,
    { values: ['list'] },
    ({ values }, writer) => `[...{ *[Symbol.iterator]() { yield* ${writer.operand(values[0])}; } }]`,
  ),
];
