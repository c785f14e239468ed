/** Whole numbers from 0, below 2^32, as bytes: seven bits each, lowest first; the eighth says that more follow. */
export function toVarints(values: Uint32Array): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

export function fromVarints(bytes: Uint8Array): Uint32Array {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    values.push(value >>> 0);
    value = 0;
    shift = 0;
  }
  return Uint32Array.from(values);
}
