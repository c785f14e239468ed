import fc, { type Arbitrary } from 'fast-check';
import type { Limits } from '../../runtime/index.ts';
import { everyFeature, type Features } from './features.ts';
import { plainRecord } from './plain-record.ts';

/** One limit that a script with these features is likely to meet. Those of memory and stack generated ones hardly ever do. */
export function limits(features: Features = everyFeature): Arbitrary<Partial<Limits>> {
  const upTo = (max: number) => fc.integer({ min: 1, max });
  return fc.oneof(
    { weight: 3, arbitrary: plainRecord({ positions: upTo(6) }) },
    { weight: 5, arbitrary: plainRecord({ inFlight: upTo(3) }) },
    { weight: 2, arbitrary: plainRecord({ valueBytes: upTo(60) }) },
    { weight: 2, arbitrary: plainRecord({ logChars: upTo(200) }) },
    { weight: features.has('console') ? 5 : 0, arbitrary: plainRecord({ consoleBytes: upTo(12) }) },
    { weight: features.has('spending') ? 7 : 0, arbitrary: plainRecord({ fuel: fc.constant(1) }) },
  );
}
