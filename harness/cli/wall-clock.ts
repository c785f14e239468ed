/** Milliseconds since the epoch. */
export function wallClock(): number {
  return Date.now();
}
