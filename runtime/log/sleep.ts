import type { Json, Outcome } from './entry.ts';

/** The name that a sleep has in the log. No action can have it. */
export const sleepName = 'sleep';

/** How a sleep settles. */
export const sleepOver: Outcome = Object.freeze({ response: null });

/** When a call is over, in milliseconds since the epoch, if it is a sleep: `undefined` for any other call. */
export function sleepUntil({ name, input }: { readonly name: string; readonly input: Json }): number | undefined {
  if (name !== sleepName || typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const { until } = input;
  return typeof until === 'number' ? until : undefined;
}
