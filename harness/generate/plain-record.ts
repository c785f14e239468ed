import fc, { type Arbitrary } from 'fast-check';

/** Ordinary objects, never ones without a prototype: what a case holds must equal what its text parses to. */
export function plainRecord<T>(model: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true }) as Arbitrary<T>;
}

/** The same, where each field may be missing. */
export function partialRecord<T>(model: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<Partial<T>> {
  return fc.record(model, { noNullPrototype: true, requiredKeys: [] }) as Arbitrary<Partial<T>>;
}
