import { Engine, type Session } from '../runtime/index.ts';
import { memoryUse } from './memory.ts';
import { waitingRefund } from './paused.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { benchRow, sizeRow } from './row.ts';
import { liveBytes } from './workload.ts';

/** Sessions that may have an instance at a time; the others are parked. */
const instancesMax = 4;

/** What does a run cost while it waits for something slow? */
export const waiting: Question = {
  name: 'waiting',
  async ask(setting) {
    const engine = await Engine.load({ instancesMax });
    const bytes = bytesEach(engine, Math.max(...setting.lengths) < 10_000 ? 100 : 2000);
    const session = waitingRefund(engine);
    const from = new Uint8Array(liveBytes).fill(1);
    const to = new Uint8Array(liveBytes);
    const measured = await measure(
      [
        { name: 'park', run: () => parkAndTakeUp(session) },
        { name: 'copy', run: () => to.set(from) },
      ],
      setting,
    );
    session.close();
    return [
      benchRow('waiting, swap', 'a waiting session is parked and taken up again', roundsOf(measured, 'park'), [
        { to: 'a plain copy of 220 KiB', rounds: roundsOf(measured, 'copy') },
      ]),
      sizeRow('waiting, memory', 'of one more run that waits, its session and log included', bytes, [
        { to: 'the memory of an instance', bytes: 16 * 2 ** 20, atMost: 1 / 100 },
      ]),
    ];
  },
};

function parkAndTakeUp(session: Session): void {
  session.park();
  session.memory();
}

/** All that the process holds more for each of many waiting sessions. */
function bytesEach(engine: Engine, count: number): number {
  // The first few make what all have in common.
  const some = Array.from({ length: instancesMax * 2 }, () => waitingRefund(engine));
  const before = heldBytes();
  const sessions = Array.from({ length: count }, () => waitingRefund(engine));
  const bytes = (heldBytes() - before) / count;
  for (const session of [...sessions, ...some]) session.close();
  return Math.max(1, Math.round(bytes));
}

function heldBytes(): number {
  const { heapBytes, externalBytes } = memoryUse();
  return heapBytes + externalBytes;
}
