import {
  Attempt,
  type AttemptOptions,
  type AttemptStep,
  type CallLog,
  type ConsoleLine,
  type EngineLike,
  type Json,
  LinkError,
  type PendingCall,
  type Run,
  ScriptSyntaxError,
} from '../../runtime/index.ts';
import type { HostileScript } from './hostile-script.ts';
import { actions, chance, nowMs, settlementOf } from './world.ts';

/** All that was observed of an attempt. Plain data, so that two are equal where their texts are. */
export interface Played {
  readonly end: { readonly status: string; readonly detail: Json };
  readonly callLog: CallLog;
  readonly delivered: number;
  readonly pending: readonly PendingCall[];
  readonly data: Json;
  readonly console: readonly ConsoleLine[];
  /** Hashes of the guest's memory: after every turn, and at the end. */
  readonly digests: readonly string[];
}

export interface PlayOptions {
  /** The run to replay: nothing of it may be executed. */
  readonly replayed?: Played;
  /** Called after every turn. */
  readonly between?: () => void;
}

/** Runs a hostile script to its end or its pause. What the runtime throws at its caller is an end as well. */
export function play(engine: EngineLike, hostile: HostileScript, options: PlayOptions = {}): Played {
  const digests: string[] = [];
  let attempt: Attempt | undefined;
  try {
    attempt = new Attempt(engine, attemptOptions(hostile, options, digests));
    settleAll(attempt, attempt.start(), options.replayed !== undefined);
    return playedOf(attempt.finish(), digests);
  } catch (error) {
    return { end: thrownEnd(error), callLog: [], delivered: 0, pending: [], data: null, console: [], digests };
  } finally {
    attempt?.close();
  }
}

function attemptOptions(
  { script, limits }: HostileScript,
  { replayed, between }: PlayOptions,
  digests: string[],
): AttemptOptions {
  return {
    script,
    actions,
    onInterrupt: 'stop',
    runId: 'hostile',
    startedAt: nowMs,
    ...(limits && { limits }),
    // What a replay would read is never right by accident.
    now: () => (replayed ? 7 : nowMs),
    random: () => (replayed ? 0.7 : chance),
    ...(replayed && {
      callLog: replayed.callLog,
      deliverMax: replayed.delivered,
      initial: { pending: replayed.pending },
    }),
    onTurn: (_turn, session) => {
      digests.push(session.digest());
      between?.();
    },
  };
}

/** Calls settle in the order in which they were made; those that the script's end leaves behind, too. */
function settleAll(attempt: Attempt, first: AttemptStep, replaying: boolean): void {
  const calls = [...first.execute];
  for (let step = first; step.phase !== 'done'; ) {
    const call = calls.shift();
    if (call === undefined || replaying) throw new Error('The attempt waits for a call that nobody was asked to make.');
    step = attempt.settle(call.position, call.name === 'sleep' ? { response: null } : settlementOf(call));
    calls.push(...step.execute);
  }
}

function playedOf(run: Run, digests: readonly string[]): Played {
  const { callLog, delivered, pending, data, console } = run;
  return { end: endOf(run), callLog, delivered, pending, data, console, digests };
}

function endOf(run: Run): Played['end'] {
  switch (run.status) {
    case 'completed':
      return { status: run.status, detail: run.value };
    case 'failed':
      return { status: run.status, detail: JSON.parse(JSON.stringify(run.error)) as Json };
    case 'aborted':
      return { status: run.status, detail: run.reason };
    case 'interrupted':
      return { status: run.status, detail: run.pending.map(({ name }) => name) };
  }
}

function thrownEnd(error: unknown): Played['end'] {
  if (error instanceof LinkError) return { status: 'link', detail: error.missing.map(({ name }) => name) };
  if (error instanceof ScriptSyntaxError) return { status: 'syntax', detail: error.message };
  throw error;
}
