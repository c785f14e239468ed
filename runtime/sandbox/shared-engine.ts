import { type Binary, compileBinary } from '../guest/binary.ts';
import { readWasmFile } from '../guest/wasm-file.ts';
import { Engine } from '../session/engine.ts';

let binary: Promise<Binary> | undefined;

/** The engine's Wasm, compiled once per process. Threads share it. */
export function sharedBinary(): Promise<Binary> {
  if (binary !== undefined) return binary;
  const compiling = readWasmFile().then(compileBinary);
  binary = compiling;
  // A failure is reported to whoever waits; the next one tries again.
  compiling.catch(() => {
    binary = undefined;
  });
  return compiling;
}

let latest: WeakRef<Promise<Engine>> | undefined;

/**
 * One engine for all sandboxes of a process, for as long as one of them holds on to it: it is compiled once, and an
 * instance that one run has left serves the next one of any sandbox, reset to the boot image.
 */
export function sharedEngine(): Promise<Engine> {
  const known = latest?.deref();
  if (known !== undefined) return known;
  const loading = sharedBinary().then((compiled) => Engine.load({ binary: compiled }));
  latest = new WeakRef(loading);
  // A failure is reported to whoever waits; the next one tries again.
  loading.catch(() => {
    latest = undefined;
  });
  return loading;
}
