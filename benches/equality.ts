import type { Session } from '../runtime/index.ts';
import { waitingRefund } from './paused.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { benchRow } from './row.ts';

/** What does it cost to find out whether two guests have the same memory? */
export const equality: Question = {
  name: 'equality',
  async ask(setting) {
    const [one, other] = [waitingRefund(setting.engine), waitingRefund(setting.engine)];
    const copies = one.memory().map((part) => new Uint8Array(part.length));
    const measured = await measure(
      [
        { name: 'compare', run: () => compare(one, other) },
        { name: 'digest', run: () => void one.digest() },
        { name: 'copy', run: () => copy(one, copies) },
      ],
      setting,
    );
    for (const session of [one, other]) session.close();
    const row = (name: string, what: string, atMost?: number) =>
      benchRow(`equality, ${name}`, what, roundsOf(measured, name), [
        { to: 'a plain copy of the same bytes', rounds: roundsOf(measured, 'copy'), ...(atMost && { atMost }) },
      ]);
    return [
      row('compare', 'the live memories of two waiting runs are compared byte by byte', 2),
      row('digest', 'the live memory of one is hashed, for logs and reports'),
    ];
  },
};

function compare(one: Session, other: Session): void {
  const [left, right] = [one.memory(), other.memory()];
  const isSame = left.every((part, index) => bufferOver(part).equals(right[index] as Uint8Array));
  if (!isSame) throw new Error('two runs that did the same have different memories');
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function copy(session: Session, copies: readonly Uint8Array[]): void {
  session.memory().forEach((part, index) => {
    copies[index]?.set(part);
  });
}
