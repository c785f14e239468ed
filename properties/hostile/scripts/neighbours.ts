import type { HostileScript } from '../hostile-script.ts';

/** Looks for the marks of an earlier or a neighbouring run, then leaves its own. */
function marks(name: string, tries: string, look: string, leave: string): HostileScript {
  const script = `const found = await (async () => { ${look} })(); await actions.echo('between'); ${leave}; return [found, await (async () => { ${look} })()];`;
  return { name, tries, script, right: { value: [false, true] } };
}

/** After other runs: whatever one of them leaves, no other one may find. */
export const neighbours: readonly HostileScript[] = [
  marks(
    'a global left behind',
    'to speak to the next run through a global',
    "return 'mark' in globalThis",
    'globalThis.mark = 1',
  ),
  marks(
    'a symbol left behind',
    'to speak through a key that nobody lists',
    "return Object.getOwnPropertySymbols(globalThis).includes(Symbol.for('mark'))",
    "globalThis[Symbol.for('mark')] = 1",
  ),
  marks(
    'prototypes left patched',
    'to change what every object inherits, for others',
    "return 'mark' in {} && 'mark' in [] && 'mark' in (() => {}) && 'mark' in Promise.resolve() && 'mark' in /x/ && 'mark' in new Error()",
    'Object.prototype.mark = 1',
  ),
  marks(
    'generator prototypes left patched',
    'to reach every iterator through the prototypes that have no name',
    "const proto = Object.getPrototypeOf(async function* () {}.prototype); return 'mark' in proto && 'mark' in [].values()",
    'for (const f of [function* () {}, async function* () {}]) Object.getPrototypeOf(f.prototype).mark = 1; Object.getPrototypeOf(Object.getPrototypeOf([].values())).mark = 1; Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype))).mark = 1',
  ),
  marks(
    'constructors without a name',
    'to patch the constructors that only functions lead to',
    "return [async () => {}, function* () {}, async function* () {}].every((f) => 'mark' in f.constructor)",
    'for (const f of [async () => {}, function* () {}, async function* () {}]) f.constructor.mark = 1',
  ),
  marks(
    'a key in a WeakMap',
    'to recognise an object that both runs see',
    'return globalThis.seen?.has(actions.echo) ?? false',
    'globalThis.seen = new WeakMap([[actions.echo, 1]])',
  ),
  marks(
    'the state of a regular expression',
    'to speak through the position of the last match',
    'return (globalThis.pattern ??= /a/g).lastIndex === 1',
    "globalThis.pattern.exec('aa')",
  ),
  marks(
    'the way errors are made',
    'to hook into the errors of others',
    "return Error.stackTraceLimit === 77 && new Error('x').mark === 1",
    'Error.stackTraceLimit = 77; Error.prototype.mark = 1; Error.prepareStackTrace = () => 77',
  ),
  marks(
    'the console',
    'to listen to what others print',
    'return console.log.mark === 1 && console.mark === 1',
    'console.mark = 1; console.log.mark = 1',
  ),
  marks(
    'the shape of the global object',
    'to stand behind the globals of others',
    'return Object.getPrototypeOf(Object.getPrototypeOf(globalThis)) !== null || globalThis.anything === 1',
    'Object.setPrototypeOf(Object.prototype.__proto__ === null ? globalThis : {}, new Proxy(Object.prototype, { get: () => 1, has: (target, key) => key in target }))',
  ),
  marks(
    'code under a name',
    'to replace a function of the language for good',
    "return (0, eval)('JSON').stringify.mark === 1 && Function('return Array.isArray.mark')() === 1",
    'JSON.stringify.mark = 1; Array.isArray.mark = 1',
  ),
  marks(
    'jobs left queued',
    'to run on in the time of the next run',
    'return globalThis.ticked === true',
    '(async () => { await null; globalThis.ticked = true; })(); await actions.echo(0); (async () => { for (let i = 0; i < 50; i++) await null; })()',
  ),
  marks(
    'memory left dirty',
    'to find the bytes of another run in fresh memory',
    'return new Uint8Array(1e6).some((byte) => byte !== 0) || (globalThis.filled ?? false)',
    'globalThis.filled = new Uint8Array(1e6).fill(0x5a).every((byte) => byte === 0x5a)',
  ),
];
