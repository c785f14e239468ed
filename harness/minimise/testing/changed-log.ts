import type { CallLog, CallLogEntry, Json } from '../../../runtime/index.ts';

/** What a broken runtime makes of a log. */
export function entries(
  log: CallLog | undefined,
  change: (entry: CallLogEntry, position: number) => CallLogEntry,
): CallLog {
  return (log ?? []).map((entry, position) => entry && change(entry, position));
}

export function responding(entry: CallLogEntry, change: (value: Json) => Json): CallLogEntry {
  return entry.type === 'action' && 'response' in entry ? { ...entry, response: change(entry.response) } : entry;
}

export function withoutOrder(log: CallLog | undefined): CallLog {
  return entries(log, (entry) => {
    if (entry.type !== 'action') return entry;
    const { order: _, ...rest } = entry;
    return rest;
  });
}

export function withoutCode(entry: CallLogEntry): CallLogEntry {
  if (!('error' in entry)) return entry;
  const { code: _, ...error } = entry.error;
  return { ...entry, error };
}

export function laterByAMillisecond(entry: CallLogEntry): CallLogEntry {
  if (entry.type !== 'action' || entry.at === undefined) return entry;
  const [wall = '0', counter] = entry.at.split('-');
  return { ...entry, at: `${String(Number(wall) + 1).padStart(13, '0')}-${counter}` };
}

export function actionsIn(log: CallLog): number {
  return log.filter((entry) => entry?.type === 'action').length;
}

export function holesIn(log: CallLog): number {
  return log.filter((entry) => entry === null).length;
}
