import { type Node, parse } from 'acorn';
import type { Reducer } from './reducer.ts';
import { without } from './without.ts';

/**
 * Makes the script smaller along its syntax tree: takes out statements, properties, elements and arguments, puts a part
 * in the place of the whole, and a constant in the place of an expression. Candidates are cut out of the text, so what
 * stays is as its author wrote it.
 */
export const scriptTree: Reducer = {
  name: 'script-tree',
  *candidates(testCase) {
    for (const script of smallerScripts(testCase.script)) yield { ...testCase, script };
  },
};

function* smallerScripts(script: string): Generator<string> {
  const tree = parsed(script);
  if (tree === undefined) return;
  const nodes = [...descendants(tree)].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const node of nodes) yield* withFewerItems(script, node);
  for (const node of nodes) yield* withPartForWhole(script, node);
  for (const node of nodes) yield* withConstant(script, node);
}

/** Both forms of a script parse like this. TypeScript does not: its lines are all that is reduced then. */
function parsed(script: string): Node | undefined {
  try {
    return parse(script, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  } catch {
    return undefined;
  }
}

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** White space at the ends of lines says nothing, and is not what a reader should count. */
export const scriptSpace: Reducer = {
  name: 'script-space',
  *candidates(testCase) {
    const { script } = testCase;
    yield {
      ...testCase,
      script: script
        .replace(/[ \t]+$/gm, '')
        .replace(/\n+/g, '\n')
        .trim(),
    };
    yield { ...testCase, script: script.replace(/^[ \t]+/gm, '').trim() };
  },
};

/** Lists in the tree, and what stands between their items in the text. */
const lists: Readonly<Record<string, string>> = {
  body: ' ',
  elements: ', ',
  properties: ', ',
  arguments: ', ',
  params: ', ',
  declarations: ', ',
  cases: ' ',
  expressions: ', ',
};

function* withFewerItems(script: string, node: Node): Generator<string> {
  if (node.type === 'TemplateLiteral') return;
  for (const [field, value] of Object.entries(node)) {
    const separator = lists[field];
    if (separator === undefined || !Array.isArray(value) || !value.every(isNode) || value.length === 0) continue;
    const [first, last] = [value[0] as Node, value.at(-1) as Node];
    for (const fewer of without(value)) yield replaced(script, first.start, last.end, joined(script, fewer, separator));
  }
}

function joined(script: string, nodes: readonly Node[], separator: string): string {
  const texts = nodes.map((node) => script.slice(node.start, node.end));
  return texts.join(separator === ' ' ? '\n' : separator);
}

/** The whole replaced by a part of the same kind, by the statements of a block in it, or by what it declares. */
function* withPartForWhole(script: string, node: Node): Generator<string> {
  if (!isReplaceable(node)) return;
  const parts = isExpression(node) ? [...children(node), ...children(node).flatMap(children)] : statementParts(node);
  for (const part of parts) {
    const text = script.slice(part.start, part.end);
    yield replaced(script, node.start, node.end, part.type === 'BlockStatement' ? text.slice(1, -1).trim() : text);
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

function* withConstant(script: string, node: Node): Generator<string> {
  if (!isExpression(node)) return;
  for (const constant of ['0', 'null']) {
    if (node.end - node.start > constant.length) yield replaced(script, node.start, node.end, constant);
  }
}

function isReplaceable({ type }: Node): boolean {
  return isExpression({ type } as Node) || /(Statement|Declaration)$/.test(type);
}

function isExpression({ type }: Node): boolean {
  return /(Expression|Literal)$/.test(type) || type === 'Identifier';
}

function replaced(script: string, from: number, to: number, text: string): string {
  return script.slice(0, from) + text + script.slice(to);
}
