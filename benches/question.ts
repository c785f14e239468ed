import type { Engine } from '../runtime/index.ts';
import type { Effort } from './rounds.ts';
import type { BenchRow } from './row.ts';
import type { Stock } from './stock.ts';

/** What questions are asked with. */
export interface Setting extends Effort {
  readonly engine: Engine;
  /** Absent where quickjs-emscripten is not installed; its ratios are left out then. */
  readonly stock: Stock | undefined;
  /** Lengths of call logs. */
  readonly lengths: readonly number[];
}

/** One question about cost. */
export interface Question {
  /** As `replay`; rows have names that start with it. */
  readonly name: string;
  ask(setting: Setting): Promise<BenchRow[]>;
}
