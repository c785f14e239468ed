import type { AnyNode, Node } from 'acorn';

/** A node's children, in the order of the text. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const children = Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
  // `{ a }` is a property whose key and value are one node.
  return [...new Set(children)].sort((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

/** Whether a statement waits for something itself, and not only in a function that it makes. */
export function awaits(node: AnyNode): boolean {
  if (node.type === 'AwaitExpression') return true;
  return !isFunction(node) && node.type !== 'ClassBody' && childrenOf(node).some(awaits);
}

export function isFunction({ type }: AnyNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

/** Gets the name of what it is assigned to; behind a comma it would not. */
export function takesName(node: AnyNode): boolean {
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression') && !node.id;
}

/**
 * Whether the engine's code for a statement may begin with a jump, or be empty. A jump to another jump becomes one jump in
 * the engine, and jumps cost fuel: with a counter in front of it, such a statement would cost more. When in doubt, it may.
 */
export function beginsWithJump(node: AnyNode): boolean {
  switch (node.type) {
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'EmptyStatement':
    case 'FunctionDeclaration':
    case 'ForInStatement':
    case 'ForOfStatement':
      return true;
    case 'ReturnStatement':
      return !node.argument;
    case 'BlockStatement':
      return node.body[0] === undefined || beginsWithJump(node.body[0]);
    case 'LabeledStatement':
    case 'DoWhileStatement':
      return beginsWithJump(node.body);
    case 'ForStatement':
      return !node.init || (node.init.type === 'VariableDeclaration' && beginsWithJump(node.init));
    case 'VariableDeclaration':
      return node.kind === 'var' && !node.declarations[0]?.init;
    case 'IfStatement':
    case 'WhileStatement':
      return node.test.type === 'Literal';
    default:
      return false;
  }
}
