import type { ScriptFeature } from '../features.ts';
import type { Form, Node, Range } from './node.ts';
import type { Writer } from './writer.ts';

const words = ['ok', 'rush', 'Zürich', 'a,b;c', '2024-05-06', '', '0', '\u{1f600}'];
const keys = ['id', 'total', 'ok', 'items', 'name', 'when'];

/** Questions about an answer, `it`, that come out either way. */
const checks = [
  'it',
  '!it',
  'it?.ok === true',
  "typeof it === 'object'",
  'Array.isArray(it)',
  'JSON.stringify(it).length % 2 === 0',
];

type Extra = Partial<Pick<Form, 'values' | 'n' | 'choices' | 'bodies'>>;
const one: Range = [1, 1];
const two: Range = [2, 2];

function value(
  feature: ScriptFeature | 'core',
  name: string,
  weight: number,
  extra: Extra,
  print: (node: Node, writer: Writer) => string,
): Form {
  return { sort: 'value', name, feature, weight, ...extra, print };
}

/** Expressions. Each is total: whatever JSON an action answers with, it neither throws nor gives `undefined` or `NaN`. */
export const values: readonly Form[] = [
  value('core', 'literal', 8, { choices: ['null', 'true', 'false'] }, (node) => node.choice || 'null'),
  value('core', 'number', 14, { n: [0, 12] }, (node) => String(node.n)),
  value('core', 'word', 12, { choices: words }, (node) => quote(node.choice)),
  value('core', 'reference', 30, { n: [0, 3] }, (node, writer) => writer.reference(node.n)),
  value(
    'core',
    'field',
    12,
    { n: [0, 3], choices: keys },
    (node, writer) => `${writer.reference(node.n)}?.${node.choice || 'id'} ?? null`,
  ),
  value('core', 'record', 16, { values: [1, 3] }, (node, writer) =>
    record(node.values.map((item) => writer.text(item))),
  ),
  value('core', 'array', 6, { values: [0, 3] }, (node, writer) => `[${writer.list(node.values)}]`),
  value('branching', 'conditional', 6, { values: [3, 3] }, (node, writer) =>
    conditional(node.values.map((item) => writer.operand(item))),
  ),
  value('branching', 'type', 4, { values: one }, (node, writer) => `typeof ${writer.operand(node.values[0])}`),
  value('branching', 'check', 6, { n: [0, 3], choices: checks }, (node, writer) =>
    node.choice.replace('it', writer.reference(node.n)),
  ),
  value(
    'closures',
    'curried',
    4,
    { values: two },
    (node, writer) =>
      `((left) => (right) => [left, right])(${writer.text(node.values[0])})(${writer.text(node.values[1])})`,
  ),
  value(
    'closures',
    'counter',
    4,
    { n: [1, 4] },
    (node) => `((count) => [() => count++, () => count])(${node.n}).map((step) => step())`,
  ),
  value(
    'generators',
    'spread generator',
    4,
    { values: two },
    (node, writer) =>
      `[...(function* () { yield ${writer.text(node.values[0])}; yield ${writer.text(node.values[1])}; })()]`,
  ),
  value('order', 'seen', 6, {}, (_node, writer) => `[...${writer.seen()}]`),
  value(
    'clock',
    'now',
    10,
    { choices: ['Date.now()', 'new Date().getTime()', 'new Date().toISOString()', 'Date.now() - Date.now()'] },
    (node) => node.choice,
  ),
  value(
    'zone',
    'local time',
    16,
    {
      choices: [
        'new Date(2024, 2, 31, 2, 30).getTime()',
        'new Date(0).getHours()',
        "new Date('2024-05-06T07:08:09').toISOString()",
        'new Date(0).getTimezoneOffset()',
        'String(new Date(1e12))',
      ],
    },
    (node) => node.choice,
  ),
  value(
    'random',
    'random',
    12,
    { choices: ['Math.random()', 'Math.floor(Math.random() * 6)', 'Math.random() < 0.5'] },
    (node) => node.choice,
  ),
  value(
    'data',
    'data',
    8,
    { choices: ['data.count ?? 0', 'data.last ?? null', 'Object.keys(data)', 'JSON.stringify(data)'] },
    (node) => node.choice,
  ),
  value('collections', 'set', 5, { values: [1, 3] }, (node, writer) => `[...new Set([${writer.list(node.values)}])]`),
  value(
    'collections',
    'map',
    5,
    { values: two },
    (node, writer) =>
      `[...new Map([['x', ${writer.text(node.values[0])}], ['y', ${writer.text(node.values[1])}]]).values()]`,
  ),
  value(
    'collections',
    'weak map',
    2,
    { values: one },
    (node, writer) => `((key) => new WeakMap([[key, ${writer.text(node.values[0])}]]).get(key))({})`,
  ),
  value(
    'collections',
    'sort',
    5,
    { values: [1, 3] },
    (node, writer) =>
      `[${writer.list(node.values)}].map((item) => JSON.stringify(item)).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))`,
  ),
  value(
    'collections',
    'keys',
    4,
    { values: one },
    (node, writer) => `Object.keys(Object(${writer.text(node.values[0])})).sort()`,
  ),
  value('numbers', 'typed array', 4, { n: [0, 600] }, (node) => `[...new Uint8Array([1, ${node.n}, -1])]`),
  value(
    'numbers',
    'floats',
    3,
    { n: [0, 9] },
    (node) => `Float64Array.of(0.1, ${node.n} / 3).reduce((sum, item) => sum + item)`,
  ),
  value('numbers', 'big', 4, { n: [0, 70] }, (node) => `String((2n ** ${node.n}n * 3n) % 1000003n)`),
  value(
    'numbers',
    'sum',
    4,
    { n: [1, 60] },
    (node) => `Array.from({ length: ${node.n} }, (_, i) => i).reduce((sum, item) => sum + item, 0)`,
  ),
  value(
    'text',
    'template',
    6,
    { values: one },
    (node, writer) => `\`got \${JSON.stringify(${writer.text(node.values[0])})}\``,
  ),
  value(
    'text',
    'replace',
    4,
    { values: one },
    (node, writer) => `JSON.stringify(${writer.text(node.values[0])}).replace(/\\d+/g, (digits) => digits.length)`,
  ),
  value(
    'text',
    'match',
    4,
    { choices: words },
    (node) => `/(?<year>\\d{4})-(?<month>\\d\\d)/.exec(${quote(node.choice)})?.groups?.month ?? null`,
  ),
  value('text', 'split', 3, { choices: words }, (node) => `${quote(node.choice)}.split(/[,;]/u)`),
  value(
    'objects',
    'getter',
    4,
    { values: one },
    (node, writer) => `({ get late() { return ${writer.text(node.values[0])}; } }).late`,
  ),
  value(
    'objects',
    'proxy',
    3,
    { choices: keys },
    (node) => `new Proxy({}, { get: (_, key) => String(key) }).${node.choice || 'id'}`,
  ),
  value(
    'objects',
    'copy',
    4,
    { values: two },
    (node, writer) => `{ ...Object(${writer.text(node.values[0])}), extra: ${writer.text(node.values[1])} }`,
  ),
  value(
    'objects',
    'rest',
    3,
    { values: one },
    (node, writer) => `(({ id = 0, ...rest }) => [id, rest])(Object(${writer.text(node.values[0])}))`,
  ),
  value('objects', 'clone', 2, { values: one }, (node, writer) => `structuredClone(${writer.text(node.values[0])})`),
  value('objects', 'dated', 3, { n: [0, 9] }, (node) => `{ when: new Date(${node.n}), gone: undefined }`),
  value('catching', 'error', 10, { choices: ['message', 'code', 'name', 'data'] }, (node, writer) =>
    writer.error === undefined ? 'null' : `${writer.error}.${node.choice || 'message'} ?? null`,
  ),
  value('stacks', 'stack', 12, {}, (_node, writer) =>
    writer.error === undefined ? "typeof new Error('here').stack" : `String(${writer.error}.stack)`,
  ),
];

function quote(text: string): string {
  return `'${text}'`;
}

function conditional([test, yes, no]: readonly string[]): string {
  return `${test} ? ${yes} : ${no}`;
}

/** `{ id: 1, total, … }`: keys in the order of the list. */
function record(texts: readonly string[]): string {
  return `{ ${texts.map((text, i) => `${keys[i]}: ${text}`).join(', ')} }`;
}
