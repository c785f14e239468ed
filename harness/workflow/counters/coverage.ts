import type { CompiledScript, Session } from '../../../runtime/index.ts';
import { CounterReader, hitsMax } from './counters.ts';
import { type Instrumented, instrument } from './instrument.ts';
import type { Place } from './place.ts';

/** Counts what runs of one script reach. */
export class Coverage {
  readonly #instrumented: Instrumented;
  readonly #reader: CounterReader;

  constructor(script: CompiledScript) {
    this.#instrumented = instrument(script);
    this.#reader = new CounterReader(this.#instrumented);
  }

  get places(): readonly Place[] {
    return this.#instrumented.places;
  }

  /** Begins to count for one case. */
  begin(): CaseCount {
    return new CaseCount(this.#instrumented, this.#reader);
  }
}

/** What the attempts of one case reached, together. */
export class CaseCount {
  /** By place; 255 stands for that and more. */
  readonly hits: Uint8Array;
  /** With these a world runs the counting script, and says when an attempt is over. */
  readonly worldOptions: { readonly compiled: CompiledScript; readonly onAttemptEnd: (session: Session) => void };

  constructor({ script, places }: Instrumented, reader: CounterReader) {
    this.hits = new Uint8Array(places.length);
    this.worldOptions = { compiled: script, onAttemptEnd: (session) => this.#add(reader.read(session)) };
  }

  #add(hits: Uint8Array | undefined): void {
    hits?.forEach((count, place) => {
      this.hits[place] = Math.min(hitsMax, (this.hits[place] ?? 0) + count);
    });
  }
}
