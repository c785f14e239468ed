import loadFactory from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { importTable, memoryLayout, wasmSha256 } from './imports.ts';

/** Address of something in the guest's linear memory. 0 is none. */
export type Pointer = number & { readonly pointer?: unique symbol };

/** The functions of the engine that we use. Strings are addresses of NUL-terminated UTF-8. */
export interface EngineExports {
  QTS_NewRuntime(): Pointer;
  QTS_RuntimeSetMaxStackSize(runtime: Pointer, bytes: number): void;
  QTS_RuntimeEnableInterruptHandler(runtime: Pointer): void;
  QTS_NewContext(runtime: Pointer, intrinsics: number): Pointer;
  QTS_NewFunction(context: Pointer, name: Pointer, argc: number, isConstructor: boolean, reference: number): Pointer;
  QTS_NewString(context: Pointer, text: Pointer): Pointer;
  QTS_NewFloat64(context: Pointer, value: number): Pointer;
  QTS_GetString(context: Pointer, value: Pointer): Pointer;
  QTS_FreeCString(context: Pointer, text: Pointer): void;
  QTS_GetUndefined(): Pointer;
  QTS_GetPropNumber(context: Pointer, object: Pointer, index: number): Pointer;
  QTS_FreeValuePointer(context: Pointer, value: Pointer): void;
  QTS_Eval(
    context: Pointer,
    code: Pointer,
    byteLength: number,
    file: Pointer,
    detectModule: number,
    flags: number,
  ): Pointer;
  QTS_Call(context: Pointer, callee: Pointer, self: Pointer, argc: number, argv: Pointer): Pointer;
  QTS_ResolveException(context: Pointer, value: Pointer): Pointer;
  QTS_ExecutePendingJob(runtime: Pointer, jobsMax: number, lastContext: Pointer): Pointer;
  QTS_IsJobPending(runtime: Pointer): number;
  QTS_PromiseState(context: Pointer, promise: Pointer): number;
  QTS_PromiseResult(context: Pointer, promise: Pointer): Pointer;
  malloc(byteLength: number): Pointer;
  free(address: Pointer): void;
  /** Runs the binary's static constructors; once per instance. */
  construct(): void;
  stackRestore(address: Pointer): void;
  stackSave(): Pointer;
}

/** The compiled Wasm module and what its minified exports are called. Can be posted to another thread. */
export interface Binary {
  /** A `WebAssembly.Module`; not every user's TypeScript knows that name. */
  readonly module: object;
  readonly exportNames: Readonly<Record<string, string>>;
}

/** Exports that Emscripten's glue keeps to itself. True for the pinned hash. */
const hiddenExports = { construct: 'u', stackRestore: 'Ma', stackSave: 'Oa' };

/**
 * Compiles the engine's Wasm, once per process.
 * @throws Error when the bytes are not those of the pinned release: the import table would not be true for them.
 */
export async function compileBinary(bytes: Uint8Array<ArrayBuffer>): Promise<Binary> {
  const found = await sha256(bytes);
  if (found !== wasmSha256) {
    throw new Error(
      `the QuickJS Wasm binary has SHA-256 ${found}, expected ${wasmSha256}: install the pinned version of @jitl/quickjs-wasmfile-release-sync`,
    );
  }
  const module = await WebAssembly.compile(bytes);
  return { module, exportNames: await discoverExports(module) };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lets Emscripten's glue instantiate the module once and reads from it which minified export is which function. */
async function discoverExports(module: WebAssembly.Module): Promise<Record<string, string>> {
  let exports: WebAssembly.Exports = {};
  // The package's types describe a CommonJS default export, which Node does not give to ES modules.
  const factory = loadFactory as unknown as (options: object) => Promise<Record<string, unknown>>;
  const glue = await factory({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      exports = instance.exports;
      done(instance);
      return exports;
    },
  });
  const names: Record<string, string> = { ...hiddenExports };
  for (const [minified, value] of Object.entries(exports)) {
    for (const [name, exported] of Object.entries(glue)) if (exported === value) names[name.slice(1)] = minified;
  }
  return names;
}

/** A memory and the engine's functions over it. */
export interface RawInstance {
  readonly memory: WebAssembly.Memory;
  readonly exports: EngineExports;
}

/** Makes a fresh, unbooted instance. Takes a fraction of a millisecond: nothing of Emscripten's glue runs. */
export function instantiate(binary: Binary, imports: Parameters<typeof importTable>[1]): RawInstance {
  const memory = new WebAssembly.Memory({ initial: memoryLayout.initialPages, maximum: memoryLayout.maximumPages });
  const instance = new WebAssembly.Instance(binary.module as WebAssembly.Module, importTable(memory, imports));
  const exports = Object.fromEntries(
    Object.entries(binary.exportNames).map(([name, minified]) => [name, instance.exports[minified]]),
  ) as unknown as EngineExports;
  return { memory, exports };
}
