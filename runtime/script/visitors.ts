import type {
  AnyNode,
  BinaryExpression,
  Class,
  ExportAllDeclaration,
  Expression,
  Function as FunctionNode,
  Identifier,
  ImportDeclaration,
  LogicalExpression,
  UnaryExpression,
  VariableDeclaration,
} from 'acorn';
import { bind } from './bind.ts';
import { noteDestructured } from './destructured.ts';
import { noteDroppedCalls } from './dropped-calls.ts';
import { SyntaxFault } from './fault.ts';
import { isProvided } from './globals.ts';
import { followPath, type Path, pathOf } from './path.ts';
import type { Visitor, Walk } from './scan.ts';
import { Scope } from './scope.ts';

type NodeOf<Type extends AnyNode['type']> = Extract<AnyNode, { type: Type }>;

/** What is done at each kind of node. A kind that is not here only has its children visited. */
export const visitors: { readonly [Type in AnyNode['type']]?: Visitor<NodeOf<Type>> } = {
  Literal: skip,
  TemplateElement: skip,
  PrivateIdentifier: skip,
  BreakStatement: skip,
  ContinueStatement: skip,
  Identifier: (walk, node, scope) => walk.refer({ base: node, keys: [] }, scope, 'read'),
  MemberExpression: visitChain,
  CallExpression: visitChain,
  ChainExpression: visitChain,
  TaggedTemplateExpression: visitChain,
  BinaryExpression: visitOperators,
  LogicalExpression: visitOperators,
  UnaryExpression: visitUnary,
  UpdateExpression: (walk, node, scope) => visitTarget(walk, node.argument, scope),
  AssignmentExpression: (walk, node, scope) => {
    visitTarget(walk, node.left, scope);
    noteDestructured(walk, node.left, node.right, scope);
    walk.visit(node.right, scope);
  },
  ConditionalExpression: visitBranches,
  IfStatement: visitBranches,
  ExpressionStatement: (walk, node, scope) => {
    walk.visit(node.expression, scope);
    noteDroppedCalls(walk, node.expression, scope);
  },
  ReturnStatement: (walk, node, scope) => {
    if (scope.functionScope() === walk.topLevel) walk.topLevelReturn ??= node.start;
    walk.visitChildren(node, scope);
  },
  LabeledStatement: (walk, node, scope) => walk.visit(node.body, scope),
  VariableDeclaration: visitVariables,
  FunctionDeclaration: (walk, node: FunctionNode, scope) => {
    if (node.id) scope.declare(node.id.name);
    visitFunction(walk, node, scope);
  },
  FunctionExpression: (walk, node, scope) => visitFunction(walk, node, naming(node.id, scope)),
  ArrowFunctionExpression: visitFunction,
  ClassDeclaration: (walk, node: Class, scope) => {
    if (node.id) scope.declare(node.id.name);
    visitClass(walk, node, scope);
  },
  ClassExpression: visitClass,
  Property: visitProperty,
  MethodDefinition: visitProperty,
  PropertyDefinition: visitProperty,
  BlockStatement: visitInBlock,
  ForStatement: visitInBlock,
  ForInStatement: visitInBlock,
  ForOfStatement: visitInBlock,
  StaticBlock: (walk, node, scope) => walk.visitChildren(node, new Scope(scope, true)),
  SwitchStatement: (walk, node, scope) => {
    walk.visit(node.discriminant, scope);
    walk.visitAll(node.cases, new Scope(scope, false));
  },
  CatchClause: (walk, node, scope) => {
    const inner = new Scope(scope, false);
    if (node.param) bind(walk, node.param, inner, inner);
    walk.visit(node.body, inner);
  },
  MetaProperty: (walk, node) => {
    if (node.meta.name === 'import') walk.imports.push({ name: 'import.meta', offset: node.start });
  },
  ImportExpression: (walk, node, scope) => {
    walk.imports.push({ name: specifierOf(node.source), offset: node.start });
    walk.visitChildren(node, scope);
  },
  ImportDeclaration: (walk, node, scope) => {
    noteSource(walk, node);
    for (const { local } of node.specifiers) scope.declare(local.name);
  },
  ExportAllDeclaration: (walk, node) => noteSource(walk, node),
  // What the specifiers of an export name is declared in the script, or it does not parse.
  ExportNamedDeclaration: (walk, node, scope) => {
    if (node.source) noteSource(walk, { ...node, source: node.source });
    if (node.declaration) walk.visit(node.declaration, scope);
  },
};

function skip(): void {}

function visitInBlock(walk: Walk, node: AnyNode, scope: Scope): void {
  walk.visitChildren(node, new Scope(scope, false));
}

function visitChain(walk: Walk, node: AnyNode, scope: Scope): void {
  const end = followPath(node, (part) => walk.visit(part, scope));
  if ('base' in end) walk.refer(end, scope, 'read');
  else walk.visit(end.rest, scope);
}

function visitOperators(walk: Walk, node: BinaryExpression | LogicalExpression, scope: Scope): void {
  let left: AnyNode = node;
  while (left.type === 'BinaryExpression' || left.type === 'LogicalExpression') {
    noteAngles(walk, left);
    walk.visit(left.right, scope);
    left = left.left;
  }
  walk.visit(left, scope);
}

/** `f<T>(x)`, and `` f<T>`…` ``: what people write is a name and `<` without a space, and `>` before one of these. */
function noteAngles(walk: Walk, { operator, left, right }: BinaryExpression | LogicalExpression): void {
  if (operator === '<' && walk.text[left.end] === '<') walk.opensAngle = true;
  if (operator !== '>' && operator !== '>>' && operator !== '>>>') return;
  const next = walk.text[right.start];
  if (next === '(' || next === '`') walk.closesAngle = true;
}

function visitUnary(walk: Walk, { operator, argument }: UnaryExpression, scope: Scope): void {
  const path = operator === 'typeof' ? pathOf(argument) : undefined;
  if (path?.keys.length === 0) walk.refer(path, scope, 'typeof');
  // The question is about the last name only: `typeof actions.a.b` reads `actions.a`.
  else if (path?.base.name === 'actions') walk.refer({ ...path, keys: path.keys.slice(0, -1) }, scope, 'read');
  else walk.visit(argument, scope);
}

/** What is assigned to. */
function visitTarget(walk: Walk, target: AnyNode, scope: Scope): void {
  const path = pathOf(target);
  if (path?.keys.length === 0) walk.refer(path, scope, 'write');
  else walk.visit(target, scope);
  noteGlobal(walk, path);
}

/** `globalThis.n = …` makes a name that the script may then use as it stands. */
function noteGlobal(walk: Walk, path: Path | undefined): void {
  const [name, ...more] = path?.keys ?? [];
  if (path?.base.name !== 'globalThis' || name === undefined || more.length > 0) return;
  if (!isProvided(name)) walk.topLevel.declare(name);
}

function visitBranches(walk: Walk, node: AnyNode, scope: Scope): void {
  let branch: AnyNode | null | undefined = node;
  while (branch?.type === 'IfStatement' || branch?.type === 'ConditionalExpression') {
    walk.visit(branch.test, scope);
    walk.visit(branch.consequent, scope);
    branch = branch.alternate;
  }
  if (branch) walk.visit(branch, scope);
}

function visitVariables(walk: Walk, node: VariableDeclaration, scope: Scope): void {
  if (node.kind === 'using' || node.kind === 'await using') {
    throw new SyntaxFault(`\`${node.kind}\` is not available in the sandbox; use try … finally`, node.start);
  }
  const into = node.kind === 'var' ? scope.functionScope() : scope;
  for (const { id, init } of node.declarations) {
    bind(walk, id, into, scope);
    if (!init) continue;
    noteDestructured(walk, id, init, scope);
    walk.visit(init, scope);
  }
}

/** A scope in which a function's or class's own name is known; the given one where it has none. */
function naming(id: Identifier | null | undefined, scope: Scope): Scope {
  if (!id) return scope;
  const inner = new Scope(scope, false);
  inner.declare(id.name);
  return inner;
}

function visitFunction(walk: Walk, node: FunctionNode, scope: Scope): void {
  const parameters = new Scope(scope, true);
  if (node.type !== 'ArrowFunctionExpression') parameters.declare('arguments');
  for (const parameter of node.params) bind(walk, parameter, parameters, parameters);
  if (node.body.type !== 'BlockStatement') {
    walk.visit(node.body, parameters);
    return;
  }
  const simple = node.params.every((parameter) => parameter.type === 'Identifier');
  // Defaults of parameters do not see what the body declares.
  walk.visitAll(node.body.body, simple ? parameters : new Scope(parameters, true));
}

function visitClass(walk: Walk, node: Class, scope: Scope): void {
  const inner = naming(node.id, scope);
  if (node.superClass) walk.visit(node.superClass, inner);
  walk.visitAll(node.body.body, inner);
}

function visitProperty(
  walk: Walk,
  { computed, key, value }: NodeOf<'Property' | 'MethodDefinition' | 'PropertyDefinition'>,
  scope: Scope,
): void {
  if (computed) walk.visit(key, scope);
  if (value) walk.visit(value, scope);
}

function noteSource(
  walk: Walk,
  { source, start }: Pick<ImportDeclaration | ExportAllDeclaration, 'source' | 'start'>,
): void {
  walk.imports.push({ name: String(source.value), offset: start });
}

function specifierOf(source: Expression): string {
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : 'import()';
}
