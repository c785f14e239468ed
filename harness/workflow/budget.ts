import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** When a campaign ends, and when it lets others have the thread. The only clock of this folder. */
export class Budget {
  private readonly startedAt = performance.now();
  private yieldedAt = this.startedAt;

  constructor(
    private readonly cases: number | undefined,
    private readonly budgetMs: number | undefined,
    private readonly signal: AbortSignal | undefined,
  ) {}

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Somebody asked for the end, or time is up. */
  stopped = (): boolean =>
    this.signal?.aborted === true || (this.budgetMs !== undefined && this.elapsedMs >= this.budgetMs);

  /** Whether there is to be a case after `done` of them. */
  hasRoom(done: number): boolean {
    return !this.stopped() && (this.cases === undefined || done < this.cases);
  }

  /** Says so when somebody asked for the end, or `ms` from now have passed. */
  within(ms: number): () => boolean {
    const until = performance.now() + ms;
    return () => this.signal?.aborted === true || performance.now() >= until;
  }

  /** Lets signals and other tasks come round, ten times a second. */
  async breathe(): Promise<void> {
    if (performance.now() - this.yieldedAt < 100) return;
    await setImmediate();
    this.yieldedAt = performance.now();
  }
}
