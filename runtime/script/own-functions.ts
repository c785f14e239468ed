import type { AnyNode, Expression } from 'acorn';
import type { Scan } from './scan.ts';

/** Tells calls of the script's own async functions from others: what they give is a promise. */
export class OwnFunctions {
  private reads: ReadonlySet<AnyNode> | undefined;

  constructor(private readonly scan: Scan) {}

  /** Whether a call's promise is that of an async function of the script: `main()`, `(async () => { … })()`. */
  isAsyncCall(node: AnyNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const { callee } = node;
    if (callee.type === 'Identifier') return this.asyncReads.has(callee);
    return isAsyncFunction(callee);
  }

  private get asyncReads(): ReadonlySet<AnyNode> {
    this.reads ??= new Set(this.scan.names.readsOfFunctions((node) => isAsyncFunction(node)));
    return this.reads;
  }
}

/** A function that gives a promise when it is called. A generator gives an iterator. */
export function isAsyncFunction(node: AnyNode): boolean {
  return isFunction(node) && node.async && !node.generator;
}

export type FunctionNode = Extract<AnyNode, { type: `${string}Function${'Expression' | 'Declaration'}` }>;

export function isFunction(node: AnyNode): node is FunctionNode {
  return (
    node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
  );
}

/** The call that a chain begins with: `main()` of `main().then(f).catch(g)`. */
export function startOfChain(expression: Expression): AnyNode {
  let node: AnyNode = expression;
  for (;;) {
    if (node.type !== 'CallExpression') return node;
    const { callee }: { callee: AnyNode } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return node;
    if (!['then', 'catch', 'finally'].includes(callee.property.name)) return node;
    node = callee.object;
  }
}
