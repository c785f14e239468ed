import { availableParallelism } from 'node:os';
import { Engine } from '../../session/engine.ts';
import { sharedBinary } from '../shared-engine.ts';
import { ThreadPool } from './pool.ts';
import { workerFile } from './worker-file.ts';

export interface PoolSize {
  readonly threads?: number | undefined;
  readonly queueMax?: number | undefined;
}

const queueMaxDefault = 10_000;

interface Shared {
  readonly pool: Promise<ThreadPool>;
  users: number;
}

/** Pools by their size. */
const shared = new Map<string, Shared>();

/** A sandbox's hold on its threads. */
export interface PoolLease {
  readonly pool: ThreadPool;
  /** Lets go of them. The last one ends them. */
  release(): Promise<void>;
}

/** The threads of all sandboxes of a process that want the same number of them. Throws `MisuseError` `NO_WORKER`. */
export async function leasePool({ threads, queueMax }: PoolSize): Promise<PoolLease> {
  const threadsMax = threads ?? availableParallelism();
  const size = { threadsMax, queueMax: queueMax ?? queueMaxDefault };
  const key = `${size.threadsMax}:${size.queueMax}`;
  const held = shared.get(key) ?? { pool: newPool(size), users: 0 };
  shared.set(key, held);
  held.users += 1;
  const release = async () => {
    held.users -= 1;
    if (held.users > 0) return;
    if (shared.get(key) === held) shared.delete(key);
    await (await held.pool).close();
  };
  try {
    return { pool: await held.pool, release };
  } catch (error) {
    if (shared.get(key) === held) shared.delete(key);
    throw error;
  }
}

async function newPool(size: { threadsMax: number; queueMax: number }): Promise<ThreadPool> {
  const file = workerFile();
  const [binary, fingerprint] = await Promise.all([sharedBinary(), Engine.fingerprint()]);
  return new ThreadPool({ file, binary, fingerprint, ...size });
}
