import { ask, fail, type GoldenPlan, respond } from '../plan.ts';

const race = 'const first = await Promise.race([actions.a(), actions.b()]);\nreturn await actions.after({ first });';
const gate =
  "const order = [];\nawait Promise.all(['a', 'b', 'c'].map(async (name) => {\n  await actions[name]();\n  order.push(name);\n  await actions.note({ name, seen: order.length });\n}));\nreturn order.join('');";

/** Calls: one after the other and at once, who wins, what fails. */
export const calls: readonly GoldenPlan[] = [
  {
    script:
      'const order = await actions.getOrder({ id: input.id });\nconst paid = await actions.pay({ id: order.id, amount: order.total });\nreturn { ...paid, total: order.total };',
    actions: ['getOrder', 'pay'],
    input: { id: 'o_7' },
    chapters: [
      {
        name: 'calls-in-sequence',
        shows: 'each call is made of what the one before has answered',
        settles: [
          [0, respond({ id: 'o_7', total: 12.5, items: [{ sku: 'a', count: 2 }] })],
          [1, respond({ receipt: 'r_1', ok: true })],
        ],
      },
    ],
  },
  {
    script: 'return await Promise.all([1, 2, 3, 4, 5].map((n) => actions.square({ n })));',
    actions: ['square'],
    chapters: [
      {
        name: 'calls-at-once-settled-backwards',
        shows: 'positions say who asked first, orders who was answered first',
        settles: [4, 3, 2, 1, 0].map((position) => [position, respond((position + 1) ** 2)] as const),
      },
    ],
  },
  {
    script: race,
    actions: ['a', 'after', 'b'],
    chapters: [
      {
        name: 'race-first-wins',
        shows: 'the call that was made first wins; the loser is recorded before the end and delivered',
        settles: [
          [0, respond('a')],
          [1, respond('b')],
          [2, respond('done')],
        ],
      },
    ],
  },
  {
    script: race,
    actions: ['a', 'after', 'b'],
    chapters: [
      {
        name: 'race-second-wins-loser-left',
        shows: 'the loser of a race is recorded after the end, never delivered',
        settles: [
          [1, respond('b')],
          [2, respond('done')],
          [0, respond('late')],
        ],
      },
    ],
  },
  {
    script:
      'const winner = await Promise.race([\n  (async () => { for (let i = 0; i < 7; i++) await null; return actions.slow(); })(),\n  actions.quick(),\n]);\nreturn winner;',
    actions: ['quick', 'slow'],
    chapters: [
      {
        name: 'race-over-many-hops',
        shows: 'a branch that needs more microtasks still wins if it was answered first',
        settles: [
          [1, respond('slow')],
          [0, respond('quick')],
        ],
      },
    ],
  },
  {
    script: gate,
    actions: ['a', 'b', 'c', 'note'],
    chapters: [
      {
        name: 'branches-crossing',
        shows: 'what a continuation sees, and the positions of its calls, follow the settle order',
        settles: [
          [1, respond(null)],
          [0, respond(null)],
          [3, respond(null)],
          [2, respond(null)],
          [5, respond(null)],
          [4, respond(null)],
        ],
      },
    ],
  },
  {
    script:
      "try {\n  await actions.charge({ amount: 3 });\n} catch (error) {\n  await actions.report({ name: error.name, message: error.message, code: error.code, data: error.data });\n  return 'reported';\n}",
    actions: ['charge', 'report'],
    chapters: [
      {
        name: 'failure-caught',
        shows: 'a failed action is an error with its name, message, code and data',
        settles: [
          [0, fail('Declined', 'no funds', { code: 'NO_FUNDS', data: { missing: 3 } })],
          [1, respond(null)],
        ],
      },
    ],
  },
  {
    script:
      'try {\n  await actions.fetchPage({ url: input.url });\n} catch (error) {\n  return await actions.note({ stack: error.stack });\n}',
    actions: ['fetchPage', 'note'],
    input: { url: '/a' },
    chapters: [
      {
        name: 'stack-of-a-failure-in-an-input',
        shows: 'what the stack of a failed action says goes into an input, and so is compared',
        settles: [
          [0, fail('HttpError', '503', { code: 'HTTP_503' })],
          [1, respond('noted')],
        ],
      },
    ],
  },
  {
    script:
      "const results = await Promise.allSettled([actions.a(), actions.b(), actions.c()]);\nreturn results.map((r) => r.status === 'fulfilled' ? r.value : r.reason.code ?? r.reason.message);",
    actions: ['a', 'b', 'c'],
    chapters: [
      {
        name: 'all-settled-with-failures',
        shows: 'failures and answers of calls at once, in the order of the calls',
        settles: [
          [2, fail('Error', 'third', { code: 'C' })],
          [0, respond(1)],
          [1, fail('TypeError', 'second')],
        ],
      },
    ],
  },
  {
    script:
      'async function* pages() {\n  for (let n = 0; ; n++) {\n    const page = await actions.page({ n });\n    if (page === null) return;\n    yield* page;\n  }\n}\nconst all = [];\nfor await (const item of pages()) all.push(item);\nreturn all;',
    actions: ['page'],
    chapters: [
      {
        name: 'async-generator-over-pages',
        shows: 'a generator that makes the calls as it is read',
        settles: [
          [0, respond(['a', 'b'])],
          [1, respond(['c'])],
          [2, respond(null)],
        ],
      },
    ],
  },
  {
    script: "actions.audit({ event: 'began' });\nreturn await actions.work();",
    actions: ['audit', 'work'],
    chapters: [
      {
        name: 'call-never-awaited',
        shows: 'a call that nobody waits for is left in flight, and said to be',
        settles: [[1, respond('done')]],
      },
    ],
  },
  {
    script:
      'const seen = [];\nconst [a, b] = [actions.a(), actions.b()];\na.then(() => seen.push("a"));\nb.then(() => seen.push("b"));\nawait actions.c({});\nawait Promise.all([a, b]);\nreturn seen;',
    actions: ['a', 'b', 'c'],
    callLog: [
      { type: 'action', name: 'a', input: null, response: 1 },
      { type: 'action', name: 'b', input: null, error: { name: 'Busy', message: 'later' } },
    ],
    chapters: [
      {
        name: 'continued-from-a-log-without-orders',
        shows:
          'a log without orders is delivered by position, and gets orders; the script fails with what was recorded',
        settles: [[2, respond('c')]],
      },
    ],
  },
  {
    script: 'const r = await Promise.all([actions.a({ n: 1 }), actions.b({ n: 2 }), actions.c({ n: 3 })]);\nreturn r;',
    actions: ['a', 'b', 'c'],
    callLog: [
      { type: 'action', name: 'a', input: { n: 1 }, response: 'A', order: 0 },
      null,
      { type: 'action', name: 'c', input: { n: 3 }, response: 'C', order: 2 },
    ],
    chapters: [
      {
        name: 'hole-in-the-middle-of-a-log',
        shows: 'a hole before a recorded sibling is executed, takes the order that is free, and is delivered there',
        settles: [[1, respond('B again')]],
      },
    ],
  },
  {
    script: "return await actions.github.issues.create({ title: 'x' }) + (await actions.github.star());",
    actions: ['github.issues.create', 'github.star'],
    chapters: [
      {
        name: 'names-with-dots',
        shows: 'actions in groups are called by their whole name',
        settles: [
          [0, respond(17)],
          [1, respond(1)],
        ],
      },
    ],
  },
  {
    script:
      'let sum = 0;\nfor (let n = 0; n < input.rounds; n++) {\n  const [a, b] = await Promise.all([actions.left({ n, sum }), actions.right({ n })]);\n  sum += a - b;\n}\nreturn sum;',
    actions: ['left', 'right'],
    input: { rounds: 150 },
    chapters: [
      {
        name: 'three-hundred-calls',
        shows: 'a longer log, in which pairs settle now in this and now in that order',
        settles: Array.from({ length: 150 }, (_, n) => pair(n)).flat(),
      },
    ],
  },
  {
    script:
      'const replies = await Promise.all(Array.from({ length: 120 }, (_, n) => actions.item({ n }).then(async (r) => (r % 3 === 0 ? r + (await actions.extra({ r })) : r))));\nreturn replies.reduce((a, b) => a + b);',
    actions: ['extra', 'item'],
    chapters: [
      {
        name: 'a-hundred-and-sixty-calls-at-once',
        shows: 'many calls in flight, settled in jumps, and calls made from their continuations',
        settles: [
          ...Array.from({ length: 120 }, (_, n) => [(n * 77) % 120, respond((n * 77) % 120)] as const),
          ...Array.from({ length: 40 }, (_, n) => [120 + ((n * 17) % 40), respond(1)] as const),
        ],
      },
    ],
  },
  {
    script:
      'const first = await actions.ask({ q: 1 }).catch((error) => error.message);\nreturn [first, await actions.work()];',
    actions: ['ask', 'work'],
    chapters: [
      { name: 'rejected-asked', shows: 'a question', settles: [[0, ask({ question: 'May I?' })]] },
      {
        name: 'rejected-went-on',
        shows: 'a rejection is recorded as a failure of its call, which is not executed',
        answers: { 0: { reject: { why: 'not today' } } },
        settles: [[1, respond('worked')]],
      },
    ],
  },
];

/** The two calls of a round, in an order that changes from round to round. */
function pair(n: number): (readonly [number, ReturnType<typeof respond>])[] {
  const [left, right] = [[2 * n, respond(n % 7)] as const, [2 * n + 1, respond(n % 5)] as const];
  return n % 3 === 0 ? [right, left] : [left, right];
}
