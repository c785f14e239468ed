/** What each exit code of the binary means. */
export const exitCode = {
  pass: 0,
  /** A promise broke, a run failed, or a replay did not match. */
  fail: 1,
  /** The command could not be understood, or was given something that it cannot use. */
  usage: 2,
  /** The harness or the engine itself cannot be trusted. */
  broken: 3,
  /** Too little was done to say anything. */
  inconclusive: 4,
  /** The run waits for an answer. */
  interrupted: 10,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Ends a command: `message` is for the person at the terminal, complete and without a stack trace. */
export class CommandError extends Error {
  constructor(
    readonly exit: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(exitCode.usage, message);
}
