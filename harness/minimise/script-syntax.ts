import { type Node, parse } from 'acorn';

/** Both forms of a script parse like this. `undefined`: it is no JavaScript. */
export function parsed(script: string): Node | undefined {
  try {
    return parse(script, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  } catch {
    return undefined;
  }
}

export function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

export function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

export function isExpression({ type }: Node): boolean {
  return /(Expression|Literal)$/.test(type) || type === 'Identifier';
}

export function textOf(script: string, node: Node): string {
  return script.slice(node.start, node.end);
}

/** A piece of a text, and what takes its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function replaced(script: string, ...replacements: readonly Replacement[]): string {
  const fromBehind = [...replacements].sort((a, b) => b.start - a.start);
  return fromBehind.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), script);
}

/** The fields of a node by name, as far as they are nodes or lists of them. */
export function part(node: Node, field: string): Node | undefined {
  const value: unknown = Reflect.get(node, field);
  return isNode(value) ? value : undefined;
}

export function parts(node: Node, field: string): Node[] {
  const value: unknown = Reflect.get(node, field);
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier. */
export function nameOf(node: Node | undefined): string | undefined {
  return node?.type === 'Identifier' ? (Reflect.get(node, 'name') as string) : undefined;
}
