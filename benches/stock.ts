import type { QuickJSContext, QuickJSDeferredPromise, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten';
import { response, type Shape, shapes } from './workload.ts';

/**
 * The yardstick that a user would otherwise build: quickjs-emscripten as its documentation shows it. A host function gives the
 * script a promise by `newPromise`; the host resolves it later, and `executePendingJobs` runs once it is settled. It replays a
 * log with the same work per call as ours: it reads the input, compares it with the recorded one, and gives the response as
 * parsed JSON. All recorded calls are known, so none waits for anything but its turn.
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
  async replayRun(shape: Shape, recordedInputs: readonly string[]): Promise<void> {
    const context = this.#newContext();
    await new StockReplay(context, recordedInputs).run(shapes[shape]);
    dispose(context);
  }

  /** `newRuntime`, `newContext`, `evalCode`, `dispose`; the script's actions cost the host nothing. */
  start(script: string): void {
    const context = this.#newContext();
    const stub = 'const actions = { step: () => new Promise(() => {}) }, input = { id: 1 };';
    context.unwrapResult(context.evalCode(`${stub}(async function(){"use strict";${script}\n})()`)).dispose();
    dispose(context);
  }

  /** `newRuntime`, `newContext`, `dispose`. */
  emptyContext(): void {
    dispose(this.#newContext());
  }

  #newContext(): QuickJSContext {
    const runtime = this.#module.newRuntime();
    runtime.setMaxStackSize(256 * 1024);
    return runtime.newContext();
  }
}

function dispose(context: QuickJSContext): void {
  const { runtime } = context;
  context.dispose();
  runtime.dispose();
}

class StockReplay {
  readonly #context: QuickJSContext;
  readonly #parse: QuickJSHandle;
  readonly #recordedInputs: readonly string[];
  readonly #responseText = JSON.stringify(response);
  #calls = 0;

  constructor(context: QuickJSContext, recordedInputs: readonly string[]) {
    this.#context = context;
    this.#recordedInputs = recordedInputs;
    this.#parse = context.getProp(context.global, 'JSON').consume((json) => context.getProp(json, 'parse'));
  }

  async run(script: string): Promise<void> {
    const context = this.#context;
    this.#defineGlobals();
    const promise = context.unwrapResult(context.evalCode(`(async function(){"use strict";${script}\n})()`));
    const resolved = context.resolvePromise(promise);
    context.unwrapResult(context.runtime.executePendingJobs());
    const sum = context.unwrapResult(await resolved).consume((value) => context.dump(value) as unknown);
    for (const handle of [promise, this.#parse]) handle.dispose();
    if (sum !== this.#recordedInputs.length * 5) throw new Error(`the yardstick's run came out wrong: ${sum}`);
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
    const context = this.#context;
    if (JSON.stringify(context.dump(input)) !== this.#recordedInputs[this.#calls++]) {
      throw new Error('the script does not follow its log');
    }
    const deferred = context.newPromise();
    void deferred.settled.then(context.runtime.executePendingJobs);
    queueMicrotask(() => this.#settle(deferred));
    return deferred.handle;
  }

  #settle(deferred: QuickJSDeferredPromise): void {
    const context = this.#context;
    const text = context.newString(this.#responseText);
    const value = context.unwrapResult(context.callFunction(this.#parse, context.undefined, text));
    deferred.resolve(value);
    value.dispose();
    text.dispose();
  }
}
