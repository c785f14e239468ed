import { SnapshotError } from '../errors.ts';
import type { Warning } from '../script/index.ts';
import { Snapshot } from '../session/snapshot.ts';
import type { Session } from '../session/types.ts';
import { type AttemptOptions, type EngineLike, sessionOptions } from './attempt-options.ts';
import type { RunBase } from './run.ts';

/** What a paused run carries so that resuming it costs the same however long its log is. */
export type RunSnapshot = Required<Pick<RunBase, 'snapshot' | 'logHash'>>;

export function takeRunSnapshot(session: Session): RunSnapshot {
  return { snapshot: toBase64(session.snapshot().encode()), logHash: session.logHash };
}

/**
 * Opens the session of an attempt: from the run's snapshot where it has one that fits, else from the top, with a warning that says
 * why. A replay always begins at the top: it is what checks a run.
 */
export function openSession(engine: EngineLike, options: AttemptOptions): { session: Session; refused?: Warning } {
  const { snapshot, logHash, deliverMax } = options;
  if (snapshot === undefined || deliverMax !== undefined) return { session: engine.open(sessionOptions(options)) };
  try {
    const decoded = Snapshot.decode(fromBase64(snapshot));
    const hash = logHash !== undefined && { logHash };
    return { session: engine.open({ ...sessionOptions(options), snapshot: decoded, ...hash }) };
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    const refused: Warning = {
      code: 'snapshot-refused',
      message: `The run was replayed from its log. ${error.message}`,
    };
    return { session: engine.open(sessionOptions(options)), refused };
  }
}

const chunkBytes = 8_192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    throw new SnapshotError('SNAPSHOT_FORMAT', 'The snapshot cannot be read: it is not base64.');
  }
}
