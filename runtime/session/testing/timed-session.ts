import type { CallLog, Outcome } from '../../log/entry.ts';
import { Engine } from '../engine.ts';
import type { Session, SessionOptions } from '../types.ts';

export interface Timed {
  readonly session: Session;
  /** The driver's clock. */
  readonly clock: { ms: number };
  /** One for each turn. */
  readonly digests: string[];
}

export interface Ended {
  readonly session: Session;
  readonly digests: string[];
  readonly log: CallLog;
}

export const engine = await Engine.load();
export const startedAt = 1_700_000_000_000;

/** A session on a clock that can be set, and the digest of each of its turns. */
export function open(script: string, options: Partial<SessionOptions> = {}): Timed {
  const clock = { ms: startedAt };
  const digests: string[] = [];
  const session = engine.open({
    script,
    actions: ['a', 'ask', 'b'],
    now: () => clock.ms,
    random: () => 0.5,
    runId: 'run',
    startedAt,
    onTurn: (_, at) => digests.push(at.digest()),
    ...options,
  });
  return { clock, digests, session };
}

/** How everything settles. */
export const over: Outcome = { response: null };

/** Runs a script in which every call settles after an hour, lowest position first. */
export function runToEnd(script: string, options: Partial<SessionOptions> = {}, hour = 3_600_000): Ended {
  const { clock, digests, session } = open(script, options);
  const waiting = [...session.start().calls];
  for (let call = waiting.shift(); call !== undefined && session.state === 'waiting'; call = waiting.shift()) {
    clock.ms += hour;
    waiting.push(...session.deliver(call.position, over).calls);
  }
  return { digests, session, log: session.callLog };
}

export function result(session: Session): unknown {
  const { outcome } = session;
  return outcome !== undefined && 'value' in outcome ? outcome.value : outcome;
}
