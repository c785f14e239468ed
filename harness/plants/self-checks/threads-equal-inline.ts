import {
  type Action,
  ActionInterrupt,
  canonicalJson,
  defineAction,
  type Json,
  type Run,
  Sandbox,
  type SandboxOptions,
} from '../../../runtime/index.ts';
import { type SelfCheck, unless } from './self-check.ts';

const script = `
console.log('at', Date.now() > 0);
const open = [actions.echo([1, { b: 1, a: -0 }]), actions.fail('x').catch((error) => [error.name, error.code, error.data])];
data.seen = await Promise.all(open);
const [asked, chance] = [await actions.ask('go on?'), Math.random() < 1];
console.warn(asked, chance);
return { asked, last: await actions.echo(data.seen) };`;

export const threadsEqualInline: SelfCheck = {
  name: 'threads-equal-inline',
  shows:
    'A run in a thread is the same as one in its caller, through a question, its answer and a replay; and so is what it throws.',
  async problems() {
    const [inline, threaded] = await Promise.all([lived('inline'), lived('thread')]);
    return inline.flatMap((one, index) =>
      unless(one === threaded[index], `Inline it is ${one}, in a thread ${threaded[index]}.`),
    );
  },
};

/** All that can be seen of the run, step by step, without what the clock and chance gave. */
async function lived(isolation: NonNullable<SandboxOptions['isolation']>): Promise<string[]> {
  await using sandbox = new Sandbox({ actions: actions(), isolation, threads: 1 });
  const paused = await sandbox.eval(script, { runId: 'r', startedAt: 0 });
  const ended = await sandbox.answer(paused, { [positionOf(paused)]: { answer: ['yes'] } });
  const replayed = await sandbox.replay(ended);
  const stray = await thrownBy(sandbox.eval('return await actions.echo(2);', { runId: 'r', callLog: strayLog }));
  return [shown(paused), shown(ended), shown(replayed), stray];
}

const strayLog = [{ type: 'action' as const, name: 'echo', input: 1, response: null, order: 0 }];

function positionOf(run: Run): number {
  return run.status === 'interrupted' ? (run.interrupts[0]?.position ?? -1) : -1;
}

function actions(): Action[] {
  return [
    defineAction({ name: 'echo', execute: (input) => input }),
    defineAction({
      name: 'fail',
      execute() {
        throw Object.assign(new Error('no'), { name: 'Refused', code: 'NO', data: [1] });
      },
    }),
    defineAction({
      name: 'ask',
      execute(input, { answer }) {
        if (answer === undefined) throw new ActionInterrupt(input);
        return answer;
      },
    }),
  ];
}

function shown(run: Run): string {
  return canonicalJson(
    JSON.parse(
      JSON.stringify(run, (key, value: unknown) => (key === 'response' && typeof value === 'number' ? 0 : value)),
    ) as Json,
  );
}

async function thrownBy(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: Error) => JSON.stringify({ ...error, message: error.message, kind: error.constructor.name }),
  );
}
