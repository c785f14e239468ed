import type { QuickJSContext, QuickJSDeferredPromise, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten';
import { response, type Shape, shapes } from './workload.ts';

/**
 * The yardstick that a user would otherwise build: quickjs-emscripten as its documentation shows it. A host function gives the
 * script a promise by `newPromise`, the host resolves it and calls `executePendingJobs`. It replays a log with the same work
 * per call as ours: it reads the input, compares it with the recorded one, and gives the response as parsed JSON. No host
 * promise lies between two calls, which makes it faster than the documentation's own example.
 */
export class Stock {
  readonly #module: QuickJSWASMModule;

  private constructor(module: QuickJSWASMModule) {
    this.#module = module;
  }

  /** `undefined` where the package is not installed: it is no dependency of ours, only something to measure against. */
  static async load(): Promise<Stock | undefined> {
    // A name in a variable keeps bundlers from taking the package along.
    const name = 'quickjs-emscripten';
    try {
      const { getQuickJS } = (await import(name)) as typeof import('quickjs-emscripten');
      return new Stock(await getQuickJS());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** A whole run of a script in a fresh context that follows a recorded log. */
  replayRun(shape: Shape, recordedInputs: readonly string[]): void {
    this.#inContext((context) => new StockReplay(context, recordedInputs).run(shapes[shape]));
  }

  /** `newRuntime`, `newContext`, `evalCode`, `dispose`; the script's actions cost the host nothing. */
  start(script: string): void {
    this.#inContext((context) => {
      const stub = 'const actions = { step: () => new Promise(() => {}) }, input = { id: 1 };';
      context.unwrapResult(context.evalCode(`${stub}(async function(){"use strict";${script}\n})()`)).dispose();
    });
  }

  /** `newRuntime`, `newContext`, `dispose`. */
  emptyContext(): void {
    this.#inContext(() => undefined);
  }

  #inContext(use: (context: QuickJSContext) => void): void {
    const runtime = this.#module.newRuntime();
    runtime.setMaxStackSize(256 * 1024);
    const context = runtime.newContext();
    try {
      use(context);
    } finally {
      context.dispose();
      runtime.dispose();
    }
  }
}

class StockReplay {
  readonly #context: QuickJSContext;
  readonly #recordedInputs: readonly string[];
  readonly #responseText = JSON.stringify(response);
  readonly #waiting: QuickJSDeferredPromise[] = [];
  #calls = 0;

  constructor(context: QuickJSContext, recordedInputs: readonly string[]) {
    this.#context = context;
    this.#recordedInputs = recordedInputs;
  }

  run(script: string): void {
    const context = this.#context;
    this.#defineGlobals();
    const json = context.getProp(context.global, 'JSON');
    const parse = context.getProp(json, 'parse');
    const promise = context.unwrapResult(context.evalCode(`(async function(){"use strict";${script}\n})()`));
    context.unwrapResult(context.runtime.executePendingJobs());
    for (let next = 0; next < this.#waiting.length; next++) this.#settle(this.#waiting[next], parse);
    this.#check(promise);
    for (const handle of [promise, parse, json]) handle.dispose();
  }

  #defineGlobals(): void {
    const context = this.#context;
    const step = context.newFunction('step', (input) => this.#call(input));
    const actions = context.newObject();
    context.setProp(actions, 'step', step);
    context.setProp(context.global, 'actions', actions);
    const input = context.newObject();
    context.newNumber(this.#recordedInputs.length).consume((calls) => context.setProp(input, 'calls', calls));
    context.setProp(context.global, 'input', input);
    for (const handle of [step, actions, input]) handle.dispose();
  }

  #call(input: QuickJSHandle): QuickJSHandle {
    if (JSON.stringify(this.#context.dump(input)) !== this.#recordedInputs[this.#calls++]) {
      throw new Error('the script does not follow its log');
    }
    const deferred = this.#context.newPromise();
    this.#waiting.push(deferred);
    return deferred.handle;
  }

  #settle(deferred: QuickJSDeferredPromise | undefined, parse: QuickJSHandle): void {
    const context = this.#context;
    const text = context.newString(this.#responseText);
    const value = context.unwrapResult(context.callFunction(parse, context.undefined, text));
    deferred?.resolve(value);
    value.dispose();
    text.dispose();
    context.unwrapResult(context.runtime.executePendingJobs());
  }

  #check(promise: QuickJSHandle): void {
    const state = this.#context.getPromiseState(promise);
    if (state.type !== 'fulfilled') throw new Error(`the yardstick's run is ${state.type}`);
    const sum = this.#context.dump(state.value);
    state.value.dispose();
    if (sum !== this.#recordedInputs.length * 5) throw new Error(`the yardstick's run came out wrong: ${sum}`);
  }
}
