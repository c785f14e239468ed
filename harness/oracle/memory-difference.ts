import type { Memories, MemoryCopy, TurnTrace } from '../world/index.ts';

/** An execution as far as its memory goes. */
export interface Course {
  readonly turns: readonly TurnTrace[];
  /** Its first turn; those before it are another execution's. Default: 0. */
  readonly since?: number;
  /** What was kept of its memory. */
  readonly memories?: Memories | undefined;
  /** Runs it again, with its memory kept after this turn. It need not get there. */
  readonly again?: ((turn: number) => Memories | undefined) | undefined;
}

/** The first turn, as far as can be told, after which two executions have different memories. */
export interface MemoryDifference {
  readonly turn: number;
  readonly a: MemoryCopy;
  readonly b: MemoryCopy;
}

/**
 * Compares what was kept. Where that differs, both are run again to find by bisection the turn where it began: memories
 * that have gone apart stay apart, but for rare luck. With `evenUnkept`, the last turn is looked at in any case.
 */
export function memoryDifference(a: Course, b: Course, evenUnkept = false): MemoryDifference | undefined {
  const last = Math.min(a.turns.length, b.turns.length) - 1;
  const known = firstKept(a, b, last) ?? (evenUnkept && last >= 0 ? bothAt(a, b, last) : undefined);
  return known && !isSame(known.a, known.b) ? bisected(a, b, known) : undefined;
}

function firstKept(a: Course, b: Course, last: number): MemoryDifference | undefined {
  for (let turn = 0; turn <= last; turn++) {
    const [left, right] = [a.memories?.at(turn), b.memories?.at(turn)];
    if (left && right && !isSame(left, right)) return { turn, a: left, b: right };
  }
  return undefined;
}

/** Where an execution does not get there again, no more is found than is known. */
function bisected(a: Course, b: Course, known: MemoryDifference): MemoryDifference {
  let [same, found] = [Math.max(a.since ?? 0, b.since ?? 0) - 1, known];
  while (found.turn - same > 1) {
    const between = bothAt(a, b, (same + found.turn) >> 1);
    if (between === undefined) break;
    if (isSame(between.a, between.b)) same = between.turn;
    else found = between;
  }
  return found;
}

function bothAt(a: Course, b: Course, turn: number): MemoryDifference | undefined {
  const [left, right] = [memoryAt(a, turn), memoryAt(b, turn)];
  return left && right && { turn, a: left, b: right };
}

function memoryAt({ memories, again }: Course, turn: number): MemoryCopy | undefined {
  return memories?.at(turn) ?? again?.(turn)?.at(turn);
}

export function isSame(a: MemoryCopy, b: MemoryCopy): boolean {
  return (
    a.fuelUsed === b.fuelUsed &&
    a.parts.every((part, index) => part === b.parts[index] || part.equals(b.parts[index] as Buffer))
  );
}

const pageBytes = 4096;
const shownBytes = 8;
const partNames = ['the static data', 'the heap'] as const;

/** Where two memories differ, in words. `both` puts what the first and the second have there into words. */
export function describeDifference(a: MemoryCopy, b: MemoryCopy, both: (a: string, b: string) => string): string {
  const parts = partNames.flatMap((name, index) =>
    partDifference(name, a.parts[index] as Buffer, b.parts[index] as Buffer, both),
  );
  if (a.fuelUsed !== b.fuelUsed) parts.push(`of the fuel used, ${both(`${a.fuelUsed}`, `${b.fuelUsed}`)}`);
  return parts.join('; ');
}

function partDifference(name: string, a: Buffer, b: Buffer, both: (a: string, b: string) => string): string[] {
  const differing = differingBytes(a, b);
  const texts = a.length === b.length ? [] : [`of the bytes in ${name}, ${both(`${a.length}`, `${b.length}`)}`];
  const [first] = differing;
  if (first === undefined) return texts;
  const pages = new Set(differing.map(pageOf)).size;
  const count = `${differing.length} bytes in ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  const where = `page ${pageOf(first)} of ${name} at byte ${first % pageBytes}`;
  return [...texts, `${count}, first in ${where}: ${both(hexAt(a, first), hexAt(b, first))}`];
}

function differingBytes(a: Buffer, b: Buffer): number[] {
  const differing: number[] = [];
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) differing.push(at);
  return differing;
}

function pageOf(at: number): number {
  return Math.floor(at / pageBytes);
}

function hexAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at, at + shownBytes).toString('hex');
}
