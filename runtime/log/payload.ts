import type { Json } from './entry.ts';

/**
 * One value on its way between the guest, which takes and gives JSON text, and people, who look at values. It holds
 * whichever form came first and makes the other when it is asked for, at most once.
 *
 * The value is shared, not copied: whoever reads it must not change it.
 */
export class Payload {
  #text: string | undefined;
  #value: Json | undefined;

  private constructor(text: string | undefined, value: Json | undefined) {
    this.#text = text;
    this.#value = value;
  }

  /** From text that is known to be valid JSON. Without its value it is not parsed until somebody reads `value`. */
  static ofText(text: string, value?: Json): Payload {
    return new Payload(text, value);
  }

  /** From a value that has been checked to be JSON: by `parseCallLog`, or by having come out of `JSON.parse`. */
  static ofValue(value: Json): Payload {
    return new Payload(undefined, value);
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#value);
    return this.#text;
  }

  get value(): Json {
    // One of the two is always there, and `null` is a value, so `undefined` means that there is a text.
    if (this.#value === undefined) this.#value = JSON.parse(this.#text as string) as Json;
    return this.#value;
  }
}
