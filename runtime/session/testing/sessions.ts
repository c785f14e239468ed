import { CallLogMismatchError } from '../../errors.ts';
import type { ActionEntry, CallLog, Json } from '../../log/entry.ts';
import { Engine } from '../engine.ts';
import type { Session, SessionOptions } from '../types.ts';

export const engine = await Engine.load();
export const answer = { response: 1 };

export function open(script: string, options: Partial<SessionOptions> = {}): Session {
  return engine.open({ script, actions: ['a', 'b'], now: () => 5, random: () => 0.5, ...options });
}

export function started(script: string, options: Partial<SessionOptions> = {}): Session {
  const session = open(script, options);
  session.start();
  return session;
}

export function entry(name: string, order?: number, input: Json = null): ActionEntry {
  return { type: 'action', name, input, response: null, ...(order !== undefined && { order }) };
}

export function mismatch(script: string, callLog: CallLog): CallLogMismatchError {
  try {
    started(script, { callLog });
  } catch (error) {
    if (error instanceof CallLogMismatchError) return error;
    throw error;
  }
  throw new Error('the script followed the log');
}
