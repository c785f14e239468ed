import type { Json, Outcome } from './entry.ts';

/**
 * A response whose text was made already, to find out whether it is JSON: nobody needs to make it again. To everybody else it
 * is an outcome like any other. It shares nothing with whoever gave the text.
 */
export class KnownResponse {
  readonly response: Json;
  readonly #text: string;

  constructor(text: string) {
    this.response = JSON.parse(text) as Json;
    this.#text = text;
  }

  static textOf(outcome: Outcome): string | undefined {
    return #text in outcome ? outcome.#text : undefined;
  }
}
