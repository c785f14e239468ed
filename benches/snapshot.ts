import { Snapshot } from '../runtime/index.ts';
import { goOnFromLog, goOnFromSnapshot, storedRun, waitingRefund } from './paused.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { type BenchRow, benchRow, sizeRow } from './row.ts';
import { liveBytes } from './workload.ts';

/** A log is long if it is this long; in a hurry, less will do. */
const longLog = 100_000;

/** What does a snapshot cost to take, to store and to go on from, and how does that compare with a replay? */
export const snapshot: Question = {
  name: 'snapshot',
  async ask(setting) {
    const { engine, lengths } = setting;
    const long = Math.max(...lengths) < 10_000 ? 1000 : longLog;
    const [few, hundred, many] = [storedRun(engine, 10), storedRun(engine, 100), storedRun(engine, long)];
    const waiting = waitingRefund(engine);
    const taken = waiting.snapshot();
    const [packed, plain] = [taken.encode(), taken.encode({ compress: false })];
    const from = new Uint8Array(liveBytes).fill(1);
    const to = new Uint8Array(liveBytes);
    const measured = await measure(
      [
        { name: 'few', run: () => goOnFromSnapshot(engine, few) },
        { name: 'many', run: () => goOnFromSnapshot(engine, many) },
        { name: 'replayed', run: () => goOnFromLog(engine, hundred) },
        { name: 'take', run: () => void waiting.snapshot() },
        { name: 'pack', run: () => void taken.encode() },
        { name: 'write', run: () => void taken.encode({ compress: false }) },
        { name: 'unpack', run: () => void Snapshot.decode(packed) },
        { name: 'read', run: () => void Snapshot.decode(plain) },
        { name: 'copy', run: () => to.set(from) },
      ],
      setting,
    );
    waiting.close();
    const rounds = (name: string) => roundsOf(measured, name);
    const aside = (name: string, what: string, subject: string): BenchRow =>
      benchRow(`snapshot, ${name}`, what, rounds(subject), [
        { to: 'a plain copy of 220 KiB', rounds: rounds('copy') },
        { to: 'going on from it', rounds: rounds('few') },
      ]);
    return [
      benchRow(
        `snapshot, going on after ${long} calls`,
        'stored bytes are decoded, a session goes on from them and ends',
        rounds('many'),
        [
          { to: 'the same after 10 calls', rounds: rounds('few'), atMost: 1.3 },
          { to: 'replaying 100 calls', rounds: rounds('replayed'), atMost: 1 },
        ],
      ),
      aside('taken', 'what a waiting run of ten lines has changed in its memory is collected', 'take'),
      aside('encoded', 'it becomes bytes, compressed', 'pack'),
      aside('encoded, not compressed', 'it becomes bytes as they are', 'write'),
      aside('decoded', 'it is read from compressed bytes', 'unpack'),
      aside('decoded, not compressed', 'it is read from plain bytes', 'read'),
      sizeRow('snapshot, size', 'of a waiting run of ten lines, compressed', packed.length, [
        { to: '8 KB', bytes: 8000, atMost: 1 },
      ]),
      sizeRow('snapshot, size, not compressed', 'the same as it is', plain.length, [
        { to: 'compressed', bytes: packed.length },
      ]),
    ];
  },
};
