import { CallLogMismatchError, LinkError, LockstepError, ScriptSyntaxError } from '../../runtime/index.ts';
import type { Thrown } from './trace.ts';

/** Describes what was thrown as plain data. */
export function thrownOf(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: 'NonError', message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...(error instanceof LockstepError && { code: error.code }),
    ...(error instanceof CallLogMismatchError && { position: error.position, reason: error.reason }),
    ...(error.stack !== undefined && { stack: error.stack }),
  };
}

/** Whether the script itself is at fault: it does not parse or link. */
export function isInvalidScript(error: unknown): boolean {
  return error instanceof LinkError || error instanceof ScriptSyntaxError;
}
