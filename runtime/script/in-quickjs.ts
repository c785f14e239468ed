import { getQuickJS, type QuickJSContext } from 'quickjs-emscripten';
import type { CompiledScript } from './compiled.ts';

/** What the bridge provides, as far as compiled scripts need it to be looked at in tests. Actions answer at once. */
const bridge = `
  globalThis.input = { n: 20 };
  globalThis.data = {};
  globalThis.console = { log() {} };
  globalThis.calls = [];
  const action = (name) => async (given) => { calls.push([name, given]); return { name, given }; };
  globalThis.actions = { a: action('a'), audit: action('audit'), github: { createIssue: action('github.createIssue') } };
`;

/** For tests: runs a compiled script in stock QuickJS. Gives its value, or the text and stack of what it threw. */
export async function runInQuickJS(
  script: CompiledScript,
): Promise<{ value: unknown } | { error: string; stack: string }> {
  const engine = await getQuickJS();
  using context = engine.newContext();
  evaluate(context, bridge);
  evaluate(context, `globalThis.ended = {}; 0`);
  const started = evaluate(
    context,
    `globalThis.script = ${script.code}\n; typeof script + ' ' + script.length`,
    'script',
  );
  if (started !== 'function 0') throw new Error(`evaluating gave ${String(started)}`);
  evaluate(
    context,
    'script().then((value) => { ended.value = value }, (e) => { ended.error = String(e); ended.stack = e?.stack }); 0',
  );
  context.runtime.executePendingJobs().dispose();
  const ended = JSON.parse(String(evaluate(context, 'JSON.stringify(ended)')));
  return 'error' in ended ? ended : { value: ended.value };
}

/** Names of the globals that stock QuickJS defines. */
export async function globalsOfQuickJS(): Promise<string[]> {
  const engine = await getQuickJS();
  using context = engine.newContext();
  return JSON.parse(String(evaluate(context, 'JSON.stringify(Object.getOwnPropertyNames(globalThis))')));
}

function evaluate(context: QuickJSContext, code: string, file = 'test'): unknown {
  using handle = context.unwrapResult(context.evalCode(code, file));
  return context.dump(handle);
}
