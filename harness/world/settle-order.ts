import type { CallLog } from '../../runtime/index.ts';

/** Positions of the recorded actions in the order in which they settled. For a log that has orders. */
export function settleOrder(log: CallLog): number[] {
  const ordered: { position: number; order: number }[] = [];
  for (const [position, entry] of log.entries()) {
    if (entry?.type === 'action' && entry.order !== undefined) ordered.push({ position, order: entry.order });
  }
  return ordered.sort((a, b) => a.order - b.order).map(({ position }) => position);
}
