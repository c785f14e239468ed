/** The only file of the sandbox that reads the host's clock, randomness and timers. */

export function newRunId(): string {
  return globalThis.crypto.randomUUID();
}

/** Milliseconds since the epoch. */
export function wallClock(): number {
  return Date.now();
}

/** The longest time a timer of the host can measure; it takes longer ones for none at all. */
export const timerMaxMs = 2 ** 31 - 1;

/** Calls back every `ms`, for as long as something else keeps the process alive. Gives back what cancels it. */
export function every(ms: number, callback: () => void): () => void {
  const timer = setInterval(callback, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Calls back once after `ms`; never, if that is longer than about 24 days. Gives back what cancels it. */
export function after(ms: number, callback: () => void): () => void {
  if (ms > timerMaxMs) return () => {};
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
