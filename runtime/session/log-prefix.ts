import type { IHasher } from 'hash-wasm';
import type { CallLog } from '../log/entry.ts';
import { LogHash } from './log-hash.ts';
import { LogRecord, type RecordedAction } from './record.ts';
import { hashedAction, hashedCall, hashedDelivery, type SessionState } from './snapshot.ts';

/** The rolling hash that a log had when a snapshot of the run was taken, computed anew. */
export function hashOfPrefix(hasher: IHasher, log: CallLog, session: SessionState): string {
  const record = new LogRecord(log);
  const open = new Map(session.open.map((call) => [call.position, call]));
  const deliveries = deliveredPositions(log);
  const hash = new LogHash(hasher);
  hash.advance(session.positions, session.delivered, {
    call: (position) => {
      const call = open.get(position);
      if (call !== undefined) return hashedAction(call.name, call.inputText);
      const entry = record.at(position);
      return entry === undefined ? 'hole' : hashedCall(entry);
    },
    delivery: (order) => {
      const position = deliveries.get(order);
      return position === undefined ? 'missing' : hashedDelivery(position, record.at(position) as RecordedAction);
    },
  });
  return hash.digest;
}

function deliveredPositions(log: CallLog): Map<number, number> {
  const positions = new Map<number, number>();
  log.forEach((entry, position) => {
    if (entry?.type === 'action' && entry.order !== undefined) positions.set(entry.order, position);
  });
  return positions;
}
