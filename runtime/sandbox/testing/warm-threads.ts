import { afterAll, beforeAll } from 'vitest';
import type { PoolLease, PoolSize } from '../thread/shared-pool.ts';
import { leasePool } from '../thread/shared-pool.ts';

/** Keeps the threads of sandboxes of this size between tests: starting one takes longer than most of them. */
export function keepThreads(size: PoolSize = {}): void {
  let lease: PoolLease | undefined;
  beforeAll(async () => {
    lease = await leasePool(size);
  });
  afterAll(() => lease?.release());
}
