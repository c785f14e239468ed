import type { Pointer } from './binary.ts';

/**
 * Reads JavaScript values straight from the engine's memory, which saves the copies that its C interface makes.
 * The layout is that of QuickJS 2025-09-13 on wasm32 (NaN boxing: payload in the low word, tag in the high one) and is true for
 * the pinned binary only; a boot checks it.
 */
const tagInt = 0;
const tagString = -7;
const stringLengthOffset = 4;
const stringBytesOffset = 16;

export function isInt(words: Int32Array, value: Pointer): boolean {
  return words[(value >> 2) + 1] === tagInt;
}

/** The payload of an integer value. */
export function readInt(words: Int32Array, value: Pointer): number {
  return words[value >> 2] as number;
}

export function isFlatString(words: Int32Array, value: Pointer): boolean {
  return words[(value >> 2) + 1] === tagString;
}

/** How many characters (UTF-16 code units) a flat string value has. */
export function stringLength(words: Int32Array, value: Pointer): number {
  return (words[((words[value >> 2] as number) + stringLengthOffset) >> 2] as number) & 0x7fff_ffff;
}

/** Writes an integer value into a cell of 8 bytes. */
export function writeInt(words: Int32Array, cell: Pointer, value: number): void {
  words[cell >> 2] = value;
  words[(cell >> 2) + 1] = tagInt;
}

const chunkLength = 8192;
const decodeShortMax = 24;

/** The text of a flat string value, lone surrogates included. */
export function readFlatString(bytes: Uint8Array, words: Int32Array, value: Pointer): string {
  const address = words[value >> 2] as number;
  const header = words[(address + stringLengthOffset) >> 2] as number;
  const length = header & 0x7fff_ffff;
  const start = address + stringBytesOffset;
  if (header >= 0) return length <= decodeShortMax ? shortLatin1(bytes, start, length) : latin1(bytes, start, length);
  return fromCodes(new Uint16Array(bytes.buffer, start, length));
}

function shortLatin1(bytes: Uint8Array, start: number, length: number): string {
  let text = '';
  for (let i = start; i < start + length; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

function latin1(bytes: Uint8Array, start: number, length: number): string {
  return fromCodes(bytes.subarray(start, start + length));
}

function fromCodes(codes: Uint8Array | Uint16Array): string {
  let text = '';
  for (let i = 0; i < codes.length; i += chunkLength) {
    text += String.fromCharCode.apply(null, codes.subarray(i, i + chunkLength) as unknown as number[]);
  }
  return text;
}
