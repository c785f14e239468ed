/**
 * The pinned import table: what the Wasm binary asks of its host, and what it gets. Nothing that could differ between two
 * attempts comes in here except through `GuestImports`, which the run controls. The names are minified by Emscripten, so the
 * table is true for exactly one binary; another hash is refused.
 */
export const wasmSha256 = '105c3bed22d457e43e3d1c3c1c6959fda62a8fe06f0fc8a985303c3a2be72232';

/** Facts about that binary's memory, found by experiment and checked when an engine is loaded. */
export const memoryLayout = {
  /** Pages of 64 KiB an instance starts with, and the most it may ever have. */
  initialPages: 256,
  maximumPages: 32_768,
  /** The shadow stack lies between the static data and the heap and grows down. Dead at quiescence. */
  stackBytes: 5 * 2 ** 20,
  /** Address of the word that holds the end of the heap (`sbrk(0)`). */
  heapEndAddress: 86_864,
  /** Where a runtime keeps the size at which its cycle collector begins, and what is there at first. */
  collectorThresholdOffset: 108,
  collectorThresholdBytes: 256 * 1024,
} as const;

/** What the run decides about. All of these may throw, which stops the guest at once. */
export interface GuestImports {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Once per 10,000 polls of the interpreter. */
  tick(): void;
  /** A host function was called; `reference` says which. Returns a pointer to an owned JSValue, or 0 for `undefined`. */
  callFunction(reference: number, argc: number, argv: number): number;
  /** The heap wants to end at `byteLength`. Grows the memory or throws. */
  grow(byteLength: number): void;
}

/** The host's own part of the engine did what it never should: a trap, an abort, an exit. */
export class EngineTrap extends Error {}

function trap(what: string): () => never {
  return () => {
    throw new EngineTrap(`the engine called ${what}`);
  };
}

/** Writes C's `struct tm` for a moment of UTC. */
function writeUtc(memory: WebAssembly.Memory, seconds: bigint | number, address: number): void {
  const date = new Date(Number(seconds) * 1000);
  const fields = [
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    date.getUTCFullYear() - 1900,
    date.getUTCDay(),
    Math.floor(
      (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) - Date.UTC(date.getUTCFullYear(), 0, 1)) /
        86_400_000,
    ),
    0,
    0,
  ];
  new Int32Array(memory.buffer, address, fields.length).set(fields);
}

function writeZone(memory: WebAssembly.Memory, zone: number, daylight: number, names: readonly number[]): void {
  const words = new Int32Array(memory.buffer);
  words[zone >> 2] = 0;
  words[daylight >> 2] = 0;
  const bytes = new Uint8Array(memory.buffer);
  for (const name of names) bytes.set([0x55, 0x54, 0x43, 0], name);
}

/** The functions the binary imports from its module `a`, by minified name; `a` itself is the memory. */
export function importTable(memory: WebAssembly.Memory, imports: GuestImports): WebAssembly.Imports {
  return {
    a: {
      a: memory,
      b: trap('assert'),
      c: trap('write'),
      d: () => 52, // close: ENOSYS
      // The environment is empty: what lies in it would be part of the memory image.
      e: () => 0,
      f: (countAddress: number, bytesAddress: number) => {
        const words = new Int32Array(memory.buffer);
        words[countAddress >> 2] = 0;
        words[bytesAddress >> 2] = 0;
        return 0;
      },
      g: trap('the module loader'),
      h: trap('the module loader'),
      i: () => {
        imports.tick();
        return 0;
      },
      j: trap('a timer'),
      k: (byteLength: number) => {
        imports.grow(byteLength >>> 0);
        return 1;
      },
      l: () => undefined, // keep-alive counter of Emscripten's runtime
      m: (seconds: bigint | number, address: number) => writeUtc(memory, seconds, address),
      n: (zone: number, daylight: number, standard: number, summer: number) =>
        writeZone(memory, zone, daylight, [standard, summer]),
      o: () => 70, // seek: ESPIPE
      p: () => imports.now(),
      q: trap('abort'),
      r: trap('exit'),
      s: (_context: number, _self: number, argc: number, argv: number, reference: number) =>
        imports.callFunction(reference, argc, argv),
      t: () => undefined, // a host reference was dropped; ours are constants
    },
  };
}
