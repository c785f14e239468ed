/** The candidate that `name` is most probably a slip of; `undefined` where none is near. The first of equals wins. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let distance = Math.min(3, Math.floor(name.length / 4)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= distance || candidate.length > 100) continue;
    const found = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (found < distance) [best, distance] = [candidate, found];
  }
  return best;
}

/** Insertions, deletions and replacements between two texts (Levenshtein), plus swaps of neighbours as one (Damerau's restricted form). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) row.push(cell(a, b, i, j, row, last, beforeLast));
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

function cell(a: string, b: string, i: number, j: number, row: number[], last: number[], beforeLast: number[]): number {
  const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
  const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
  const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1, swapped ? at(beforeLast, j - 2) + 1 : replaced);
}
