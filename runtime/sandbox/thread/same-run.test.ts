import { expect, test } from 'vitest';
import { defineAction } from '../action.ts';
import { ActionInterrupt } from '../interrupt.ts';
import type { EvalOptions, SandboxOptions } from '../options.ts';
import type { Run } from '../run.ts';
import { Sandbox } from '../sandbox.ts';
import { stored } from '../testing/held-actions.ts';
import { keepThreads } from '../testing/warm-threads.ts';

/** A run says nothing about where it ran. */

keepThreads();

const actions = [
  defineAction({ name: 'echo', execute: (input: unknown) => input }),
  defineAction({
    name: 'fail',
    execute: () => {
      throw Object.assign(new RangeError('no stock'), { code: 'OUT', data: { left: [0, '\ud800'] } });
    },
  }),
  defineAction({
    name: 'ask',
    execute: (input: unknown, { answer }) => {
      if (answer === undefined) throw new ActionInterrupt({ asked: input });
      return answer;
    },
  }),
];

const echoed = (n: number, order?: number) =>
  ({ type: 'action', name: 'echo', input: n, response: n, ...(order !== undefined && { order }) }) as const;

const cases: [what: string, script: string, options?: EvalOptions][] = [
  ['a value', 'return [1, "\\ud800", { ["__proto__"]: input }];', { input: { a: null } }],
  ['calls', 'console.log("a"); const x = await actions.echo({ b: 1, a: -0 }); console.error(x); return x;'],
  ['a failure', 'try { await actions.fail(); } catch (e) { return [e.name, e.code, e.data, e.stack]; }'],
  ['an exception', 'data.seen = 1; await actions.echo(1); throw new TypeError("mine", { cause: new Error("why") });'],
  ['a limit', 'await actions.echo(1); for (;;);'],
  ['depth', 'await actions.echo(1); (function deeper() { deeper(); })();'],
  ['being stuck', 'console.log(1); await new Promise(() => {});'],
  ['a race', 'return await Promise.race([actions.echo(1), actions.ask(2), actions.echo(3)]);'],
  ['questions', 'data.x = [1]; return await Promise.all([actions.ask("a"), actions.echo(2), actions.ask("b")]);'],
  [
    'data that cannot be read',
    'Object.defineProperty(data, "x", { enumerable: true, get() { throw 1; } }); await actions.ask();',
  ],
  ['a promise that is dropped', 'actions.echo(1);\nawait actions.echo(2);'],
  [
    'types',
    'const n: number = await actions.echo<number>(1); enum E { A = 1 }; return [n, E.A];',
    { file: 'typed.ts' },
  ],
  ['random numbers', 'return [Math.random(), await actions.echo(Math.random())];'],
  [
    'a log',
    'return [await actions.echo(1), await actions.echo(2), await actions.echo(3)];',
    { callLog: [echoed(1, 0)] },
  ],
  [
    'a log with a hole',
    'return await Promise.all([actions.echo(1), actions.echo(2)]);',
    { callLog: [null, echoed(2, 1)] },
  ],
  [
    'a log without orders',
    'const late = actions.echo(1); console.log(await actions.echo(2)); return [await late, await actions.echo(3)];',
    { callLog: [echoed(1), echoed(2)] },
  ],
  [
    'answers to a log',
    'return [await actions.ask(1), await actions.ask(2).catch((e) => e.message)];',
    { callLog: [null, null], answers: { 0: { answer: 'yes' }, 1: { reject: 'no' } } },
  ],
];

const shapes: [name: string, options: SandboxOptions][] = [
  ['stop', { random: 'seeded' }],
  ['settle', { random: 'seeded', onInterrupt: 'settle', snapshots: true }],
];

/** The run, and what it becomes when its first question is answered and the others are refused. */
async function runs(options: SandboxOptions, script: string, evalOptions: EvalOptions): Promise<Run[]> {
  await using sandbox = new Sandbox({ actions, graceMs: 5, limits: { fuel: 50 }, ...options });
  const run = await sandbox.eval(script, { runId: 'r', startedAt: 1_700_000_000_000, ...evalOptions });
  expect(await sandbox.replay(stored(run))).toEqual(run);
  const open = run.status === 'interrupted' ? run.interrupts : [];
  if (open.length === 0) return [run];
  const answers = open.map(({ position }, i) => [position, i === 0 ? { answer: [i] } : { reject: 'no' }]);
  return [run, await sandbox.answer(stored(run), Object.fromEntries(answers))];
}

const everyShape = cases.flatMap(([what, script, options = {}]) =>
  shapes.map(([shape, sandbox]) => ({ what, shape, script, options, sandbox })),
);

test.each(everyShape)('$what ($shape)', async ({ script, options, sandbox }) => {
  const inline = await runs({ ...sandbox, isolation: 'inline' }, script, options);
  const threaded = await runs({ ...sandbox, isolation: 'thread' }, script, options);

  expect(threaded).toStrictEqual(inline);
  expect(threaded.map((run) => Object.keys(run).sort())).toEqual(inline.map((run) => Object.keys(run).sort()));
});

test.each([
  ['a mismatch', 'return await actions.echo(2);', { callLog: [echoed(1, 0)] }],
  ['what is never reached', 'throw new Error("early");', { callLog: [echoed(1, 0)] }],
  [
    'an order that cannot be',
    'await actions.echo(1); await actions.echo(2)',
    { callLog: [echoed(1, 1), echoed(2, 0)] },
  ],
  ['a free name', 'return fetch(process.env.X);', {}],
  ['a syntax error', 'return 1;\nreturn (;', { file: 'mine.ts' }],
])('%s is the same error', async (_what, script, options) => {
  const thrown = async (isolation: 'inline' | 'thread') => {
    await using sandbox = new Sandbox({ actions, isolation });
    return sandbox.eval(script, { runId: 'r', ...options } as EvalOptions).then(
      () => undefined,
      (error: Error) => ({ ...error, made: error.constructor, message: error.message }),
    );
  };

  expect(await thrown('thread')).toBeDefined();
  expect(await thrown('thread')).toStrictEqual(await thrown('inline'));
});

test('sleeps and event time go through threads', async () => {
  await using sandbox = new Sandbox({ actions, clock: 'event' });
  await using recorded = new Sandbox({ actions });
  const script = 'const a = Date.now(); await sleep(20); await actions.echo(1); return Date.now() - a;';

  for (const place of [sandbox, recorded]) {
    const run = await place.eval(script);
    expect(run).toMatchObject({ status: 'completed' });
    expect((run as { value?: number }).value).toBeGreaterThanOrEqual(19);
    expect(await place.replay(stored(run))).toEqual(run);
  }
});
