import {
  defineAction,
  type ExecutionContext,
  type Json,
  type Run,
  Sandbox,
  type SandboxOptions,
} from '../../runtime/index.ts';

export type Execute = (input: Json, context: ExecutionContext) => unknown;

/** Gives `use` a sandbox with these actions, and takes it down afterwards. */
export async function withSandbox<T>(
  actions: Record<string, Execute>,
  use: (sandbox: Sandbox) => Promise<T>,
  options: Partial<SandboxOptions> = {},
): Promise<T> {
  const defined = Object.entries(actions).map(([name, execute]) =>
    defineAction({ name, execute: async (input, context) => execute(input as Json, context) }),
  );
  const sandbox = new Sandbox({
    actions: defined,
    isolation: 'inline',
    endSettleMs: 20,
    settleMs: 20,
    graceMs: 5,
    ...options,
  });
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

/** An action that asks a person, and gives back what was answered. */
export const asks: Execute = (input, context) => context.answer ?? context.interrupt({ asked: input });

/** An action that never settles. */
export const never: Execute = () => new Promise(() => undefined);

/** An action that fails. */
export const fails: Execute = () => {
  throw Object.assign(new RangeError('no stock'), { code: 'OUT' });
};

/** The value of a completed run. */
export function completedValue(run: Run): Json {
  if (run.status !== 'completed') throw new Error(`The run has not completed: ${JSON.stringify(run)}`);
  return run.value;
}

/** A run as whoever keeps runs gets it back: through its JSON text. */
export function stored(run: Run): Run {
  return JSON.parse(JSON.stringify(run)) as Run;
}
