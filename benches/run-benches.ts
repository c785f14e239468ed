import { Engine } from '../runtime/index.ts';
import { equality } from './equality.ts';
import { fork } from './fork.ts';
import { instance } from './instance.ts';
import { liveCall } from './live-call.ts';
import type { Question, Setting } from './question.ts';
import { replayCall } from './replay-call.ts';
import { replayGrowth } from './replay-growth.ts';
import type { BenchRow } from './row.ts';
import { snapshot } from './snapshot.ts';
import { start } from './start.ts';
import { Stock } from './stock.ts';
import { thread } from './thread.ts';
import { waiting } from './waiting.ts';

export interface BenchOptions {
  /** Called with each row once its question is answered. */
  onRow?: (row: BenchRow) => void;
  /** Asks only the questions whose name contains this. */
  filter?: string;
  /** Few rounds and short logs: shows that everything can be measured, and measures nothing that one could rely on. */
  quick?: boolean;
}

/** What was measured, and what could not be. */
export interface BenchReport {
  rows: BenchRow[];
  /** Sentences on what is left out of the rows, and why. */
  notes: string[];
}

const questions: readonly Question[] = [
  replayCall,
  replayGrowth,
  liveCall,
  start,
  instance,
  snapshot,
  waiting,
  equality,
  fork,
  thread,
];

const thorough = { rounds: 15, turnMs: 20, lengths: [10, 100, 1000, 10_000] };
const hasty = { rounds: 2, turnMs: 1, lengths: [10, 100] };

/**
 * Asks what things cost, one question after the other, in this thread. Takes one or two minutes; give the thread a stack of some
 * tens of megabytes.
 */
export async function runBenches(options: BenchOptions = {}): Promise<BenchReport> {
  const { onRow, filter = '', quick = false } = options;
  const stock = await Stock.load();
  const setting: Setting = { engine: await Engine.load(), stock, ...(quick ? hasty : thorough) };
  const rows: BenchRow[] = [];
  for (const question of questions.filter(({ name }) => name.includes(filter))) {
    const answers = await question.ask(setting);
    for (const row of answers) onRow?.(row);
    rows.push(...answers);
  }
  return { rows, notes: stock === undefined ? [noStock] : [] };
}

const noStock =
  'quickjs-emscripten is not installed, so nothing was measured against it: npm i -D quickjs-emscripten@0.32.0';
