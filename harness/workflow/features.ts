/**
 * What a fuzzer may leave out. `crashes`: whatever makes an action run again under its key, so aborts and slow actions too.
 * `slow-actions`: calls that are late, or of which nothing is ever heard.
 */
export const features = [
  'undeclared-failures',
  'failures',
  'interrupts',
  'rejections',
  'silence',
  'crashes',
  'aborts',
  'slow-actions',
  'snapshots',
  'clock-jumps',
  'second-resumes',
] as const;

export type Feature = (typeof features)[number];

export function areFeatures(given: unknown): given is readonly Feature[] {
  return Array.isArray(given) && given.every((feature) => features.includes(feature));
}
