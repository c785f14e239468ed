import type { Node } from 'acorn';
import { descendants, isNode, nameOf, part, parts, type Replacement, replaced, textOf } from './script-syntax.ts';

/**
 * Without a variable: what it holds stands where it is used, or `null` does, and its declaration is gone. A variable of
 * several that are taken apart from one list goes with its element of the list.
 */
export function* withoutVariables(script: string, tree: Node, nodes: readonly Node[]): Generator<string> {
  for (const node of nodes) {
    if (node.type !== 'VariableDeclaration') continue;
    const [declarator, ...others] = parts(node, 'declarations');
    if (declarator === undefined || others.length > 0) continue;
    yield* withoutOne(script, tree, node, declarator);
    yield* withoutElement(script, tree, declarator);
  }
}

function* withoutOne(script: string, tree: Node, declaration: Node, declarator: Node): Generator<string> {
  const name = nameOf(part(declarator, 'id'));
  if (name === undefined) return;
  const gone: Replacement = { start: declaration.start, end: declaration.end, text: '' };
  const uses = usesOf(tree, name, declarator);
  const by = (text: string): string => replaced(script, gone, ...uses.map((use) => use(text)));
  yield by('null');
  const held = part(declarator, 'init');
  if (held === undefined || (uses.length > 1 && !isPlain(held))) return;
  yield by(textOf(script, held));
  yield by(`(${textOf(script, held)})`);
}

/** Whether it is the same wherever it stands. */
function isPlain(node: Node): boolean {
  return /^(Identifier|Literal|MemberExpression)$/.test(node.type);
}

/** `const [a, b] = await Promise.all([x, y])` without `b` and `y`. */
function* withoutElement(script: string, tree: Node, declarator: Node): Generator<string> {
  const pattern = part(declarator, 'id');
  const list = [...descendants(declarator)].find(({ type }) => type === 'ArrayExpression');
  if (pattern?.type !== 'ArrayPattern' || list === undefined) return;
  const [names, values] = [parts(pattern, 'elements'), parts(list, 'elements')];
  for (const [index, variable] of names.entries()) {
    const name = nameOf(variable);
    if (name === undefined || values.length !== names.length) continue;
    const uses = usesOf(tree, name, declarator);
    yield replaced(
      script,
      listWithout(script, names, index),
      listWithout(script, values, index),
      ...uses.map((use) => use('null')),
    );
  }
}

function listWithout(script: string, items: readonly Node[], index: number): Replacement {
  const [first, last] = [items[0] as Node, items.at(-1) as Node];
  const others = items.toSpliced(index, 1).map((item) => textOf(script, item));
  return { start: first.start, end: last.end, text: others.join(', ') };
}

/**
 * Where a name stands for a value, outside of its declaration: what to put there, given what the variable is replaced by.
 * Scopes are not looked at: who shadows the name gets a candidate that does not fail.
 */
function usesOf(tree: Node, name: string, declarator: Node): ((text: string) => Replacement)[] {
  const uses = new Map<number, (text: string) => Replacement>();
  for (const { parent, field, node } of places(tree)) {
    if (nameOf(node) !== name || isLabel(parent, field) || isWithin(node, part(declarator, 'id'))) continue;
    const { start, end } = node;
    const prefix = isShorthand(parent) ? `${name}: ` : '';
    uses.set(start, (text) => ({ start, end, text: prefix + text }));
  }
  return [...uses.values()];
}

/** Every node with what it is of its parent. */
function* places(tree: Node): Generator<{ parent: Node; field: string; node: Node }> {
  for (const parent of descendants(tree)) {
    for (const [field, value] of Object.entries(parent)) {
      for (const node of [value].flat()) if (isNode(node)) yield { parent, field, node };
    }
  }
}

/** A name after a dot or before a colon is no variable. */
function isLabel(parent: Node, field: string): boolean {
  const isKey = parent.type === 'Property' && field === 'key' && !isShorthand(parent);
  const isMember = parent.type === 'MemberExpression' && field === 'property';
  return (isKey || isMember) && Reflect.get(parent, 'computed') !== true;
}

function isShorthand(parent: Node): boolean {
  return parent.type === 'Property' && Reflect.get(parent, 'shorthand') === true;
}

function isWithin(node: Node, outer: Node | undefined): boolean {
  return outer !== undefined && node.start >= outer.start && node.end <= outer.end;
}
