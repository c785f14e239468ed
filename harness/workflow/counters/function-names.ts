import type { AnyNode } from 'acorn';
import { isFunction } from './tree.ts';

/** What functions are called, by their own names or what they are assigned to. */
export class FunctionNames {
  readonly #names = new Map<AnyNode, string>();

  /** Is to be told of every node before those inside it. */
  enter(node: AnyNode): void {
    const [target, value] = assignmentIn(node);
    if (target === undefined || !value || !isFunction(value)) return;
    if (target.type === 'Identifier' || target.type === 'PrivateIdentifier') this.#names.set(value, target.name);
    if (target.type === 'Literal') this.#names.set(value, String(target.value));
  }

  nameOf(node: AnyNode): string | undefined {
    return 'id' in node && node.id?.type === 'Identifier' ? node.id.name : this.#names.get(node);
  }
}

function assignmentIn(node: AnyNode): [target?: AnyNode, value?: AnyNode | null] {
  switch (node.type) {
    case 'VariableDeclarator':
      return [node.id, node.init ?? null];
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return [node.left, node.right];
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.computed ? [] : [node.key, node.value ?? null];
    default:
      return [];
  }
}
