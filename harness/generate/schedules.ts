import fc, { type Arbitrary } from 'fast-check';

/** Which outstanding call settles next, as in `Case.schedule`: indices modulo how many there are. Empty: as they were asked. */
export function schedules(): Arbitrary<number[]> {
  return fc.array(fc.nat(7), { maxLength: 12 });
}
