import { EngineError } from '../errors.ts';
import { type Binary, type EngineExports, instantiate, type Pointer } from './binary.ts';
import { raiseCollectorThreshold } from './collector.ts';
import { applyDifference, type Difference, differenceOf } from './difference.ts';
import { type Bounds, boundsFrom, capture, heapEnd, type Image, ImageShelf, liveParts, restore } from './image.ts';
import { memoryLayout } from './imports.ts';
import type { Limits } from './limits.ts';
import { PlainValues } from './plain-value.ts';
import { describeStop, type GuestPort, GuestStop, idlePort, type LimitStop, lookingPort } from './port.ts';
import { preludeText } from './prelude.ts';
import { StartImages } from './start-images.ts';
import { isFlatString, readFlatString, readInt, writeInt } from './strings.ts';

/** What a script is started with. All texts are JSON, except `code`. */
export interface GuestRun {
  readonly code: string;
  /** Names of actions as paths: `[["a"],["github","createIssue"]]`. */
  readonly actionsText: string;
  readonly inputText: string;
  readonly dataText: string;
  /** Four words of 32 bits that `Math.random()` starts from; `null` where every random number is asked for. Default `null`. */
  readonly seedText?: string;
  readonly limits: Limits;
}

/** How a script ended, in the guest's own words. `dataText` is empty where `data` could not be read. */
export interface GuestEnd {
  readonly kind: 'value' | 'error';
  readonly resultText: string;
  readonly dataText: string;
}

/** A run's guest at quiescence, apart from any instance. */
export interface GuestState {
  readonly difference: Difference;
  /** Address of the script's promise. */
  readonly promise: Pointer;
  readonly ticks: number;
}

/** An exception of the script before it could return a promise: it does not compile, say. JSON text of the error. */
export interface StartError {
  readonly errorText: string;
}

/** The script's file name inside the guest: the same on every host, since stacks are visible to scripts. */
export const guestFile = 'script';

enum HostFunction {
  call,
  random,
  print,
}

const promisePending = 0;
const promiseFulfilled = 1;
const evalStrict = 1 << 3;
const scratchBytes = 64 * 1024;
const encoder = new TextEncoder();

/** Where the boot left things; the same in every instance, since all share one boot image. */
interface Boot {
  readonly image: Image;
  readonly bounds: Bounds;
  readonly runtime: Pointer;
  readonly context: Pointer;
  readonly undefined: Pointer;
  readonly scratch: Pointer;
  /** Three cells for arguments, and the array of their addresses. */
  readonly cells: Pointer;
  readonly argv: Pointer;
  readonly plain: PlainValues;
  readonly shelf: ImageShelf;
  /** Starts that runs of known scripts begin from. */
  readonly images: StartImages;
  readonly install: Pointer;
  readonly begin: Pointer;
  readonly deliver: Pointer;
  readonly deliverFailure: Pointer;
  readonly conclude: Pointer;
  readonly readData: Pointer;
  readonly where: Pointer;
}

/**
 * One instance of the engine and the run that it holds. Between calls the guest is quiescent: its job queue and native stack
 * are empty. A method that was stopped by an exception leaves the guest unusable until the next `reset`.
 */
export class Guest {
  readonly #binary: Binary;
  readonly #exports: EngineExports;
  readonly #memory: WebAssembly.Memory;
  #bytes!: Uint8Array<ArrayBuffer>;
  #words!: Int32Array;
  #boot!: Boot;
  /** The engine's buffer for short texts. */
  #scratch!: Uint8Array;
  #port: GuestPort = idlePort;
  #promise: Pointer = 0;
  #memoryMax = Number.POSITIVE_INFINITY;
  #fuelMax = Number.POSITIVE_INFINITY;
  #ticks = 0;

  private constructor(binary: Binary) {
    this.#binary = binary;
    const { memory, exports } = instantiate(binary, {
      now: () => this.#port.now(),
      tick: () => this.#tick(),
      grow: (byteLength) => this.#grow(byteLength),
      callFunction: (reference, argc, argv) => this.#callFunction(reference, argc, argv),
    });
    this.#memory = memory;
    this.#exports = exports;
    this.#refreshViews();
  }

  /** Boots the first instance: runs the engine's start-up and the prelude, and takes the boot image. */
  static boot(binary: Binary, images = new StartImages()): Guest {
    const guest = new Guest(binary);
    guest.#boot = guest.#bootUp(images);
    guest.#checkPlainValues();
    return guest;
  }

  /** Another instance with the same boot image. Nothing is executed for it. */
  sibling(): Guest {
    const guest = new Guest(this.#binary);
    guest.#boot = this.#boot;
    guest.#refreshViews();
    return guest;
  }

  /** Bytes of linear memory the instance has; it never shrinks. */
  get memoryBytes(): number {
    return this.#bytes.length;
  }

  /** Interrupt ticks the run has used. */
  get ticks(): number {
    return this.#ticks;
  }

  /** Puts the boot image back: nothing of an earlier run is left. */
  reset(): void {
    this.#exports.stackRestore(this.#boot.bounds.heapStart);
    restore(this.#bytes, this.#boot.bounds, this.#boot.image);
    this.#port = idlePort;
    this.#promise = 0;
    this.#ticks = 0;
  }

  /** Starts a script in a reset guest and runs it to quiescence. */
  start(run: GuestRun, port: GuestPort): StartError | undefined {
    this.#port = port;
    this.#fuelMax = run.limits.fuel;
    this.#memoryMax = run.limits.memoryBytes;
    return this.#guarded(() => {
      const main = this.#prepare(run);
      if (typeof main !== 'number') return main;
      const texts = [run.inputText, run.dataText, run.seedText ?? 'null'].map((text) => this.#newString(text));
      const promise = this.#callWith(this.#boot.begin, [main, ...texts]);
      for (const pointer of [main, ...texts]) this.#free(pointer);
      const thrown = this.#exception(promise);
      if (thrown !== 0) return this.#startError(thrown);
      this.#promise = promise;
      this.#runJobs();
      return undefined;
    });
  }

  /** Evaluates the script and puts its actions in place, or puts back the memory in which that was done before. */
  #prepare({ code, actionsText, limits: { stackBytes } }: GuestRun): Pointer | StartError {
    const { images, runtime, install } = this.#boot;
    const key = { code, actionsText, stackBytes };
    const known = images.find(key);
    if (known !== undefined && known.ticks <= this.#fuelMax) {
      this.#apply(known.difference);
      this.#ticks = known.ticks;
      return known.main;
    }
    this.#exports.QTS_RuntimeSetMaxStackSize(runtime, stackBytes);
    const main = this.#evaluate(code, guestFile);
    const failed = this.#exception(main);
    if (failed !== 0) return this.#startError(failed);
    const actions = this.#newString(actionsText);
    this.#free(this.#callWith(install, [actions]));
    this.#free(actions);
    images.evaluated(key, () => ({ key, main, ticks: this.#ticks, difference: this.#difference() }));
    return main;
  }

  /** Settles the promise of the call in `slot` with a response and runs to quiescence. */
  deliver(slot: number, responseText: string): void {
    const boot = this.#boot;
    const exports = this.#exports;
    try {
      const response = this.#newString(responseText);
      writeInt(this.#words, boot.cells, slot);
      this.#words[boot.argv >> 2] = boot.cells;
      this.#words[(boot.argv >> 2) + 1] = response;
      const result = exports.QTS_Call(boot.context, boot.deliver, boot.undefined, 2, boot.argv);
      exports.QTS_FreeValuePointer(boot.context, response);
      exports.QTS_FreeValuePointer(boot.context, result);
      this.#runJobs();
    } catch (thrown) {
      throw this.#stopped(thrown);
    }
  }

  /**
   * Settles the promise of the call in `slot` with a failure (JSON text of an `ActionFailure`) and runs to quiescence.
   * `frame` is what the error's stack says after `at actions.`.
   */
  deliverFailure(slot: number, failureText: string, frame: string): void {
    this.#guarded(() => {
      writeInt(this.#words, this.#boot.cells, slot);
      const texts = [this.#newString(failureText), this.#newString(frame)];
      this.#free(this.#callWith(this.#boot.deliverFailure, [this.#boot.cells, ...texts]));
      for (const text of texts) this.#free(text);
      this.#runJobs();
    });
  }

  /** Whether the script's promise is settled. Only at quiescence. */
  get ended(): boolean {
    return this.#exports.QTS_PromiseState(this.#boot.context, this.#promise) !== promisePending;
  }

  /** Converts what the script ended with and `data`, as its last step; runs to quiescence again. */
  conclude(): GuestEnd {
    return this.#guarded(() => {
      const { context } = this.#boot;
      const fulfilled = this.#exports.QTS_PromiseState(context, this.#promise) === promiseFulfilled;
      writeInt(this.#words, this.#boot.cells, fulfilled ? 1 : 0);
      const result = this.#exports.QTS_PromiseResult(context, this.#promise);
      const lines = this.#callWith(this.#boot.conclude, [this.#boot.cells, result]);
      this.#free(result);
      const [kind, resultText, dataText] = this.#takeString(lines).split('\n');
      this.#runJobs();
      return { kind: kind as GuestEnd['kind'], resultText: resultText ?? 'null', dataText: dataText ?? '' };
    });
  }

  /**
   * Reads the script's `data` and leaves no trace: the memory is put back afterwards, whatever reading did.
   * @returns JSON text, or what went wrong.
   */
  lookAtData(): { text: string } | { problem: string } {
    const image = this.#boot.shelf.put(this.#bytes, this.#boot.bounds);
    const ticks = this.#ticks;
    const port = this.#port;
    this.#port = lookingPort;
    try {
      return this.#readData();
    } catch (stop) {
      return { problem: stop instanceof GuestStop ? describeStop(stop) : 'it could not be read' };
    } finally {
      this.#exports.stackRestore(this.#boot.bounds.heapStart);
      restore(this.#bytes, this.#boot.bounds, image);
      this.#port = port;
      this.#ticks = ticks;
    }
  }

  /** The guest's stack where it is calling its host just now. For use inside a port's method. */
  stackHere(): string {
    return this.#takeString(this.#callWith(this.#boot.where, []));
  }

  /** What the run has made of the boot image, to go on from in any instance. Only at quiescence. */
  state(): GuestState {
    return { difference: this.#difference(), promise: this.#promise, ticks: this.#ticks };
  }

  /** Puts a reset guest into the state of another one, or of its own earlier self. */
  resume({ difference, promise, ticks }: GuestState, limits: Limits, port: GuestPort): void {
    this.#port = port;
    this.#fuelMax = limits.fuel;
    this.#memoryMax = limits.memoryBytes;
    this.#apply(difference);
    this.#promise = promise;
    this.#ticks = ticks;
  }

  /** How the live memory differs from the boot image. */
  #difference(): Difference {
    const { image } = this.#boot;
    return differenceOf(this.liveParts(), [image.low, image.heap], heapEnd(this.#bytes));
  }

  /** Only in a reset guest. */
  #apply(difference: Difference): void {
    if (difference.heapEnd > this.#bytes.length) this.#grow(difference.heapEnd);
    const { lowEnd, heapStart } = this.#boot.bounds;
    applyDifference([this.#bytes.subarray(0, lowEnd), this.#bytes.subarray(heapStart, difference.heapEnd)], difference);
  }

  /** The live memory in two parts, without a copy. Valid until the guest runs again. */
  liveParts(): [low: Uint8Array, heap: Uint8Array] {
    return liveParts(this.#bytes, this.#boot.bounds);
  }

  #readData(): { text: string } | { problem: string } {
    return this.#guarded(() => {
      const result = this.#callWith(this.#boot.readData, []);
      const failed = this.#exception(result);
      return failed === 0 ? { text: this.#takeString(result) } : { problem: this.#takeString(failed) };
    });
  }

  // ------------------------------------------------------------ boot

  #bootUp(images: StartImages): Boot {
    const exports = this.#exports;
    exports.construct();
    const bounds = boundsFrom(exports.stackSave());
    const runtime = exports.QTS_NewRuntime();
    exports.QTS_RuntimeSetMaxStackSize(runtime, 256 * 1024);
    exports.QTS_RuntimeEnableInterruptHandler(runtime);
    raiseCollectorThreshold(this.#words, runtime);
    const context = exports.QTS_NewContext(runtime, 0);
    const scratch = exports.malloc(scratchBytes);
    const cells = exports.malloc(32);
    const argv = exports.malloc(32);
    const partial = { bounds, runtime, context, undefined: exports.QTS_GetUndefined(), scratch, cells, argv };
    this.#boot = partial as Boot;
    this.#refreshViews();
    const { objectPrototype, arrayPrototype, ...doors } = this.#runPrelude();
    checkLayout(this.#bytes, bounds);
    return {
      ...partial,
      ...doors,
      image: capture(this.#bytes, bounds),
      images,
      shelf: new ImageShelf(),
      plain: new PlainValues(this.#words, runtime, [objectPrototype, arrayPrototype]),
    };
  }

  /** Asserts that values are where they are looked for. Leaves traces in the memory, as a run does. */
  #checkPlainValues(): void {
    const sample = '{"int":-7,"double":0.5,"text":"aü€","list":[true,null,{}]}';
    const value = this.#evaluate(`(${sample})`, guestFile);
    const text = this.#boot.plain.textOf(this.#bytes, this.#words, value);
    if (text !== sample) throw new Error(`the layout of values is not the pinned one: ${text}`);
  }

  #runPrelude(): Pick<Boot, 'install' | 'begin' | 'deliver' | 'deliverFailure' | 'conclude' | 'readData' | 'where'> & {
    readonly objectPrototype: Pointer;
    readonly arrayPrototype: Pointer;
  } {
    const bootstrap = this.#evaluate(preludeText, 'lockstep');
    const hostFunctions = [
      this.#newFunction('call', HostFunction.call),
      this.#newFunction('random', HostFunction.random),
      this.#newFunction('print', HostFunction.print),
    ];
    const doors = this.#callWith(bootstrap, hostFunctions);
    const failed = this.#exception(doors);
    if (failed !== 0) throw new Error(`the prelude failed: ${this.#takeString(failed)}`);
    const door = (index: number): Pointer => this.#exports.QTS_GetPropNumber(this.#boot.context, doors, index);
    return {
      install: door(0),
      begin: door(1),
      deliver: door(2),
      deliverFailure: door(3),
      conclude: door(4),
      readData: door(5),
      where: door(6),
      objectPrototype: door(7),
      arrayPrototype: door(8),
    };
  }

  #newFunction(name: string, reference: HostFunction): Pointer {
    const { context, scratch } = this.#boot;
    this.#writeText(scratch, encoder.encode(name));
    return this.#exports.QTS_NewFunction(context, scratch, 3, false, reference);
  }

  // ------------------------------------------------------------ the boundary

  #callFunction(reference: number, argc: number, argv: Pointer): Pointer {
    switch (reference as HostFunction) {
      case HostFunction.call:
        return this.#call(argc, argv);
      case HostFunction.random:
        return this.#exports.QTS_NewFloat64(this.#boot.context, this.#port.random());
      case HostFunction.print:
        this.#port.print(readInt(this.#words, argv), this.#stringAt(argv + 8));
        return 0;
    }
  }

  #call(_argc: number, argv: Pointer): Pointer {
    const action = readInt(this.#words, argv);
    // `~action`: the input is not plain, and the guest has made it a text and checked that.
    const isText = action < 0;
    const text = isText
      ? this.#stringAt(argv + 16)
      : this.#boot.plain.textOf(this.#bytes, this.#words, argv + 16, this.#port.expectedInput());
    if (text === undefined) return this.#exports.QTS_NewFloat64(this.#boot.context, 1); // anything but `undefined`
    this.#port.call(isText ? ~action : action, readInt(this.#words, argv + 8), text);
    return 0;
  }

  #tick(): void {
    if (++this.#ticks > this.#fuelMax) throw new GuestStop({ limit: 'fuel' } satisfies LimitStop);
  }

  /** Decides by the size that is asked for alone, so that a fresh and a grown instance stop at the same allocation. */
  #grow(byteLength: number): void {
    // In whole pages: of an instance that had grown to a part of one, the run could use the rest without asking.
    const most = Math.floor(this.#memoryMax / 65_536) * 65_536;
    if (byteLength > most) throw new GuestStop({ limit: 'memoryBytes' } satisfies LimitStop);
    const roomier = Math.min(most, Math.max(byteLength, Math.ceil(this.#bytes.length * 1.25)));
    const pages = Math.ceil((roomier - this.#bytes.length) / 65_536);
    try {
      this.#memory.grow(Math.min(pages, memoryLayout.maximumPages - this.#bytes.length / 65_536));
    } catch (cause) {
      throw new EngineError('the host has no memory left for the engine', { cause });
    }
    this.#refreshViews();
  }

  #refreshViews(): void {
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Int32Array(this.#memory.buffer);
    const scratch = this.#boot?.scratch ?? 0;
    this.#scratch = this.#bytes.subarray(scratch, scratch + scratchBytes);
  }

  // ------------------------------------------------------------ running

  #runJobs(): void {
    const { runtime, context, argv } = this.#boot;
    do this.#exports.QTS_FreeValuePointer(context, this.#exports.QTS_ExecutePendingJob(runtime, -1, argv));
    while (this.#exports.QTS_IsJobPending(runtime) !== 0);
  }

  /** Runs a piece of guest work. What the host threw through it comes out as it is; what the host's engine threw is ours. */
  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (thrown) {
      throw this.#stopped(thrown);
    }
  }

  #stopped(thrown: unknown): unknown {
    this.#exports.stackRestore(this.#boot.bounds.heapStart);
    return thrown instanceof GuestStop || thrown instanceof EngineError ? thrown : engineError(thrown);
  }

  #evaluate(code: string, file: string): Pointer {
    const { context } = this.#boot;
    const source = encoder.encode(code);
    const address = this.#exports.malloc(source.length + 1);
    this.#writeText(address, source);
    this.#writeText(this.#boot.scratch, encoder.encode(file));
    const result = this.#exports.QTS_Eval(context, address, source.length, this.#boot.scratch, 0, evalStrict);
    this.#exports.free(address);
    return result;
  }

  #callWith(callee: Pointer, args: readonly Pointer[]): Pointer {
    const { context, argv } = this.#boot;
    args.forEach((argument, index) => {
      this.#words[(argv >> 2) + index] = argument;
    });
    return this.#exports.QTS_Call(context, callee, this.#boot.undefined, args.length, argv);
  }

  #startError(error: Pointer): StartError {
    writeInt(this.#words, this.#boot.cells, 0);
    const lines = this.#takeString(this.#callWith(this.#boot.conclude, [this.#boot.cells, error]));
    this.#free(error);
    return { errorText: lines.split('\n')[1] ?? 'null' };
  }

  // ------------------------------------------------------------ values

  /** The exception that a result stands for, as an owned value; 0 for an ordinary result. */
  #exception(value: Pointer): Pointer {
    return this.#exports.QTS_ResolveException(this.#boot.context, value);
  }

  #free(value: Pointer): void {
    this.#exports.QTS_FreeValuePointer(this.#boot.context, value);
  }

  #newString(text: string): Pointer {
    const { context, scratch } = this.#boot;
    if (text.length * 3 < scratchBytes) {
      const { written } = encoder.encodeInto(text, this.#scratch);
      this.#bytes[scratch + written] = 0;
      return this.#exports.QTS_NewString(context, scratch);
    }
    const encoded = encoder.encode(text);
    const address = this.#exports.malloc(encoded.length + 1);
    this.#writeText(address, encoded);
    const value = this.#exports.QTS_NewString(context, address);
    this.#exports.free(address);
    return value;
  }

  #writeText(address: Pointer, encoded: Uint8Array): void {
    this.#bytes.set(encoded, address);
    this.#bytes[address + encoded.length] = 0;
  }

  #stringAt(value: Pointer): string {
    if (isFlatString(this.#words, value)) return readFlatString(this.#bytes, this.#words, value);
    return this.#readCString(value);
  }

  /** Ropes and what is no string: through the engine's own conversion. */
  #readCString(value: Pointer): string {
    const text = this.#exports.QTS_GetString(this.#boot.context, value);
    const decoded = new TextDecoder().decode(this.#bytes.subarray(text, this.#bytes.indexOf(0, text)));
    this.#exports.QTS_FreeCString(this.#boot.context, text);
    return decoded;
  }

  #takeString(value: Pointer): string {
    const text = this.#stringAt(value);
    this.#free(value);
    return text;
  }
}

function engineError(thrown: unknown): EngineError {
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError(
    thrown instanceof RangeError
      ? `the host's stack ended before the engine's (${what}): run the sandbox in a thread with a larger stack`
      : `the engine failed: ${what}`,
    { cause: thrown },
  );
}

/** Asserts the facts about the binary's memory that everything here is built on. */
function checkLayout(bytes: Uint8Array, bounds: Bounds): void {
  const end = heapEnd(bytes);
  if (bounds.lowEnd <= memoryLayout.heapEndAddress || end <= bounds.heapStart || end > bytes.length) {
    throw new Error('the memory layout of the engine is not the pinned one');
  }
}
