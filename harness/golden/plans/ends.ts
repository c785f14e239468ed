import { fail, type GoldenPlan, respond } from '../plan.ts';

/** How runs end that do not complete. */
export const ends: readonly GoldenPlan[] = [
  {
    script:
      'const order = await actions.getOrder({});\nfunction total(order) {\n  return order.lines.map((line) => line.price.amount);\n}\nreturn total(order);',
    actions: ['getOrder'],
    chapters: [
      {
        name: 'failed-by-an-exception',
        shows: "the script's own exception, with its place in the source",
        settles: [[0, respond({ lines: [{ price: null }] })]],
      },
    ],
  },
  {
    script:
      "try {\n  await actions.a();\n} catch (cause) {\n  throw Object.assign(new Error('cannot go on', { cause }), { code: 'GIVEN_UP', data: { tries: 1 } });\n}",
    actions: ['a'],
    chapters: [
      {
        name: 'failed-with-a-cause',
        shows: 'an exception with code, data, and a failed action as its cause',
        settles: [[0, fail('Timeout', 'too slow', { code: 'TIMEOUT' })]],
      },
    ],
  },
  {
    script: 'await actions.a();\nreturn await actions.b();',
    actions: ['a', 'b'],
    chapters: [
      {
        name: 'failed-by-an-action',
        shows: 'the failure of an action that nobody catches',
        settles: [
          [0, respond(1)],
          [1, fail('RangeError', 'out of stock', { code: 'OUT', data: [1, 2] })],
        ],
      },
    ],
  },
  {
    script: "await null;\nthrow { reason: 'not an error' };",
    actions: [],
    chapters: [{ name: 'failed-by-a-value', shows: 'something is thrown that is no error' }],
  },
  {
    script: 'const r = await actions.a();\nreturn { r, bad: [1, { price: NaN }] };',
    actions: ['a'],
    chapters: [
      {
        name: 'failed-by-a-value-that-is-no-json',
        shows: 'what JSON would lose is refused, with its path',
        settles: [[0, respond(1)]],
      },
    ],
  },
  {
    script: 'await actions.a();\nlet n = 0;\nfor (;;) n++;',
    actions: ['a'],
    limits: { fuel: 20 },
    chapters: [{ name: 'failed-by-fuel', shows: 'an endless loop is stopped', settles: [[0, respond(1)]] }],
  },
  {
    script: 'for (let n = 0; ; n++) await actions.a({ n });',
    actions: ['a'],
    limits: { positions: 5 },
    chapters: [
      {
        name: 'failed-by-positions',
        shows: 'the call that would be one too many ends the run',
        settles: [0, 1, 2, 3, 4].map((position) => [position, respond(position)] as const),
      },
    ],
  },
  {
    script: 'const n = await actions.a();\nconst down = (n) => (n === 0 ? 0 : 1 + down(n - 1));\nreturn down(n);',
    actions: ['a'],
    limits: { stackBytes: 65_536 },
    chapters: [
      {
        name: 'failed-by-stack',
        shows: 'recursion that is too deep and is not caught',
        settles: [[0, respond(1_000_000)]],
      },
    ],
  },
  {
    script:
      'const n = await actions.a();\nconst down = (n) => (n === 0 ? 0 : 1 + down(n - 1));\ntry {\n  return down(n);\n} catch (error) {\n  return await actions.note({ name: error.name, message: error.message });\n}',
    actions: ['a', 'note'],
    limits: { stackBytes: 65_536 },
    chapters: [
      {
        name: 'stack-overflow-caught',
        shows: 'recursion that is too deep is an exception that a script may catch',
        settles: [
          [0, respond(1_000_000)],
          [1, respond('noted')],
        ],
      },
    ],
  },
  {
    script: "for (let n = 0; ; n++) console.log('line ' + n);",
    actions: [],
    limits: { consoleBytes: 60 },
    chapters: [{ name: 'failed-by-console', shows: 'a script that prints too much, and what it had printed' }],
  },
  {
    script: "return 'x'.repeat(await actions.size());",
    actions: ['size'],
    limits: { valueBytes: 1_000 },
    chapters: [
      { name: 'failed-by-a-value-too-large', shows: 'a value that is too large', settles: [[0, respond(2_000)]] },
    ],
  },
  {
    script: 'return await Promise.all(Array.from({ length: 9 }, (_, n) => actions.a({ n })));',
    actions: ['a'],
    limits: { inFlight: 8 },
    chapters: [{ name: 'failed-by-calls-in-flight', shows: 'one call too many at a time' }],
  },
  {
    script: 'await actions.a();\nawait new Promise(() => {});',
    actions: ['a'],
    chapters: [{ name: 'stuck', shows: 'a script that nothing can wake any more', settles: [[0, respond(1)]] }],
  },
  {
    script: 'const [a, b] = await Promise.all([actions.a(), actions.b()]);\nreturn await actions.c({ a, b });',
    actions: ['a', 'b', 'c'],
    chapters: [
      {
        name: 'aborted-with-a-call-in-flight',
        shows: 'ended from outside, with one outcome recorded and one call in flight',
        settles: [[1, respond('B')]],
        abort: { code: 'SIGNAL', message: "The run's signal was aborted: enough" },
      },
      {
        name: 'aborted-and-gone-on',
        shows: 'an aborted run goes on from its log; the call that was in flight is executed again',
        settles: [
          [0, respond('A')],
          [2, respond('C')],
        ],
      },
    ],
  },
  {
    script: "console.log('never');\nreturn await actions.a();",
    actions: ['a'],
    chapters: [
      {
        name: 'aborted-before-a-call-settled',
        shows: 'ended from outside while the only call was in flight',
        abort: { code: 'CLOSED', message: 'The sandbox was closed.' },
      },
    ],
  },
];
