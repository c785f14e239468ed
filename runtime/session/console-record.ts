import { byteLength } from '../log/byte-length.ts';
import { limitStop } from './stop.ts';
import type { ConsoleLine } from './types.ts';

const levels: readonly ConsoleLine['level'][] = ['log', 'info', 'warn', 'error', 'debug'];

/** What a script has printed in this attempt, from its start on: every attempt prints it all again. */
export class ConsoleRecord {
  readonly #bytesMax: number;
  #lines: ConsoleLine[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get lines(): readonly ConsoleLine[] {
    return this.#lines;
  }

  /** UTF-8 bytes of all lines; an empty line counts as one. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Goes on from what an earlier part of the attempt has printed. */
  resume(lines: readonly ConsoleLine[], bytes: number): void {
    this.#lines = [...lines];
    this.#bytes = bytes;
  }

  print(level: number, text: string): void {
    this.#bytes += Math.max(1, byteLength(text, 0));
    if (this.#bytes > this.#bytesMax) throw limitStop('consoleBytes');
    this.#lines.push({ level: levels[level] as ConsoleLine['level'], text });
  }
}
