import type { AnyNode, Expression } from 'acorn';
import { takesName } from './tree.ts';

/** An operand of a condition. It counts in `counter` each time that it is true, and in the next one each time that it is not. */
export interface Operand {
  readonly node: Expression;
  readonly counter: number;
}

/** The operands of a condition, and which counters say together how often the whole was true, or false. */
export interface Truth {
  readonly operands: readonly Operand[];
  readonly whenTrue: readonly number[];
  readonly whenFalse: readonly number[];
}

/**
 * Takes a condition apart into what `&&`, `||` and `!` join. The operands alone are touched: the engine makes fewer jumps of
 * a condition whose parts it sees. `undefined`: it cannot be counted without changing them.
 *
 * @param reserve gives the first of two counters that lie beside each other.
 */
export function truthOf(test: Expression, reserve: () => number): Truth | undefined {
  if (test.type === 'UnaryExpression' && test.operator === '!') return opposite(truthOf(test.argument, reserve));
  if (test.type === 'LogicalExpression' && test.operator !== '??') {
    const left = truthOf(test.left, reserve);
    const right = left && truthOf(test.right, reserve);
    return left && right && joined(test.operator, left, right);
  }
  if (!canBeOperand(test)) return undefined;
  const counter = reserve();
  return { operands: [{ node: test, counter }], whenTrue: [counter], whenFalse: [counter + 1] };
}

function joined(operator: '&&' | '||', left: Truth, right: Truth): Truth {
  const operands = [...left.operands, ...right.operands];
  return operator === '&&'
    ? { operands, whenTrue: right.whenTrue, whenFalse: [...left.whenFalse, ...right.whenFalse] }
    : { operands, whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: right.whenFalse };
}

function opposite(truth: Truth | undefined): Truth | undefined {
  return truth && { operands: truth.operands, whenTrue: truth.whenFalse, whenFalse: truth.whenTrue };
}

/** The engine decides about constants beforehand, and joins the jumps of `??`, `?:` and commas with those of the test. */
function canBeOperand(node: AnyNode): boolean {
  const never = ['LogicalExpression', 'ConditionalExpression', 'SequenceExpression', 'Literal', 'TemplateLiteral'];
  const isConstant = node.type === 'Identifier' && node.name === 'undefined';
  return !never.includes(node.type) && !isConstant && !takesName(node);
}
