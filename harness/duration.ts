const millisecondsPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** How a length of time is written. */
export const durationForm = 'a length of time with its unit, up to a week: 60s, 500ms, 5m or 1h';

/** `90s`, `500ms`, `1.5m` in milliseconds; `undefined` for what is none, or longer than a week. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|min|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * (millisecondsPerUnit[unit ?? ''] ?? Number.NaN);
  return ms > 0 && ms <= 7 * 24 * 3_600_000 ? ms : undefined;
}
