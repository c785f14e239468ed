import { type HostileScript, limit } from '../hostile-script.ts';

/** After the end: what a script does once it has returned or thrown, or while its value is being written. */
export const afterTheEnd: readonly HostileScript[] = [
  {
    name: 'going on after return',
    tries: 'to go on calling when the script has returned',
    script: `(async () => { for (let i = 0; ; i++) await actions.echo(i); })(); return 'returned';`,
    right: { value: 'returned' },
    asks: ['echo'],
  },
  {
    name: 'going on after throw',
    tries: 'to go on calling when the script has thrown',
    script: `(async () => { for (let i = 0; ; i++) await actions.echo(i); })(); throw new Error('thrown');`,
    right: { failure: { message: 'thrown' } },
    asks: ['echo'],
  },
  {
    name: 'jobs after return',
    tries: 'to keep the engine busy with promise jobs when the script has returned',
    script: '(async () => { for (;;) await null; })(); return 1;',
    right: limit('LIMIT_FUEL'),
    limits: { fuel: 20 },
  },
  {
    name: 'a value that calls',
    tries: 'to make calls while the value is written, and more when they are answered',
    script: `return { toJSON() { actions.echo('from toJSON').then(() => actions.echo('later')); console.log('written'); return 'value'; } };`,
    right: { value: 'value' },
    asks: ['echo'],
    prints: ['written'],
  },
  {
    name: 'a value that queues jobs',
    tries: 'to make calls in jobs that writing the value has queued',
    script: `return { toJSON() { Promise.resolve().then(() => actions.echo('from a job')).then(() => actions.echo('later')); return 'value'; } };`,
    right: { value: 'value' },
    asks: ['echo'],
  },
  {
    name: 'data that calls at the end',
    tries: 'to make a call, and to change the value, when `data` is written at the end',
    script: `
      const value = { n: 1 };
      Object.defineProperty(data, 'x', { enumerable: true, get() { value.n = 2; actions.echo('from data'); return value.n; } });
      return value;`,
    right: { value: { n: 1 } },
    asks: ['echo'],
  },
  {
    name: 'an error that calls',
    tries: 'to make a call while its exception is described',
    script: `throw { get name() { actions.echo('from name'); return 'Mine'; }, get message() { return 'm'; }, get data() { throw 1; } };`,
    right: { failure: { name: 'Mine', message: 'm' } },
  },
  {
    name: 'a value without end',
    tries: 'to be written for ever',
    script: 'return { toJSON() { for (;;); } };',
    right: limit('LIMIT_FUEL'),
    limits: { fuel: 20 },
  },
  {
    name: 'a value that grows as it is written',
    tries: 'to give a new level for every level that is written',
    script: 'const deeper = () => ({ get next() { return deeper(); } }); return deeper();',
    right: limit('LIMIT_STACK'),
    limits: { stackBytes: 64 * 2 ** 10 },
  },
  {
    name: 'a value that is never there',
    tries: 'to return a promise that settles with itself, or never',
    script: 'const late = {}; late.then = () => {}; return late;',
    right: { failure: { code: 'STUCK' } },
  },
  {
    name: 'a value that JSON cannot carry',
    tries: 'to return what would be lost silently',
    script: 'return { list: [1, { big: 10n }] };',
    right: { failure: { name: 'TypeError', message: '$.list[1].big is a BigInt, which JSON cannot carry' } },
  },
  {
    name: 'data that fails at the end',
    tries: 'to complete although its `data` cannot be kept',
    script: 'data.x = NaN; return 1;',
    right: { failure: { name: 'TypeError', message: 'data.x is NaN, which JSON cannot carry' } },
  },
  {
    name: 'timers after the end',
    tries: 'to be woken after the end',
    script: `setTimeout(() => actions.echo('woken'), 0); sleep(0).then(() => actions.echo('woken')); return 1;`,
    right: { value: 1 },
  },
];
