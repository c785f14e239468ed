import type { Expression } from 'acorn';
import { pathOf, withoutParentheses } from './path.ts';
import type { Walk } from './scan.ts';
import type { Scope } from './scope.ts';

/** Notes the calls that an expression makes and whose results it drops, as a statement does: `f();`, `ok && f();`. */
export function noteDroppedCalls(walk: Walk, expression: Expression, scope: Scope): void {
  let inner = withoutParentheses(expression);
  while (inner.type === 'ConditionalExpression') {
    noteDroppedCalls(walk, inner.consequent, scope);
    inner = withoutParentheses(inner.alternate);
  }
  if (inner.type === 'SequenceExpression') for (const part of inner.expressions) noteDroppedCalls(walk, part, scope);
  if (inner.type === 'LogicalExpression') noteDroppedCalls(walk, inner.right, scope);
  if (inner.type !== 'CallExpression') return;
  const path = pathOf(inner.callee);
  if (path === undefined) return;
  walk.droppedCalls.push({ name: path.base.name, keys: path.keys, scope, offset: inner.start, use: 'read' });
}
