import type { ScriptFeature } from '../features.ts';
import { actionNames } from './actions.ts';
import type { Form, Node, Range } from './node.ts';
import { braces, type Writer } from './writer.ts';

type Extra = Partial<Pick<Form, 'values' | 'promises' | 'bodies' | 'n' | 'choices' | 'repeats' | 'prefers'>>;
const one: Range = [1, 1];

function promise(
  feature: ScriptFeature | 'core',
  name: string,
  weight: number,
  extra: Extra,
  print: (node: Node, writer: Writer) => string,
): Form {
  return { sort: 'promise', name, feature, weight, ...extra, print };
}

/** From no time to longer than anybody waits for. */
const spans = ['0', '1', '5000', '3_600_000', '86_400_000', '3 * 86_400_000'];

/** Expressions that give a promise. What it fulfils with is JSON; it may reject with a failed action's error. */
export const promises: readonly Form[] = [
  promise(
    'core',
    'call',
    35,
    { choices: actionNames, values: [0, 1], prefers: 'record' },
    (node, writer) => `actions.${node.choice}(${writer.list(node.values)})`,
  ),
  promise('hops', 'resolved', 3, { values: one }, (node, writer) => `Promise.resolve(${writer.list(node.values)})`),
  promise('hops', 'late', 10, { n: [0, 16], promises: one }, (node, writer) =>
    asyncCall(`${hops(node.n)}return ${writer.text(node.promises[0])};`),
  ),
  promise(
    'branches',
    'branch',
    16,
    { bodies: 1, values: one },
    (node, writer) => `(async () => ${returning(node, writer, [])})()`,
  ),
  promise('all', 'all', 22, { promises: [2, 3] }, (node, writer) => combined('all', node, writer)),
  promise('race', 'race', 22, { promises: [2, 3] }, (node, writer) => combined('race', node, writer)),
  promise(
    'any',
    'any',
    16,
    { promises: [2, 3] },
    (node, writer) => `${combined('any', node, writer)}.catch(() => null)`,
  ),
  promise(
    'settled',
    'settled',
    16,
    { promises: [1, 3] },
    (node, writer) =>
      `${combined('allSettled', node, writer)}.then((results) => results.map((result) => result.value ?? result.status))`,
  ),
  promise('map', 'map', 20, { n: [1, 3], bodies: 1, promises: one, repeats: 'n' }, printMap),
  promise(
    'functions',
    'awaited',
    6,
    { promises: one },
    (node, writer) => `(async () => [await ${writer.text(node.promises[0])}])()`,
  ),
  promise('continuations', 'then', 14, { promises: [2, 2] }, printThen),
  promise('continuations', 'then do', 10, { promises: one, bodies: 1, values: one }, printThenDo),
  promise(
    'continuations',
    'finally',
    5,
    { promises: one, bodies: 1 },
    (node, writer) => `${writer.text(node.promises[0])}.finally(async () => ${writer.block(node.bodies[0])})`,
  ),
  promise(
    'catching',
    'catch',
    10,
    { promises: one },
    (node, writer) => `${writer.text(node.promises[0])}.catch((error) => error.code ?? error.message)`,
  ),
  promise(
    'catching',
    'instead',
    6,
    { promises: [2, 2] },
    (node, writer) => `${writer.text(node.promises[0])}.catch(() => ${writer.text(node.promises[1])})`,
  ),
  promise('sleeps', 'nap', 10, { choices: spans }, (node) => `sleep(${spanOf(node)})`),
  promise(
    'sleeps',
    'nap first',
    12,
    { choices: spans, promises: one },
    (node, writer) => `sleep(${spanOf(node)}).then(() => ${writer.text(node.promises[0])})`,
  ),
  promise(
    'sleeps',
    'timeout',
    24,
    { choices: spans, promises: one },
    (node, writer) => `Promise.race([${writer.text(node.promises[0])}, sleep(${spanOf(node)}).then(() => 'timeout')])`,
  ),
  promise(
    'timers',
    'timer',
    14,
    { choices: spans, values: one },
    (node, writer) =>
      `new Promise((resolve) => void setTimeout(resolve, ${spanOf(node)}, ${writer.text(node.values[0])}))`,
  ),
  promise('timers', 'cleared', 16, { choices: spans, promises: one }, printCleared),
  promise(
    'thenables',
    'thenable',
    8,
    { promises: one },
    (node, writer) =>
      `Promise.resolve({ then: (resolve, reject) => void ${writer.text(node.promises[0])}.then(resolve, reject) })`,
  ),
  promise(
    'thenables',
    'deferred',
    6,
    { promises: one },
    (node, writer) => `new Promise((resolve, reject) => void ${writer.text(node.promises[0])}.then(resolve, reject))`,
  ),
  promise(
    'thenables',
    'plain thenable',
    3,
    { values: one },
    (node, writer) => `Promise.resolve({ then: (resolve) => resolve(${writer.list(node.values)}) })`,
  ),
];

function spanOf(node: Node): string {
  return node.choice || '5000';
}

function asyncCall(lines: string): string {
  return `(async () => ${braces(lines)})()`;
}

function hops(n: number): string {
  if (n === 0) return '';
  return n === 1 ? 'await null;\n' : `for (let hop = 0; hop < ${n}; hop++) await null;\n`;
}

function returning(node: Node, writer: Writer, names: readonly string[]): string {
  return writer.block(node.bodies[0], names, () => writer.text(node.values[0]));
}

function combined(how: string, node: Node, writer: Writer): string {
  const parts = node.promises.map((part) => writer.text(part));
  const short = parts.join(', ');
  if (short.length < 70 && !short.includes('\n')) return `Promise.${how}([${short}])`;
  return `Promise.${how}([\n${parts.map((part) => part.replace(/^(?=.)/gm, '  ')).join(',\n')},\n])`;
}

function printMap(node: Node, writer: Writer): string {
  const item = writer.fresh('item');
  const items = Array.from({ length: node.n }, (_, i) => i + 1).join(', ');
  const body = writer.block(node.bodies[0], [item], () => writer.text(node.promises[0]));
  return `Promise.all([${items}].map(async (${item}) => ${body}))`;
}

/** A timeout as one writes it with timers: whichever comes first, the timer is cleared. */
function printCleared(node: Node, writer: Writer): string {
  const [timer, first] = [writer.fresh('timer'), writer.text(node.promises[0])];
  const late = `new Promise((resolve) => void (${timer} = setTimeout(resolve, ${spanOf(node)}, 'late')))`;
  return `((${timer}) => Promise.race([${first}, ${late}]).finally(() => clearTimeout(${timer})))()`;
}

function printThen(node: Node, writer: Writer): string {
  const first = writer.text(node.promises[0]);
  const result = writer.fresh('result');
  return `${first}.then((${result}) => ${writer.nested([result], () => writer.text(node.promises[1]))})`;
}

function printThenDo(node: Node, writer: Writer): string {
  const first = writer.text(node.promises[0]);
  const result = writer.fresh('result');
  return `${first}.then(async (${result}) => ${returning(node, writer, [result])})`;
}
