import type { JournalRecord } from '../../runtime/index.ts';
import type { Crash } from './attempt-faults.ts';
import { type JournalLeft, loseTail, throughText } from './journal-left.ts';

/** What an attempt writes of its journal, and the process's death over it. */
export class WrittenJournal {
  readonly records: JournalRecord[] = [];
  readonly #crash: Crash | undefined;

  constructor(crash: Crash | undefined) {
    this.#crash = crash;
  }

  /** Writes records, as far as it gets: whether the process dies over it. */
  dies(records: readonly JournalRecord[]): boolean {
    if (this.#crash?.type !== 'crash-record') {
      this.records.push(...records);
      return false;
    }
    const { record: max, before } = this.#crash;
    const room = max - this.records.length;
    this.records.push(...records.slice(0, room));
    return before ? records.length > room : this.records.length >= max;
  }

  /** What is left of it after the crash. Nothing: the crash is not one of which the journal tells. */
  get left(): JournalLeft | undefined {
    if (this.#crash?.type === 'lose-tail') return loseTail(this.records, this.#crash.records, this.#crash.bytes);
    if (this.#crash?.type !== 'crash-record') return undefined;
    return { records: throughText(this.records), lost: { records: 0, tornBytes: 0 } };
  }
}
