import { ask, awake, fail, type GoldenPlan, respond } from '../plan.ts';

const dayMs = 86_400_000;
const approval =
  "const answer = await Promise.race([\n  actions.ask({ question: 'Go on?' }),\n  sleep(input.days * 86_400_000).then(() => 'timeout'),\n]);\nreturn await actions.decide({ answer });";
const timed =
  'const began = Date.now();\nawait actions.a();\nconst between = Date.now() - began;\nawait sleep(5_000);\nreturn { between, slept: Date.now() - began, dice: [Math.random(), Math.random()] };';

/** Sleeps and timers, and the profiles of clock and chance. */
export const times: readonly GoldenPlan[] = [
  {
    script: approval,
    actions: ['ask', 'decide'],
    input: { days: 3 },
    onInterrupt: 'settle',
    chapters: [
      { name: 'approval-with-a-timeout-asked', shows: 'a question that races with a sleep', settles: [[0, ask('?')]] },
      {
        name: 'approval-with-a-timeout-missed',
        shows: 'resumed when the sleep is over and nobody has answered: the timeout wins',
        beginsMs: 3 * dayMs + 60_000,
        settles: [[3, respond('stopped')]],
      },
    ],
  },
  {
    script: approval,
    actions: ['ask', 'decide'],
    input: { days: 3 },
    onInterrupt: 'settle',
    clock: 'event',
    random: 'seeded',
    chapters: [
      {
        name: 'approval-by-event-clock-asked',
        shows: 'a question that races with a sleep, where time is that of events',
        settles: [[0, ask('?')]],
      },
      {
        name: 'approval-by-event-clock-answered',
        shows: 'answered before the sleep is over: the answer wins',
        beginsMs: dayMs,
        answers: { 0: { answer: 'yes' } },
        settles: [
          [0, respond('yes')],
          [2, respond('went on')],
        ],
      },
    ],
  },
  {
    script: timed,
    actions: ['a'],
    chapters: [
      {
        name: 'sleep-by-recorded-clock',
        shows: 'every read of the clock is a position, and a sleep is one of a read and one of a call',
        settles: [
          [1, respond(null)],
          [4, awake],
        ],
      },
    ],
  },
  {
    script: timed,
    actions: ['a'],
    clock: 'event',
    random: 'seeded',
    chapters: [
      {
        name: 'sleep-by-event-clock',
        shows:
          'time is that of the outcome that woke the script, chance comes from the id of the run; neither is recorded',
        settles: [
          [0, respond(null)],
          [1, awake],
        ],
      },
    ],
  },
  {
    script:
      "const log = [];\nconst timer = setTimeout((name) => log.push(name), 1_000, 'late');\nsetTimeout(() => log.push('soon'), 10);\nconst r = await actions.work().catch((error) => error.code);\nclearTimeout(timer);\nawait sleep(2_000);\nreturn [r, ...log];",
    actions: ['work'],
    clock: 'event',
    chapters: [
      {
        name: 'timer-cleared',
        shows: 'a timer that was cleared: its end is recorded and does nothing',
        settles: [
          [1, awake],
          [2, fail('Busy', 'later', { code: 'BUSY' })],
          [0, awake],
          [3, awake],
        ],
      },
    ],
  },
];
