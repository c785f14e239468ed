import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads the engine's Wasm from its npm package. The one place of the runtime that touches the disk on its own account. */
export async function readWasmFile(): Promise<Uint8Array<ArrayBuffer>> {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  return new Uint8Array(await readFile(path));
}
