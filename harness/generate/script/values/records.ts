import { type Form, formsOf, type Kind } from '../node.ts';

const record = formsOf('record');

/** Fields as the records of a script have them. */
const fieldKinds: Readonly<Record<string, Kind>> = {
  id: 'text',
  name: 'text',
  total: 'number',
  count: 'number',
  ok: 'flag',
  items: 'list',
  order: 'any',
  answer: 'any',
  left: 'any',
};

const fieldsOf = (choice: string): string[] => choice.split(' ');

export const records: readonly Form[] = [
  record('core', 'record name', 20, { n: [0, 2], leaf: true }, ({ n }, writer) => writer.reference('record', n)),
  record(
    'core',
    'made',
    24,
    {
      choices: ['id total', 'order total ok', 'name items', 'answer count', 'id left'],
      values: (choice) => fieldsOf(choice).map((field) => fieldKinds[field] ?? 'any'),
    },
    ({ values, choice }, writer) =>
      writer.record(values.map((value, i) => [fieldsOf(choice)[i] ?? 'more', writer.text(value)])),
  ),
  record(
    'core',
    'copied',
    10,
    { n: [0, 2], values: ['any'], choices: ['note', 'status', 'ok'] },
    ({ n, values, choice }, writer) =>
      `{ ...${writer.prelude('asRecord')}(${writer.reference('any', n)}), ${choice}: ${writer.text(values[0])} }`,
  ),
  record(
    'objects',
    'indexed',
    6,
    { values: ['list'] },
    ({ values }, writer) => `Object.fromEntries(${writer.operand(values[0])}.map((item, i) => [\`n\${i}\`, item]))`,
  ),
  record('objects', 'dated', 5, { n: [0, 9] }, ({ n }) => `{ when: new Date(${n}), gone: undefined }`),
  record(
    'objects',
    'rest',
    6,
    { values: ['record'] },
    ({ values }, writer) => `(({ id = 0, ...rest }) => rest)(${writer.text(values[0])})`,
  ),
  record(
    'objects',
    'cloned',
    5,
    { values: ['record'] },
    ({ values }, writer) => `structuredClone(${writer.text(values[0])})`,
  ),
  record(
    'objects',
    'computed key',
    4,
    { values: ['text', 'any'] },
    ({ values: [key, value] }, writer) => `{ [${writer.text(key)}]: ${writer.text(value)} }`,
  ),
  record(
    'objects',
    'getter',
    5,
    { values: ['any'] },
    ({ values }, writer) => `{ get late() { return ${writer.text(values[0])}; } }`,
  ),
  record(
    'objects',
    'revived',
    4,
    { values: ['record'] },
    ({ values }, writer) =>
      `JSON.parse(JSON.stringify(${writer.text(values[0])}), (key, value) => (key === 'id' ? null : value))`,
  ),
  record('catching', 'failure', 16, {}, (_node, writer) =>
    writer.error === undefined
      ? '{ failed: false }'
      : `{ name: ${writer.error}.name, code: ${writer.error}.code ?? null, data: ${writer.error}.data ?? null }`,
  ),
];
