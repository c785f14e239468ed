/** What a fuzzer may leave out. */
export const features = ['undeclared-failures', 'failures', 'interrupts', 'rejections', 'silence', 'crashes'] as const;

export type Feature = (typeof features)[number];

export function areFeatures(given: unknown): given is readonly Feature[] {
  return Array.isArray(given) && given.every((feature) => features.includes(feature));
}
