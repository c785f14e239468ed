/**
 * What is used of the peers. They are installed beside this folder only, so their own types cannot be asked for; whoever starts
 * the comparison hands them over.
 */
export interface Peers {
  /** npm `run`: scripts in a pool of threads. */
  readonly run: (options: {
    source: string;
    hostFunctions: Record<string, Record<string, (input: never) => unknown>>;
  }) => Promise<{ status: string; value?: unknown }>;
  /** npm `quickjs-wasi`: an engine whose whole memory can be taken. */
  readonly QuickJS: WasiQuickJs;
  /** Its binary, compiled. */
  readonly wasm: WebAssembly.Module;
}

export interface WasiQuickJs {
  create(options: { wasm: WebAssembly.Module }): Promise<WasiMachine>;
  restore(snapshot: WasiSnapshot, options: { wasm: WebAssembly.Module }): Promise<WasiMachine>;
  serializeSnapshot(snapshot: WasiSnapshot): Uint8Array;
  deserializeSnapshot(bytes: Uint8Array): WasiSnapshot;
}

export interface WasiSnapshot {
  readonly memory: unknown;
}

export interface WasiHandle {
  dispose(): void;
  getProp(name: string): WasiHandle;
  toString(): string;
}

export interface WasiMachine {
  readonly global: WasiHandle;
  readonly undefined: WasiHandle;
  evalCode(code: string): WasiHandle;
  newFunction(name: string, call: (...args: WasiHandle[]) => WasiHandle): WasiHandle;
  newString(text: string): WasiHandle;
  newNumber(value: number): WasiHandle;
  setProp(holder: WasiHandle, name: string, value: WasiHandle): void;
  callFunction(callee: WasiHandle, self: WasiHandle, ...args: WasiHandle[]): WasiHandle;
  registerHostCallback(name: string, call: (...args: WasiHandle[]) => WasiHandle): void;
  executePendingJobs(): void;
  dump(value: WasiHandle): unknown;
  snapshot(): WasiSnapshot;
  dispose(): void;
}
