import type { AttemptHost } from './attempt-host.ts';
import type { AttemptOptions } from './attempt-options.ts';
import { InlineHost } from './inline-host.ts';
import { replayRun } from './replay.ts';
import type { Run } from './run.ts';
import { sharedEngine } from './shared-engine.ts';

/** Where the attempts of a sandbox live. */
export interface AttemptHome {
  hostFor(options: AttemptOptions): AttemptHost;
  /** Throws what `replayRun` throws, or `CLOSED` if it does not end soon after `closing` has fired. */
  replay(run: Run, ignoreInputs: readonly string[], closing: AbortSignal): Promise<Run>;
  /** When no attempt lives here any more. */
  close(): Promise<void>;
}

/** The caller's thread. */
export async function inlineHome(): Promise<AttemptHome> {
  const engine = await sharedEngine();
  return {
    hostFor: (options) => new InlineHost(engine, options),
    replay: async (run, ignoreInputs) => replayRun(engine, run, ignoreInputs),
    close: async () => {},
  };
}
