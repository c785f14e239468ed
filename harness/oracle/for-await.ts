/** What may end a body before its time: an exit, or an outcome that is a failure. */
const exits = /\b(break|return|throw|await|yield|continue\s+\w)/;

/** Whether a script has a `for await` that it may leave before the iterator is done. As text: where that cannot be told, it has. */
export function mayLeaveForAwait(script: string): boolean {
  return [...script.matchAll(/\bfor\s+await\b/g)].some(({ index }) => {
    const body = bodyAfter(script, index ?? 0);
    return body === undefined || exits.test(body);
  });
}

/** Braces and brackets in strings and comments are counted as well, which makes a body longer or none. */
function bodyAfter(script: string, loop: number): string | undefined {
  const head = closing(script, script.indexOf('(', loop), '(', ')');
  const start = head === undefined ? undefined : head + 1 + script.slice(head + 1).search(/\S/);
  if (start === undefined || script[start] !== '{') return undefined;
  const end = closing(script, start, '{', '}');
  return end === undefined ? undefined : script.slice(start, end);
}

/** Where the bracket that opens at `start` closes. */
function closing(script: string, start: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let at = start; at >= 0 && at < script.length; at++) {
    if (script[at] === open) depth++;
    if (script[at] === close && --depth === 0) return at;
  }
  return undefined;
}
