/** The furthest time that a Date can hold. */
const timeMax = 8.64e15;

/** As `2024-01-04 00:00:00 UTC`. */
export function timeText(ms: number): string {
  if (ms > timeMax) return 'the end of time';
  return `${new Date(Math.ceil(ms)).toISOString().slice(0, -5).replace('T', ' ')} UTC`;
}
