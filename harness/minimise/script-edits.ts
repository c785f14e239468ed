import type { Node } from 'acorn';
import { withCallsMoved } from './script-moves.ts';
import { children, descendants, isExpression, isNode, parsed, part, replaced, textOf } from './script-syntax.ts';
import { withoutVariables } from './script-variables.ts';
import { without } from './without.ts';

/**
 * Smaller scripts along the syntax tree, the boldest first: without statements, properties, elements and arguments,
 * without a variable, with a part in the place of the whole, and with a constant in the place of an expression. All are
 * cut out of the text, so what stays is as its author wrote it.
 */
export function* smallerScripts(script: string): Generator<string> {
  const tree = parsed(script);
  if (tree === undefined) return;
  const nodes = [...descendants(tree)].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const node of nodes) yield* withFewerItems(script, node);
  yield* withoutVariables(script, tree, nodes);
  yield* withCallsMoved(script, nodes);
  for (const node of nodes) yield* withPartForWhole(script, node);
  for (const node of nodes) yield* unrolled(script, node);
  for (const node of nodes) yield* takenApart(script, node);
  for (const node of nodes) yield* withConstant(script, node);
}

/** Lists in the tree, and what stands between their items in the text. */
const lists: Readonly<Record<string, string>> = {
  body: '\n',
  elements: ', ',
  properties: ', ',
  arguments: ', ',
  params: ', ',
  declarations: ', ',
  cases: '\n',
  expressions: ', ',
};

function* withFewerItems(script: string, node: Node): Generator<string> {
  if (node.type === 'TemplateLiteral') return;
  for (const [field, value] of Object.entries(node)) {
    const separator = lists[field];
    if (separator === undefined || !Array.isArray(value) || !value.every(isNode) || value.length === 0) continue;
    const [first, last] = [value[0] as Node, value.at(-1) as Node];
    for (const fewer of without(value)) {
      const text = fewer.map((item) => textOf(script, item)).join(separator);
      yield replaced(script, { start: first.start, end: last.end, text });
    }
  }
}

/** The whole replaced by a part of the same kind, by the statements of a block in it, or by what it declares. */
function* withPartForWhole(script: string, node: Node): Generator<string> {
  if (!isReplaceable(node)) return;
  const inside = isExpression(node) ? [...children(node), ...children(node).flatMap(children)] : statementParts(node);
  for (const piece of inside) {
    const text = textOf(script, piece);
    const inner = piece.type === 'BlockStatement' ? text.slice(1, -1).trim() : text;
    yield replaced(script, { start: node.start, end: node.end, text: inner });
  }
}

/** What may stand for a statement: its parts, the blocks of functions anywhere in it, and the values that it declares. */
function statementParts(node: Node): Node[] {
  const blocks = [...descendants(node)].filter((inner) => inner !== node && inner.type === 'BlockStatement');
  const declared = children(node).flatMap((child) =>
    child.type === 'VariableDeclarator' ? children(child).slice(1) : [],
  );
  return [...blocks, ...declared, ...children(node)];
}

/** What a loop does, done twice. */
function* unrolled(script: string, { start, end, ...node }: Node): Generator<string> {
  const body = /^(For|While|DoWhile)/.test(node.type) ? part(node as Node, 'body') : undefined;
  if (body === undefined) return;
  const text = textOf(script, body);
  const once = body.type === 'BlockStatement' ? text.slice(1, -1).trim() : text;
  yield replaced(script, { start, end, text: `${once}\n${once}` });
}

/** An expression that stands for itself as a statement for each of its parts, and a function that need not be `async`. */
function* takenApart(script: string, node: Node): Generator<string> {
  const { start, end } = node;
  const expression = node.type === 'ExpressionStatement' ? part(node, 'expression') : undefined;
  for (const whole of expression === undefined ? [] : [expression, ...children(expression)]) {
    const inner = children(whole);
    const text = inner.map((item) => textOf(script, item)).join('\n');
    if (inner.length > 1) yield replaced(script, { start, end, text });
  }
  if (Reflect.get(node, 'async') === true && textOf(script, node).startsWith('async '))
    yield replaced(script, { start, end: start + 'async '.length, text: '' });
}

function* withConstant(script: string, { start, end, ...node }: Node): Generator<string> {
  if (!isExpression(node as Node)) return;
  for (const text of ['0', 'null']) {
    if (end - start > text.length) yield replaced(script, { start, end, text });
  }
}

function isReplaceable(node: Node): boolean {
  return isExpression(node) || /(Statement|Declaration)$/.test(node.type);
}
