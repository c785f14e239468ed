/**
 * The names that a script can use without declaring them: what QuickJS (as shipped in quickjs-emscripten 0.32.0) defines, less
 * what could differ between two attempts (`WeakRef`, `FinalizationRegistry`, `SharedArrayBuffer`, `Atomics`), plus the bridge.
 */
export const providedGlobals: readonly string[] = Object.freeze([
  // The bridge.
  ...['actions', 'clearTimeout', 'console', 'data', 'input', 'setTimeout', 'sleep', 'structuredClone'],
  // Values and functions of the language.
  ...['Infinity', 'NaN', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval'],
  ...['globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined', 'unescape'],
  // Its objects.
  ...['AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView'],
  ...['Date', 'Error', 'EvalError', 'Float16Array', 'Float32Array', 'Float64Array', 'Function', 'Int16Array'],
  ...['Int32Array', 'Int8Array', 'InternalError', 'Iterator', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise'],
  ...['Proxy', 'RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError'],
  ...['TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakSet'],
]);

const network = 'a script has no network; declare an action that makes the request';
const timer = 'use setTimeout, or `await sleep(ms)`';
const module = 'a script is one file; `return` a value, or write `export default`';
const collector = 'its answers depend on when memory is collected; use Map or Set';
const sharing = 'a script runs on one thread and shares no memory';
const bytes = 'for bytes use Uint8Array; for base64 declare an action that converts';
const signal = 'race the call with a sleep: `Promise.race([call, sleep(ms)])`';
const blobs = 'values are JSON; pass texts, or declare an action that keeps the bytes';
const encoding = 'declare an action that converts';
const page = 'there is no page; use globalThis for globals';
const person = 'declare an action that asks a person';
const files = 'a script has no file system; declare an action that reads or writes';

/** What to do instead of what other hosts provide. */
const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fetch: network,
    XMLHttpRequest: network,
    WebSocket: network,
    EventSource: network,
    Request: network,
    Response: network,
    Headers: network,
    FormData: network,
    setInterval: 'use a loop with `await sleep(ms)`',
    clearInterval: 'use a loop with `await sleep(ms)`, and `break`',
    setImmediate: timer,
    clearImmediate: 'use setTimeout and clearTimeout',
    requestAnimationFrame: timer,
    queueMicrotask: 'use `Promise.resolve().then(…)`',
    process: 'a script has no environment or process; pass what it needs as `input`, and throw an error to fail',
    Deno: 'a script has no host; declare actions for what it needs',
    Bun: 'a script has no host; declare actions for what it needs',
    require: 'a script cannot load modules; declare an action that does the work',
    module,
    exports: module,
    __dirname: files,
    __filename: files,
    fs: files,
    localStorage: 'use `data`, or declare an action that stores',
    sessionStorage: 'use `data`, or declare an action that stores',
    indexedDB: 'use `data`, or declare an action that stores',
    arguments: "only functions have `arguments`; the script's own argument is `input`",
    WeakRef: collector,
    FinalizationRegistry: collector,
    SharedArrayBuffer: sharing,
    Atomics: sharing,
    Worker: sharing,
    Buffer: bytes,
    TextEncoder: encoding,
    TextDecoder: encoding,
    atob: encoding,
    btoa: encoding,
    URL: 'use encodeURIComponent() and split(), or declare an action that takes addresses apart',
    URLSearchParams: 'use encodeURIComponent() and split(), or declare an action that takes addresses apart',
    Intl: 'formats depend on the host: use toISOString(), toFixed() and padStart(), or declare an action that formats',
    Temporal: 'use Date',
    crypto:
      'for an id use Math.random(), which is recorded: `Math.random().toString(36).slice(2)`; for more declare an action',
    AbortController: signal,
    AbortSignal: signal,
    Blob: blobs,
    File: blobs,
    ReadableStream: blobs,
    WritableStream: blobs,
    performance: 'use Date.now(), which is recorded',
    WebAssembly: 'declare an action that calls the module',
    window: page,
    document: page,
    self: page,
    global: page,
    navigator: page,
    location: page,
    alert: person,
    confirm: person,
    prompt: person,
  }),
);

/** What to use instead of a global of other hosts; `undefined` for a name that is none. */
export function hintForGlobal(name: string): string | undefined {
  return hints.get(name);
}
