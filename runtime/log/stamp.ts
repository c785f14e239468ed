/**
 * A hybrid logical clock's stamp: `<wall milliseconds, 13 digits>-<counter, 4 hexadecimal digits>`, so that the order of texts is the
 * order of time (Kulkarni, Demirbas et al., "Logical Physical Clocks", OPODIS 2014).
 */
export interface Stamp {
  /** Milliseconds since the epoch, whole. */
  readonly wallMs: number;
  /** Tells apart what has the same wall part. */
  readonly counter: number;
}

/** What a stamp has room for: times up to the year 2286, and 65,536 stamps of the same millisecond. */
export const wallMsMax = 9_999_999_999_999;
export const counterMax = 0xffff;

export function stampText({ wallMs, counter }: Stamp): string {
  return `${String(wallMs).padStart(13, '0')}-${counter.toString(16).padStart(4, '0')}`;
}

const shape = /^\d{13}-[0-9a-f]{4}$/;

export function isStamp(text: string): boolean {
  return shape.test(text);
}

/** The parts of a stamp's text, which has been checked to be one. */
export function parseStamp(text: string): Stamp {
  return { wallMs: Number(text.slice(0, 13)), counter: Number.parseInt(text.slice(14), 16) };
}
