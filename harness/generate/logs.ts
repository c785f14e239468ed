import fc, { type Arbitrary } from 'fast-check';
import type { CallLog, CallLogEntry } from '../../runtime/index.ts';
import { failures } from './behaviours.ts';
import { plainRecord } from './plain-record.ts';
import { actionNames } from './script/actions.ts';
import { jsonValues } from './values.ts';

/** An entry as drawn: actions carry a rank, from which the log's dense orders are made. */
type Ranked = { entry: CallLogEntry | null; rank: number };

/** Valid call logs: every kind of entry, holes, and settle orders unlike positions, or no orders at all. */
export function logs(): Arbitrary<CallLog> {
  const name = fc.constantFrom(...actionNames);
  const answered = plainRecord({
    type: fc.constant('action' as const),
    name,
    input: jsonValues(true),
    response: jsonValues(true),
  });
  const failed = plainRecord({
    type: fc.constant('action' as const),
    name,
    input: jsonValues(true),
    error: failures(true),
  });
  const now = plainRecord({ type: fc.constant('now' as const), response: fc.nat(2 ** 41) });
  const random = plainRecord({
    type: fc.constant('random' as const),
    response: fc.integer({ min: 0, max: 2 ** 30 }).map((n) => n / 2 ** 31),
  });
  const entry = fc.oneof(
    { weight: 5, arbitrary: answered },
    { weight: 2, arbitrary: failed },
    { weight: 1, arbitrary: now },
    { weight: 1, arbitrary: random },
    { weight: 2, arbitrary: fc.constant(null) },
  );
  const ranked = plainRecord({ entry: entry as Arbitrary<CallLogEntry | null>, rank: fc.nat(99) });
  return fc
    .tuple(fc.array(ranked, { maxLength: 10 }), fc.boolean())
    .map(([list, ordered]) => (ordered ? withOrders(list) : list.map((item) => item.entry)));
}

function withOrders(list: readonly Ranked[]): CallLog {
  const actions = list.filter((item) => item.entry?.type === 'action').toSorted((a, b) => a.rank - b.rank);
  return list.map((item) =>
    item.entry?.type === 'action' ? { ...item.entry, order: actions.indexOf(item) } : item.entry,
  );
}
