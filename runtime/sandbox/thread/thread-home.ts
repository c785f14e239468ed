import type { AttemptHome } from '../attempt-home.ts';
import { replayInThread } from './replay-in-thread.ts';
import { leasePool, type PoolSize } from './shared-pool.ts';
import { ThreadHost } from './thread-host.ts';

/** Threads. Throws `MisuseError` `NO_WORKER` where there is nothing for them to run. */
export async function threadHome(size: PoolSize): Promise<AttemptHome> {
  const { pool, release } = await leasePool(size);
  return {
    hostFor: (options) => new ThreadHost(pool, options),
    replay: (run, ignoreInputs, closing) => replayInThread(pool, run, ignoreInputs, closing),
    close: release,
  };
}
