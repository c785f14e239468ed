// biome-ignore-all lint/suspicious/noTemplateCurlyInString: some scripts hold templates.
import { ask, fail, type GoldenPlan, respond } from '../plan.ts';

/** Questions and their answers, holes, what goes on around a pause. */
export const pauses: readonly GoldenPlan[] = [
  {
    script:
      "const order = await actions.getOrder({ id: 1 });\nconst yes = await actions.ask({ question: `Refund ${order.total}?` });\nif (!yes) return 'refused';\nreturn await actions.refund({ id: order.id });",
    actions: ['ask', 'getOrder', 'refund'],
    chapters: [
      {
        name: 'approval-asked',
        shows: 'a run that waits for a person',
        settles: [
          [0, respond({ id: 1, total: 900 })],
          [1, ask({ question: 'Refund 900?', channel: 'mail' })],
        ],
      },
      {
        name: 'approval-given',
        shows: 'the same run, answered and gone on',
        answers: { 1: { answer: true } },
        settles: [
          [1, respond(true)],
          [2, respond({ refunded: true })],
        ],
      },
    ],
  },
  {
    script: "const [a, b] = await Promise.all([actions.ask({ q: 'a' }), actions.ask({ q: 'b' })]);\nreturn { a, b };",
    actions: ['ask'],
    chapters: [
      {
        name: 'two-questions-asked',
        shows: 'two questions in one pause: the second is asked although the first has stopped the run',
        settles: [
          [1, ask('b?')],
          [0, ask('a?')],
        ],
      },
      {
        name: 'two-questions-one-answered',
        shows: 'an answer to one of two questions; the other stays open, and is not asked again',
        answers: { 1: { answer: 'B' } },
        settles: [[1, respond('B')]],
      },
      {
        name: 'two-questions-both-answered',
        shows: 'a resume of a resume',
        answers: { 0: { answer: 'A' } },
        settles: [[0, respond('A')]],
      },
    ],
  },
  {
    script:
      'const r = await Promise.all([actions.ask({}), actions.slow(), actions.slower(), actions.broken().catch((e) => e.code)]);\nreturn r;',
    actions: ['ask', 'broken', 'slow', 'slower'],
    chapters: [
      {
        name: 'siblings-of-a-pause',
        shows: 'what settles after the question is recorded behind the hole and undelivered; one call stays in flight',
        settles: [
          [0, ask({ why: 'stop' })],
          [3, fail('Broken', 'no', { code: 'BROKEN' })],
          [1, respond('slow')],
        ],
      },
      {
        name: 'siblings-of-a-pause-resumed',
        shows: 'what was recorded is served in settle order, what was in flight is executed again',
        answers: { 0: { answer: 1 } },
        settles: [
          [2, respond('slower')],
          [0, respond(1)],
        ],
      },
    ],
  },
  {
    script:
      'actions.ask({ q: "forgotten" });\nconst r = await Promise.all([actions.a(), actions.b()]);\nreturn await actions.c({ r });',
    actions: ['a', 'ask', 'b', 'c'],
    onInterrupt: 'settle',
    chapters: [
      {
        name: 'settle-mode-completes-around-a-question',
        shows: 'with `settle` the other branches go on, and the run completes with the question open',
        settles: [
          [0, ask('?')],
          [2, respond(2)],
          [1, respond(1)],
          [3, respond('c')],
        ],
      },
    ],
  },
  {
    script:
      'const ask = async (q) => actions.ask({ q });\nconst answers = await Promise.all([ask(1), actions.work().then(() => ask(2)), ask(3)]);\nreturn answers;',
    actions: ['ask', 'work'],
    onInterrupt: 'settle',
    chapters: [
      {
        name: 'settle-mode-collects-questions',
        shows: 'one pause with three questions, one of them asked after the first was open',
        settles: [
          [0, ask('one')],
          [1, respond(null)],
          [2, ask('three')],
          [3, ask('two')],
        ],
      },
      {
        name: 'settle-mode-one-rejected',
        shows: 'two of three are decided; the rejection comes first and ends the script, the answer is never used',
        answers: { 3: { answer: 2 }, 2: { reject: 'never' } },
      },
    ],
  },
  {
    script: 'const r = await Promise.race([actions.ask({}), actions.timeout({ ms: 100 })]);\nreturn r;',
    actions: ['ask', 'timeout'],
    onInterrupt: 'settle',
    chapters: [
      {
        name: 'question-loses-its-race',
        shows: 'a race that another branch wins completes without the person',
        settles: [
          [0, ask('still there?')],
          [1, respond('timeout')],
        ],
      },
    ],
  },
  {
    script:
      'try {\n  await actions.fail();\n} catch {\n  data.caught = true;\n}\ntry {\n  return await actions.ask({});\n} finally {\n  data.after = true;\n}',
    actions: ['ask', 'fail'],
    chapters: [
      {
        name: 'failure-then-pause',
        shows: 'a pause runs no `finally`, and a failure before it changes nothing',
        settles: [
          [0, fail('Error', 'first')],
          [1, ask({ ok: '?' })],
        ],
      },
      {
        name: 'failure-then-pause-resumed',
        shows: '`finally` runs once, at the end',
        answers: { 1: { answer: 'yes' } },
        settles: [[1, respond('yes')]],
      },
    ],
  },
  {
    script:
      "let stack;\ntry {\n  await actions.fetchPage({ url: '/a' });\n} catch (error) {\n  stack = error.stack;\n}\nif (!(await actions.ask({ question: 'Report it?' }))) return 'dropped';\nreturn await actions.report({ stack });",
    actions: ['ask', 'fetchPage', 'report'],
    chapters: [
      {
        name: 'stack-kept-over-a-pause-asked',
        shows: 'a run that knows the stack of a failed action, and pauses before it says so',
        settles: [
          [0, fail('HttpError', '503')],
          [1, ask('Report?')],
        ],
      },
      {
        name: 'stack-kept-over-a-pause-reported',
        shows: 'the stack goes into an input only after the pause',
        answers: { 1: { answer: true } },
        settles: [
          [1, respond(true)],
          [2, respond('reported')],
        ],
      },
    ],
  },
  {
    script:
      'const seen = new Map();\nfor (const name of ["a", "b"]) {\n  seen.set(name, await actions.look({ name }));\n  if (name === "a") await actions.ask({ so: "far", seen: [...seen] });\n}\nreturn [...seen];',
    actions: ['ask', 'look'],
    snapshots: true,
    chapters: [
      {
        name: 'paused-with-a-snapshot',
        shows: 'a snapshot that a pause took; another engine refuses it and replays',
        settles: [
          [0, respond({ x: 1 })],
          [1, ask('?')],
        ],
      },
      {
        name: 'continued-from-a-snapshot',
        shows: 'a run that was continued from its snapshot is as one that was continued from its log',
        answers: { 1: { answer: 'on' } },
        settles: [
          [1, respond('on')],
          [2, respond({ x: 2 })],
        ],
      },
    ],
  },
  {
    script:
      'const answers = [];\nfor (let n = 0; n < 3; n++) {\n  answers.push(await actions.ask({ n, before: answers.length }));\n}\nreturn answers;',
    actions: ['ask'],
    chapters: [
      { name: 'asked-in-a-loop-once', shows: 'the first of three questions', settles: [[0, ask(0)]] },
      {
        name: 'asked-in-a-loop-twice',
        shows: 'the second of three questions',
        answers: { 0: { answer: 'x' } },
        settles: [
          [0, respond('x')],
          [1, ask(1)],
        ],
      },
      {
        name: 'asked-in-a-loop-thrice',
        shows: 'the third of three questions',
        answers: { 1: { answer: 'y' } },
        settles: [
          [1, respond('y')],
          [2, ask(2)],
        ],
      },
      {
        name: 'asked-in-a-loop-answered',
        shows: 'a resume of a resume of a resume',
        answers: { 2: { answer: 'z' } },
        settles: [[2, respond('z')]],
      },
    ],
  },
];
