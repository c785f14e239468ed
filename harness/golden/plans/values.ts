import { ask, type GoldenPlan, respond } from '../plan.ts';

/** What a script sees and says besides calls: time, chance, values, console, `data`, the forms of scripts. */
export const values: readonly GoldenPlan[] = [
  {
    script:
      'const began = Date.now();\nconst dice = [Math.random(), Math.random()].map((n) => Math.floor(n * 6) + 1);\nconst r = await actions.roll({ dice });\nconst took = Date.now() - began;\nreturn { r, took, at: new Date().toISOString() };',
    actions: ['roll'],
    chapters: [
      {
        name: 'clock-and-random-reads',
        shows: 'reads of the clock and of chance are positions in the log',
        settles: [[3, respond('rolled')]],
      },
    ],
  },
  {
    script:
      'const a = Math.random();\nconst yes = await actions.ask({ at: Date.now() });\nreturn [a < 1, yes, Date.now(), Math.random()];',
    actions: ['ask'],
    chapters: [
      { name: 'reads-around-a-pause-asked', shows: 'reads before a pause', settles: [[2, ask('ok?')]] },
      {
        name: 'reads-around-a-pause-answered',
        shows: 'reads before the pause come from the log, those after it are new',
        answers: { 2: { answer: true } },
        settles: [[2, respond(true)]],
      },
    ],
  },
  {
    script:
      'const d = new Date(2024, 2, 31, 2, 30);\nreturn await actions.book({ hours: new Date(0).getHours(), text: String(d), local: d.toLocaleString(), number: (1234567.891).toLocaleString() });',
    actions: ['book'],
    chapters: [{ name: 'local-time', shows: 'zone and locale are fixed', settles: [[0, respond(true)]] }],
  },
  {
    script:
      "const given = await actions.echo({ 'é': '\\ud800', nested: { __proto__: null, deep: [[], {}, [null]] }, text: 'ü\\u0000😀', big: 1e21, small: -0, gone: undefined });\nreturn { given, keys: Object.keys(given), proto: Object.getPrototypeOf(given) === Object.prototype };",
    actions: ['echo'],
    chapters: [
      {
        name: 'values-that-are-easily-lost',
        shows: 'strings survive exactly, keys keep their order, `__proto__` is a key like any other',
        settles: [
          [0, respond(JSON.parse('{"z":1,"a":{"__proto__":{"x":1},"constructor":2},"s":"\\ud800\\u0000","n":-0}'))],
        ],
      },
    ],
  },
  {
    script:
      'const text = await actions.read({ lines: 200 });\nconst words = text.split(/\\W+/u).filter(Boolean);\nconst counts = new Map();\nfor (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);\nconst top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3);\nreturn await actions.write(Object.fromEntries(top));',
    actions: ['read', 'write'],
    chapters: [
      {
        name: 'computing-between-calls',
        shows: 'maps, regular expressions, sorting and spreading give the same input for the next call',
        settles: [
          [0, respond('the cat saw the dog and the dog saw the cat; a dog ran. '.repeat(20))],
          [1, respond(null)],
        ],
      },
    ],
  },
  {
    script:
      "console.log('start', { a: [1, { b: new Map([[1, new Set(['x'])]]) }] }, 3n, Symbol('s'), -0);\nconsole.warn(new Error('careful'), () => 1, /x/g, new Date(0));\nawait actions.a();\nconsole.error(null, undefined, [1, , 3]);\nconsole.debug('%s', 'no format');\nconsole.info();\nreturn 1;",
    actions: ['a'],
    chapters: [
      { name: 'console-lines', shows: 'what the console shows of each kind of value', settles: [[0, respond(null)]] },
    ],
  },
  {
    script:
      "data.steps.push('one');\nconst r = await actions.a({ steps: data.steps.length });\ndata.steps.push(r);\nconst again = await actions.ask({ ...data });\ndata.steps.push(again);\ndelete data.gone;\nreturn data.steps.length;",
    actions: ['a', 'ask'],
    data: { steps: [], gone: 1 },
    chapters: [
      {
        name: 'data-at-a-pause',
        shows: '`data` as it was when the run paused',
        settles: [
          [0, respond('two')],
          [1, ask('?')],
        ],
      },
      {
        name: 'data-at-the-end',
        shows: '`data` is made anew by every attempt',
        answers: { 1: { answer: 3 } },
        settles: [[1, respond('three')]],
      },
    ],
  },
  {
    script:
      'interface Order { id: string; lines: readonly { sku: string; count: number }[] }\n\nexport default async function total(input: { id: string }): Promise<number> {\n  const order = (await actions.getOrder({ id: input.id })) as Order;\n  const prices = await Promise.all(order.lines.map(({ sku }) => actions.price({ sku }) as Promise<number>));\n  return order.lines.reduce<number>((sum, { count }, i) => sum + count * prices[i]!, 0);\n}',
    file: 'total.workflow.ts',
    actions: ['getOrder', 'price'],
    input: { id: 'o_1' },
    chapters: [
      {
        name: 'typescript-module',
        shows: 'a module in TypeScript whose types are erased',
        settles: [
          [
            0,
            respond({
              id: 'o_1',
              lines: [
                { sku: 'a', count: 2 },
                { sku: 'b', count: 3 },
              ],
            }),
          ],
          [2, respond(5)],
          [1, respond(10)],
        ],
      },
    ],
  },
  {
    script:
      'enum Level { Low = 1, High = 10 }\n\nclass Meter {\n  constructor(private readonly level: Level, public readings: number[] = []) {}\n  get sum(): number { return this.readings.reduce((a, b) => a + b, 0) * this.level; }\n}\n\nexport default async (): Promise<number> => {\n  const meter = new Meter(Level.High);\n  for (const at of [1, 2]) meter.readings.push((await actions.read({ at })) as number);\n  return meter.sum;\n};',
    file: 'meter.ts',
    actions: ['read'],
    chapters: [
      {
        name: 'typescript-that-is-compiled',
        shows: 'enums and parameter properties, which cannot be erased, are compiled',
        settles: [
          [0, respond(3)],
          [1, respond(4)],
        ],
      },
    ],
  },
  {
    script: "const greeting = 'hello';\nexport default { greeting, who: await actions.who() };",
    actions: ['who'],
    chapters: [
      {
        name: 'module-that-exports-a-value',
        shows: 'a module whose default export is a value',
        settles: [[0, respond('you')]],
      },
    ],
  },
  {
    script:
      "const original = { when: new Date(0), tags: new Set(['x']), bytes: new Uint8Array([1, 2]) };\nconst copy = structuredClone(original);\nreturn await actions.keep({ same: copy.when.getTime() === 0, tags: [...copy.tags], bytes: [...copy.bytes], big: String(2n ** 70n), sorted: ['ä', 'z', 'a'].sort() });",
    actions: ['keep'],
    chapters: [{ name: 'built-ins', shows: 'what built-in objects give', settles: [[0, respond(1)]] }],
  },
];
