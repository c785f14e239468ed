import type { AnyNode, Expression, Identifier, MemberExpression } from 'acorn';
import type { Parents } from './tree.ts';

/** A name and the properties read from it one after another: `actions.github.createIssue`, also as `actions['github']?.createIssue`. */
export interface Path {
  readonly name: Identifier;
  readonly keys: readonly string[];
  readonly node: AnyNode;
  readonly parent: AnyNode | undefined;
}

/** The longest path that starts at a name. */
export function pathFrom(name: Identifier, parents: Parents): Path {
  const keys: string[] = [];
  let node: AnyNode = name;
  for (;;) {
    const parent = parents.get(node);
    const key = parent?.type === 'MemberExpression' && parent.object === node ? staticKey(parent) : undefined;
    if (parent === undefined || (key === undefined && parent.type !== 'ChainExpression'))
      return { name, keys, node, parent };
    if (key !== undefined) keys.push(key);
    node = parent;
  }
}

function staticKey({ computed, property }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** Something that a pattern takes out of a value: what gets it, the keys that lead to it, and where the last of them is. */
export interface Taken {
  readonly target: AnyNode;
  readonly keys: readonly string[];
  readonly offset: number;
}

/** What is taken out of a path where it is assigned: `const { a, ns: { b } } = actions`. */
export function takenFrom({ name, keys, node, parent }: Path): Taken[] {
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init === node ? takenBy(parent.id, keys, name.start) : [];
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return parent.right === node ? takenBy(parent.left, keys, name.start) : [];
    default:
      return [];
  }
}

/** A property with a default is a question, and may be unknown. */
function takenBy(target: AnyNode, keys: readonly string[], offset: number): Taken[] {
  if (target.type === 'AssignmentPattern') return [];
  if (target.type !== 'ObjectPattern') return [{ target, keys, offset }];
  return target.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    const name = nameOf(property.key);
    return name === undefined ? [] : takenBy(property.value, [...keys, name], property.key.start);
  });
}

function nameOf(key: Expression): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}
