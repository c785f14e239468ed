import checksums from 'crc-32';
import { deflateSync, inflateSync } from 'fflate';
import { SnapshotError } from '../errors.ts';
import type { GuestState } from '../guest/guest.ts';
import type { Warning } from '../script/index.ts';
import type { LogHashState } from './log-hash.ts';
import type { OpenCall } from './open-calls.ts';
import type { Recorded, RecordedAction } from './record.ts';
import type { ConsoleLine } from './types.ts';
import { fromVarints, toVarints } from './varints.ts';

/** What a snapshot's memory depends on besides the log, as hashes. */
export interface SnapshotKeys {
  /** All of it: script, actions, limits, input, data, profiles. */
  readonly run: string;
  /** The script alone, and the engine, to say what is wrong. */
  readonly script: string;
  readonly engine: string;
}

/** A session at quiescence, apart from its guest's memory and its log. */
export interface SessionState extends SnapshotKeys {
  readonly logHash: string;
  readonly positions: number;
  readonly delivered: number;
  readonly turns: number;
  readonly open: readonly (OpenCall & { readonly position: number })[];
  readonly console: readonly ConsoleLine[];
  readonly consoleBytes: number;
  readonly logChars: number;
  readonly warnings: readonly Warning[];
  /** The greatest event time that was delivered, where the clock is `event` and there was one. */
  readonly latest?: string;
}

/** `LSNP`, then the version of this encoding. */
const magic = [0x4c, 0x53, 0x4e, 0x50];
const version = 1;
const headBytes = 16;
const flagDeflated = 1;

/**
 * A paused run's memory and counts: an accelerator that makes resuming independent of how long the log is. The log stays the
 * truth, and a snapshot that does not fit it is refused.
 */
export class Snapshot {
  constructor(
    readonly session: SessionState,
    readonly guest: GuestState,
    readonly hash: LogHashState,
  ) {}

  /**
   * Bytes for storage: `LSNP`, version, flags, CRC-32 of the body (ISO 3309), length of the unpacked body; then the body.
   *
   * @param options.compress default true; without it encoding takes a fifth of the time, and the bytes are half as many again.
   */
  encode({ compress = true }: { compress?: boolean } = {}): Uint8Array {
    const body = encodeBody(this);
    const stored = compress ? deflateSync(body) : body;
    const bytes = new Uint8Array(headBytes + stored.length);
    bytes.set(magic);
    const view = new DataView(bytes.buffer);
    view.setUint16(4, version, true);
    view.setUint16(6, compress ? flagDeflated : 0, true);
    view.setInt32(8, checksums.buf(stored), true);
    view.setUint32(12, body.length, true);
    bytes.set(stored, headBytes);
    return bytes;
  }

  /** @throws SnapshotError `SNAPSHOT_FORMAT` for what is no snapshot, is damaged, or was encoded by a newer version. */
  static decode(bytes: Uint8Array): Snapshot {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < headBytes || magic.some((byte, at) => bytes[at] !== byte))
      throw malformed('does not begin as one');
    const found = view.getUint16(4, true);
    if (found !== version) throw malformed(`has version ${found}, and this release reads version ${version}`);
    const stored = bytes.subarray(headBytes);
    if (checksums.buf(stored) !== view.getInt32(8, true)) throw malformed('is damaged: its checksum is wrong');
    const deflated = (view.getUint16(6, true) & flagDeflated) !== 0;
    return decodeBody(
      deflated ? inflateSync(stored, { out: new Uint8Array(view.getUint32(12, true)) }) : stored.slice(),
    );
  }
}

function malformed(problem: string): SnapshotError {
  return new SnapshotError('SNAPSHOT_FORMAT', `The snapshot cannot be read: it ${problem}.`);
}

/** What is in the body before the bytes: everything that is not bytes, as JSON. */
interface Facts {
  readonly session: SessionState;
  readonly guest: { promise: number; ticks: number; heapEnd: number };
  readonly hash: { positions: number; delivered: number };
  /** Bytes of the parts that follow: the hash's two states, the second as its difference from the first, and the memory's stretches. */
  readonly parts: readonly [calls: number, deliveries: number, stretches: number];
}

function encodeBody({ session, guest, hash }: Snapshot): Uint8Array {
  const { stretches, words, heapEnd } = guest.difference;
  const parts = [hash.calls, exclusiveOr(hash.deliveries, hash.calls), toVarints(stretches)] as const;
  const facts: Facts = {
    session,
    guest: { promise: guest.promise, ticks: guest.ticks, heapEnd },
    hash: { positions: hash.positions, delivered: hash.delivered },
    parts: [parts[0].length, parts[1].length, parts[2].length],
  };
  const text = new TextEncoder().encode(JSON.stringify(facts));
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  return concatenated([length, text, ...parts, new Uint8Array(words.buffer, words.byteOffset, words.byteLength)]);
}

function decodeBody(body: Uint8Array): Snapshot {
  const textBytes = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const { session, guest, hash, parts } = JSON.parse(
    new TextDecoder().decode(body.subarray(4, 4 + textBytes)),
  ) as Facts;
  let at = 4 + textBytes;
  const next = (length: number) => {
    at += length;
    return body.slice(at - length, at);
  };
  const calls = next(parts[0]);
  const deliveries = exclusiveOr(next(parts[1]), calls);
  const stretches = fromVarints(next(parts[2]));
  const words = new Int32Array(next(body.length - at).buffer);
  const difference = { stretches, words, heapEnd: guest.heapEnd };
  return new Snapshot(
    session,
    { difference, promise: guest.promise, ticks: guest.ticks },
    { positions: hash.positions, delivered: hash.delivered, calls, deliveries },
  );
}

/** `bytes` with what they have in common with the first as zeros; the same again gives them back. */
function exclusiveOr(bytes: Uint8Array, first: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte ^ (first[at] ?? 0));
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What the rolling hash takes in for a position, whether or not it was answered. */
export function hashedCall(entry: Recorded): string {
  return entry.type === 'action' ? hashedAction(entry.name, entry.input.text) : `${entry.type} ${entry.response}`;
}

export function hashedAction(name: string, inputText: string): string {
  return `action ${name} ${inputText}`;
}

export function hashedDelivery(position: number, { failed, outcome, at }: RecordedAction): string {
  const time = at === undefined ? '' : `${at} `;
  return `${position} ${time}${failed ? 'error' : 'response'} ${outcome.text}`;
}

/**
 * Whether a snapshot is of this run as it stands. `logHash` is what the run says of its own log; without it the hash is computed,
 * which costs a pass over the log.
 *
 * @throws SnapshotError that says what does not fit.
 */
export function checkFits(snapshot: Snapshot, keys: SnapshotKeys, logHash: string): void {
  const { session } = snapshot;
  if (session.engine !== keys.engine)
    throw refused('SNAPSHOT_ENGINE', `of the engine ${session.engine}, not ${keys.engine}`);
  if (session.script !== keys.script) throw refused('SNAPSHOT_SCRIPT', 'of another script');
  if (session.run !== keys.run)
    throw refused('SNAPSHOT_RUN', 'of a run with other actions, limits, input, data or profiles');
  if (session.logHash !== logHash) throw refused('SNAPSHOT_LOG', 'of another log');
}

function refused(code: SnapshotError['code'], what: string): SnapshotError {
  return new SnapshotError(code, `The snapshot is ${what}. Leave it out: the run can be replayed from its log.`);
}
