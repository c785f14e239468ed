import process from 'node:process';
import { EngineError, JournalError, LockstepError, MisuseError } from '../../runtime/index.ts';
import { CommandError, type ExitCode, exitCode } from './exit.ts';

/** What a person at the terminal is told about an error, and the exit code that goes with it. */
export function explain(error: unknown): { exit: ExitCode; message: string } {
  if (error instanceof CommandError) return { exit: error.exit, message: error.message };
  if (error instanceof LockstepError) return { exit: exitOf(error), message: error.message };
  if (isFormatError(error)) return { exit: exitCode.usage, message: error.message };
  return { exit: exitCode.broken, message: internal(error) };
}

/** Wrong files and wrong requests are usage; a script that does not link or does not follow its log has failed. */
function exitOf(error: LockstepError): ExitCode {
  if (error instanceof EngineError) return exitCode.broken;
  if (error instanceof MisuseError || error instanceof JournalError || isFormatError(error)) return exitCode.usage;
  return exitCode.fail;
}

function isFormatError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /_FORMAT$|^WORKFLOW/.test(String(error.code));
}

/** Our own mistake. Its stack helps only whoever mends it, so it is shown on request. */
function internal(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = process.env.LOCKSTEP_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  return `This is a mistake in Lockstep, not in your code: ${text}\nRun it again with LOCKSTEP_DEBUG=1 to see where.${stack}`;
}
