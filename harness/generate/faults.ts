import fc, { type Arbitrary } from 'fast-check';
import type { Fault } from '../case/index.ts';
import { everyFeature, type Features } from './features.ts';
import { plainRecord } from './plain-record.ts';

/** What a run is not to notice. */
const moves = ['snapshot', 'restore-elsewhere', 'swap-out'] as const;

/** What happens to the run, as far as the features allow. */
export function faults(features: Features = everyFeature): Arbitrary<Fault[]> {
  const crash = plainRecord({ type: fc.constant('crash' as const), turn: fc.nat(6) });
  const crashRecord = plainRecord({ type: fc.constant('crash-record' as const), record: fc.nat(16) });
  const punch = plainRecord({ type: fc.constant('punch' as const), positions: positions() });
  const move = plainRecord({ type: fc.constantFrom(...moves), turn: fc.nat(4) });
  const allowed: Arbitrary<Fault>[] = [];
  if (features.has('crashes')) allowed.push(crash, crashRecord);
  if (features.has('punches')) allowed.push(punch);
  if (features.has('moves')) allowed.push(move);
  return allowed.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...allowed), { minLength: 0, maxLength: 2 });
}

function positions(): Arbitrary<number[]> {
  return fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }).map((list) => list.toSorted((a, b) => a - b));
}
