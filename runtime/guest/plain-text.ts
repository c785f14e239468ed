const doubles = new Float64Array(1);
const doubleWords = new Int32Array(doubles.buffer);

/**
 * JSON text of a number, from the halves of its double; `undefined` where the engine has to write it.
 *
 * Both write the shortest decimal that reads back as the number, but the engine only looks at the nearest one of each length. That
 * makes a difference for powers of two alone, whose neighbour below is nearer than that above, and only beyond 15 digits.
 */
export function doubleText(low: number, high: number): string | undefined {
  if (low === 0 && isLongPowerOfTwo(high)) return undefined;
  doubleWords[0] = low;
  doubleWords[1] = high;
  const value = doubles[0] as number;
  return Number.isFinite(value) ? String(value) : undefined;
}

function isLongPowerOfTwo(high: number): boolean {
  const exponent = ((high >>> 20) & 0x7ff) - 1023;
  return (high & 0xf_ffff) === 0 && (exponent < -20 || exponent > 49) && exponent !== -1023;
}

/** Where a text goes on after a piece that stands at `at`; -1 if it does not stand there. */
export function after(text: string, at: number, piece: string): number {
  return text.startsWith(piece, at) ? at + piece.length : -1;
}

/** Printable ASCII that JSON writes as it is. */
export function isPlainCode(code: number): boolean {
  return code >= 0x20 && code <= 0x7e && code !== 0x22 && code !== 0x5c;
}

/** A short text that needs no escapes is quoted by hand, which is faster. */
export function quoted(text: string): string {
  if (text.length > 32) return JSON.stringify(text);
  for (let i = 0; i < text.length; i++) if (!isPlainCode(text.charCodeAt(i))) return JSON.stringify(text);
  return `"${text}"`;
}
