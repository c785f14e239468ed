import { type Form, formsOf, type Node } from '../node.ts';
import { braces } from '../text.ts';
import type { Writer } from '../writer.ts';

const promise = formsOf('promise');

/** From no time to longer than anybody waits for. */
const spans = ['0', '1', '5000', '3_600_000', '86_400_000', '3 * 86_400_000'];

/** Promises that take their time: naps, timers, timeouts, hops through the job queue, thenables. */
export const waiting: readonly Form[] = [
  promise(
    'core',
    'resolved',
    1,
    { values: ['any'], leaf: true },
    ({ values }, writer) => `Promise.resolve(${writer.text(values[0])})`,
  ),
  promise(
    'hops',
    'late',
    26,
    { n: [0, 16], promises: [1, 1] },
    ({ n, promises }, writer) => `(async () => ${braces(hops(n), `return ${writer.text(promises[0])};`)})()`,
  ),
  promise('sleeps', 'nap', 18, { choices: spans }, ({ choice }) => `sleep(${choice})`),
  promise(
    'sleeps',
    'nap first',
    22,
    { choices: spans, promises: [1, 1] },
    ({ choice, promises }, writer) => `sleep(${choice}).then(() => ${writer.text(promises[0])})`,
  ),
  promise(
    'sleeps',
    'timeout',
    44,
    { choices: spans, promises: [1, 1] },
    ({ choice, promises }, writer) =>
      `Promise.race([${writer.text(promises[0])}, sleep(${choice}).then(() => 'timeout')])`,
  ),
  promise(
    'timers',
    'timer',
    26,
    { choices: spans, values: ['any'] },
    ({ choice, values }, writer) =>
      `new Promise((resolve) => void setTimeout(resolve, ${choice}, ${writer.text(values[0])}))`,
  ),
  promise('timers', 'cleared', 30, { choices: spans, promises: [1, 1] }, printCleared),
  promise(
    'thenables',
    'thenable',
    12,
    { promises: [1, 1] },
    ({ promises }, writer) =>
      `Promise.resolve({ then: (resolve, reject) => void ${writer.text(promises[0])}.then(resolve, reject) })`,
  ),
  promise(
    'thenables',
    'deferred',
    10,
    { promises: [1, 1] },
    ({ promises }, writer) =>
      `new Promise((resolve, reject) => void ${writer.text(promises[0])}.then(resolve, reject))`,
  ),
  promise(
    'thenables',
    'plain thenable',
    5,
    { values: ['any'] },
    ({ values }, writer) => `Promise.resolve({ then: (resolve) => resolve(${writer.text(values[0])}) })`,
  ),
];

export function hops(n: number): string {
  if (n === 0) return '';
  return n === 1 ? 'await null;' : `for (let hop = 0; hop < ${n}; hop++) await null;`;
}

/** A timeout as one writes it with timers: whichever comes first, the timer is cleared. */
function printCleared({ choice, promises }: Node, writer: Writer): string {
  const first = writer.text(promises[0]);
  const timer = writer.fresh('timer');
  const late = `new Promise((resolve) => void (${timer} = setTimeout(resolve, ${choice}, 'late')))`;
  return `((${timer}) => Promise.race([${first}, ${late}]).finally(() => clearTimeout(${timer})))()`;
}
