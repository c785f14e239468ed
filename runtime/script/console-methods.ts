import type { AnyNode } from 'acorn';
import { pathFrom } from './path.ts';
import type { Scan } from './scan.ts';
import { isAsked } from './scan.ts';

const provided = ['log', 'info', 'warn', 'error', 'debug'];

/** A method of the console that scripts call and that is not there. */
export interface ConsoleCall {
  readonly name: string;
  readonly offset: number;
}

/**
 * Calls of what other consoles can do. A script that looks whether its console has it, or calls it with `?.`, knows what it does.
 */
export function missingConsoleMethods(scan: Scan): ConsoleCall[] {
  const paths = scan.names.usesOf('console').map((name) => pathFrom(name, scan.parents));
  const isCalled = ({ node, parent }: (typeof paths)[number]) =>
    parent?.type === 'CallExpression' && parent.callee === node && !parent.optional;
  const looked = new Set(paths.filter((path) => !isCalled(path) || isAsked(path.parent)).map(({ keys }) => keys[0]));
  return paths.flatMap((path) => {
    const [method] = path.keys;
    if (method === undefined || path.keys.length > 1 || !isCalled(path)) return [];
    const isThere = provided.includes(method) || method in Object.prototype || looked.has(method);
    return isThere ? [] : [{ name: method, offset: offsetOf(path.node, path.name.start) }];
  });
}

/** Where the method is named. */
function offsetOf(node: AnyNode, start: number): number {
  return node.type === 'MemberExpression' ? start : node.start;
}

const instead: Readonly<Record<string, string>> = {
  table: 'print it with `console.log(value)`, or return it',
  dir: 'print it with `console.log(value)`',
  trace: 'print with `console.log(…)`',
  assert: 'write `if (!condition) throw new Error(…)`',
  time: 'read Date.now() before and after',
  timeEnd: 'read Date.now() before and after',
  timeLog: 'read Date.now() before and after',
};

export function hintForConsole(method: string): string {
  return instead[method] ?? `the console has ${provided.join(', ')}`;
}
