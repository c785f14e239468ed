import type { Script } from '../scripts.ts';

const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => unknown;

/** Compiles a script as strict code that sees only the sandbox's globals; throws a SyntaxError. */
export function compile({ source }: Script): void {
  const main = /^export default (.*)/s.exec(source);
  const body = main === null ? source : `return (${main[1]})(input);`;
  new AsyncFunction('actions', 'input', 'data', 'console', 'sleep', `'use strict';\n${body}`);
}

export function linesOf({ source }: Script): number {
  return source.trimEnd().split('\n').length;
}
