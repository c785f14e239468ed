import { type HostileScript, limit } from '../hostile-script.ts';

/** Wraps a script so that it tries to catch what stops it. */
function caught(script: string): string {
  return `
    try { await (async () => { ${script} })(); } catch { await actions.echo('caught'); } finally { console.log('finally'); }
    await actions.echo('after');`;
}

/** After everything that is counted: calls, reads, bytes, lines. */
export const amounts: readonly HostileScript[] = [
  {
    name: 'too many calls',
    tries: 'to make calls for ever',
    script: caught('for (let i = 0; ; i++) await actions.echo(i);'),
    right: { failure: { code: 'LIMIT_POSITIONS', limit: { name: 'positions', value: 7, position: 7 } } },
    limits: { positions: 7 },
    prints: [],
  },
  {
    name: 'too many reads of the clock',
    tries: 'to read the clock for ever',
    script: caught('for (;;) Date.now();'),
    right: { failure: { code: 'LIMIT_POSITIONS', limit: { name: 'positions', value: 7, position: 7 } } },
    limits: { positions: 7 },
    prints: [],
  },
  {
    name: 'too many random numbers',
    tries: 'to roll dice for ever, from inside the engine',
    script: caught('Array.from({ length: 100 }, Math.random);'),
    right: { failure: { code: 'LIMIT_POSITIONS', limit: { name: 'positions', value: 7, position: 7 } } },
    limits: { positions: 7 },
    prints: [],
  },
  {
    name: 'too many calls in flight',
    tries: 'to have more calls under way than the host can hold',
    script: caught("await actions.echo('one'); for (;;) void actions.echo('more');"),
    right: { failure: { code: 'LIMIT_IN_FLIGHT', limit: { name: 'inFlight', value: 5, position: 7 } } },
    limits: { inFlight: 5 },
    prints: [],
  },
  {
    name: 'too many timers',
    tries: 'to set timers for ever',
    script: caught('for (;;) clearTimeout(setTimeout(() => {}, 1));'),
    right: limit('LIMIT_IN_FLIGHT'),
    limits: { inFlight: 50 },
    prints: [],
  },
  {
    name: 'an input that is too large',
    tries: 'to send more than one value may hold',
    script: caught("await actions.echo('é'.repeat(60));"),
    right: { failure: { code: 'LIMIT_VALUE', limit: { name: 'valueBytes', value: 100, position: 0 } } },
    limits: { valueBytes: 100 },
    asks: [],
  },
  {
    name: 'a response that is too large',
    tries: 'to be sent more than one value may hold',
    script: caught('await actions.big(99);'),
    right: { failure: { code: 'LIMIT_VALUE', limit: { name: 'valueBytes', value: 100, position: 1 } } },
    limits: { valueBytes: 100 },
    asks: ['big'],
  },
  {
    name: 'a failure that is too large',
    tries: 'to be sent more in an error than one value may hold',
    script: caught("await actions.fail('x'.repeat(90));"),
    right: { failure: { code: 'LIMIT_VALUE', limit: { name: 'valueBytes', value: 100, position: 1 } } },
    limits: { valueBytes: 100 },
  },
  {
    name: 'a value that is too large',
    tries: 'to return more than one value may hold',
    script: "await actions.echo(1); return 'x'.repeat(99);",
    right: { failure: { code: 'LIMIT_VALUE', limit: { name: 'valueBytes', value: 100, position: 1 } } },
    limits: { valueBytes: 100 },
  },
  {
    name: 'data that is too large',
    tries: 'to leave more in `data` than one value may hold',
    script: "await actions.echo(1); data.x = 'x'.repeat(100); return 1;",
    right: { failure: { code: 'LIMIT_VALUE', limit: { name: 'valueBytes', value: 100, position: 1 } } },
    limits: { valueBytes: 100 },
  },
  {
    name: 'a response that is too large for memory',
    tries: 'to be sent more than its memory holds, where one value may be that large',
    script: caught('await actions.big(30 * 2 ** 20);'),
    right: { failure: { code: 'LIMIT_MEMORY', limit: { name: 'memoryBytes', value: 24 * 2 ** 20, position: 1 } } },
    limits: { valueBytes: 2 ** 30, memoryBytes: 24 * 2 ** 20 },
    asks: ['big'],
  },
  {
    name: 'a response that fills memory',
    tries: 'to be sent one large response after the other, and keep them',
    script: caught('const kept = []; for (;;) kept.push(await actions.big(2 ** 20));'),
    right: limit('LIMIT_MEMORY'),
    limits: { memoryBytes: 24 * 2 ** 20 },
  },
  {
    name: 'many large inputs',
    tries: "to fill the host's memory with inputs of calls that it need not wait for",
    script: caught("const s = 'x'.repeat(1e5); for (;;) void actions.echo(s);"),
    right: { failure: { code: 'LIMIT_LOG', limit: { name: 'logChars', value: 4_000_000, position: 39 } } },
    limits: { logChars: 4_000_000 },
    prints: [],
  },
  {
    name: 'many responses',
    tries: "to fill the host's memory with responses that it does not keep",
    script: caught('for (;;) await actions.big(900);'),
    right: { failure: { code: 'LIMIT_LOG', limit: { name: 'logChars', value: 10_000, position: 12 } } },
    limits: { logChars: 10_000 },
  },
  {
    name: 'a large console',
    tries: "to fill the host's memory with lines",
    script: caught("for (;;) console.log('hello');"),
    right: { failure: { code: 'LIMIT_CONSOLE', limit: { name: 'consoleBytes', value: 100, position: 0 } } },
    limits: { consoleBytes: 100 },
    asks: [],
  },
  {
    name: 'a console of empty lines',
    tries: "to fill the host's memory with lines that have no bytes",
    script: caught('for (;;) console.log();'),
    right: { failure: { code: 'LIMIT_CONSOLE', limit: { name: 'consoleBytes', value: 1000, position: 0 } } },
    limits: { consoleBytes: 1000 },
    asks: [],
  },
  {
    name: 'one long line',
    tries: 'to print one line that is longer than the whole console may be',
    script: caught("console.log('x'.repeat(2e6));"),
    right: limit('LIMIT_CONSOLE'),
    asks: [],
  },
  {
    name: 'a source that is too long',
    tries: 'to keep the compiler busy',
    script: `return 1; // ${'x'.repeat(200)}`,
    right: { failure: { code: 'LIMIT_SOURCE', limit: { name: 'sourceBytes', value: 100, position: 0 } } },
    limits: { sourceBytes: 100 },
  },
];
