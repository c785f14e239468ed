import type { AnyNode, Expression, Identifier, MemberExpression } from 'acorn';

/** A name and the properties read from it: `actions.github.createIssue`, also as `actions['github']?.createIssue`. */
export interface Path {
  readonly base: Identifier;
  readonly keys: readonly string[];
}

/** The path that an expression is, if it is nothing else. */
export function pathOf(node: AnyNode): Path | undefined {
  let whole = true;
  const end = followPath(node, () => {
    whole = false;
  });
  return whole && 'base' in end && !end.called ? end : undefined;
}

/** What a chain starts with: a name, or something else. */
export type PathEnd = (Path & { readonly called: boolean }) | { readonly rest: AnyNode };

/**
 * Goes down a chain of property reads and calls to what it starts with, in a loop, and shows `aside` everything evaluated on the
 * way (arguments, computed keys). `keys` are those read from the base before the first call or unknown key.
 */
export function followPath(node: AnyNode, aside: (part: AnyNode) => void): PathEnd {
  let keys: string[] = [];
  let called = false;
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'Identifier':
        return { base: current, keys: keys.reverse(), called };
      case 'MemberExpression': {
        const key = staticKey(current);
        if (key === undefined) keys = [];
        else keys.push(key);
        if (key === undefined) aside(current.property);
        current = current.object;
        break;
      }
      case 'CallExpression':
        keys = [];
        called = true;
        for (const argument of current.arguments) aside(argument);
        current = current.callee;
        break;
      case 'TaggedTemplateExpression':
        keys = [];
        called = true;
        aside(current.quasi);
        current = current.tag;
        break;
      case 'ChainExpression':
        current = current.expression;
        break;
      case 'ParenthesizedExpression':
        current = current.expression;
        break;
      default:
        return { rest: current };
    }
  }
}

export function withoutParentheses(node: Expression): Expression {
  let inner = node;
  while (inner.type === 'ParenthesizedExpression' || inner.type === 'ChainExpression') inner = inner.expression;
  return inner;
}

function staticKey({ computed, property }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}
