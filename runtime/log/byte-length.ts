const encoder = new TextEncoder();

/** UTF-8 bytes of a text, exact wherever that decides whether it exceeds `max`; elsewhere at most that. */
export function byteLength(text: string, max: number): number {
  return text.length * 3 <= max ? text.length : encoder.encode(text).length;
}
