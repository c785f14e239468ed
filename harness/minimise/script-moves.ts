import type { Node } from 'acorn';
import { descendants, replaced, textOf } from './script-syntax.ts';

/** Scripts in which more could be moved have something simpler to lose first. */
const movesMax = 200;

/**
 * A call stands where its answer is used, and the statement that made it is gone: whatever way the answer took, through a
 * variable, a list or a property of `data`, is not needed to show what the answer does.
 */
export function* withCallsMoved(script: string, nodes: readonly Node[]): Generator<string> {
  const statements = nodes.filter(({ type }) => type === 'ExpressionStatement' || type === 'VariableDeclaration');
  const uses = nodes.filter(({ type }) => type === 'Identifier' || type === 'MemberExpression');
  let moves = 0;
  for (const statement of statements) {
    for (const call of awaitedIn(statement)) {
      for (const use of uses.filter(({ start }) => start >= statement.end)) {
        if (++moves > movesMax) return;
        const gone = { start: statement.start, end: statement.end, text: '' };
        yield replaced(script, gone, { start: use.start, end: use.end, text: textOf(script, call) });
      }
    }
  }
}

function* awaitedIn(statement: Node): Generator<Node> {
  for (const node of descendants(statement)) if (node.type === 'AwaitExpression') yield node;
}
