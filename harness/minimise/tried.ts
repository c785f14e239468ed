import type { Case } from '../case/index.ts';
import { seedOfText } from '../schedule/index.ts';

/** Candidates that were tried, each as a short text made of its content. */
export class Tried {
  readonly #keys: Set<string>;

  constructor(keys: readonly string[] = []) {
    this.#keys = new Set(keys);
  }

  has(candidate: Case): boolean {
    return this.#keys.has(keyOf(candidate));
  }

  add(candidate: Case): void {
    this.#keys.add(keyOf(candidate));
  }

  list(): string[] {
    return [...this.#keys];
  }
}

/** Two hashes of 32 bits: among the few thousand candidates of a case no two are taken for one another. */
function keyOf(candidate: Case): string {
  const text = JSON.stringify(candidate);
  return seedOfText(text).toString(36) + seedOfText(`${text.length}${text}`).toString(36);
}
