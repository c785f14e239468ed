import { expect } from 'vitest';
import { firstDifference, type Json, LockstepError, type Run, Sandbox } from '../../runtime/index.ts';

interface Verdict {
  pass: boolean;
  message: () => string;
}

/** Replays a run, executing nothing, and compares what comes out. */
async function toReplay(received: unknown): Promise<Verdict> {
  const run = asRun(received, 'toReplay');
  const problem = await replayProblem(run);
  return {
    pass: problem === undefined,
    message: () => problem ?? 'expected the run not to replay, and it does',
  };
}

async function replayProblem(run: Run): Promise<string | undefined> {
  await using sandbox = new Sandbox({ isolation: 'inline' });
  try {
    const replayed = await sandbox.replay(run);
    const difference = firstDifference(plain(run), plain(replayed));
    if (difference === undefined) return undefined;
    const { path, recorded, observed } = difference;
    return `the replay gives another run: at ${path} it was ${shown(recorded)} and is ${shown(observed)}`;
  } catch (error) {
    if (error instanceof LockstepError) return error.message;
    throw error;
  }
}

/** Whether a run is paused at a call of the action. */
function toBeInterruptedAt(received: unknown, name: string): Verdict {
  const run = asRun(received, 'toBeInterruptedAt');
  const open = run.status === 'interrupted' ? run.interrupts.map((interrupt) => interrupt.name) : [];
  const found = run.status === 'interrupted' ? `paused at ${open.join(', ') || 'nothing'}` : run.status;
  return {
    pass: open.includes(name),
    message: () => `expected the run ${open.includes(name) ? 'not ' : ''}to be paused at ${name}; it is ${found}`,
  };
}

function asRun(received: unknown, matcher: string): Run {
  if (typeof received === 'object' && received !== null && 'status' in received && 'callLog' in received) {
    return received as Run;
  }
  throw new TypeError(`${matcher}() takes a run, as sandbox.eval() gives it. Was it awaited?`);
}

function plain(run: Run): Json {
  return JSON.parse(JSON.stringify(run)) as Json;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

/** Adds the matchers to vitest's `expect`. */
export function installMatchers(): void {
  expect.extend({ toReplay, toBeInterruptedAt });
}

/** The matchers that this door adds to `expect`. */
export interface RunMatchers<Result> {
  /** Replays the run, executing nothing: `await expect(run).toReplay()`. */
  toReplay(): Promise<Result>;
  /** The run is paused at a call of the action. */
  toBeInterruptedAt(name: string): Result;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the interface that is extended is declared so.
  interface Matchers<T = any> extends RunMatchers<T> {}
}
