import type { AnyNode, ExpressionStatement, Program } from 'acorn';
import { SyntaxFault } from './fault.ts';
import { isFunction, OwnFunctions, startOfChain } from './own-functions.ts';
import type { Scan } from './scan.ts';
import { firstNode, isInFunction } from './tree.ts';
import { firstModuleItemOf } from './wrap.ts';

/**
 * What a function body that returns nothing was meant to end with. People, and models above all, write for hosts that call a
 * script's function, or that wait for what it has started; taken by the letter such a script does nothing, or ends at once.
 */
export type Ending =
  /** All of it is one function, which was meant to be called: `async () => { … }`. */
  | { readonly type: 'function'; readonly statement: ExpressionStatement }
  /** The same with a name: `async function main() { … }`. */
  | { readonly type: 'declared'; readonly name: string }
  /** It ends by starting its own async function: `main();`, `main().catch(…);`. */
  | { readonly type: 'started'; readonly statement: ExpressionStatement };

/** Throws `SyntaxFault` for a body that declares functions and does nothing else. */
export function endingOf(program: Program, scan: Scan): Ending | undefined {
  if (firstModuleItemOf(program) !== undefined) return undefined;
  const { body } = program;
  const statements = body.filter((statement) => statement.type !== 'EmptyStatement' && !isDirective(statement));
  const [only] = statements;
  const lone = only !== undefined && statements.length === 1 ? loneFunction(only) : undefined;
  if (lone !== undefined) return lone;
  refuseIdle(statements, scan);
  const last = statements.findLast(({ type }) => type !== 'FunctionDeclaration');
  if (last?.type !== 'ExpressionStatement' || !isStart(last, scan) || returns(scan)) return undefined;
  return { type: 'started', statement: last };
}

function loneFunction(statement: AnyNode): Ending | undefined {
  if (statement.type === 'ExpressionStatement') {
    return isCallable(statement.expression) ? { type: 'function', statement } : undefined;
  }
  const name = declaredFunction(statement);
  return name === undefined ? undefined : { type: 'declared', name };
}

/** The name of the one function that a statement declares. */
function declaredFunction(statement: AnyNode): string | undefined {
  if (statement.type === 'FunctionDeclaration') return isCallable(statement) ? statement.id?.name : undefined;
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined;
  const [declared] = statement.declarations;
  const { id, init } = declared ?? {};
  return id?.type === 'Identifier' && init && isCallable(init) ? id.name : undefined;
}

/** A generator gives an iterator, which is no value of a script. */
function isCallable(node: AnyNode): boolean {
  return isFunction(node) && !node.generator;
}

function isDirective(statement: AnyNode): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive !== undefined;
}

function refuseIdle(statements: readonly AnyNode[], { parents }: Scan): void {
  const name = statements.map(declaredFunction).findLast((declared) => declared !== undefined);
  if (name === undefined || !statements.every(({ type }) => declarations.has(type))) return;
  const acts = firstNode(parents, (node) => deeds.has(node.type) && !isInFunction(node, parents));
  if (acts !== undefined) return;
  const message = `the script declares functions and calls none: end it with \`return await ${name}();\`, or write \`export default\` before the one that is to be called`;
  throw new SyntaxFault(message, statements[0]?.start ?? 0);
}

const declarations = new Set(['FunctionDeclaration', 'VariableDeclaration', 'ClassDeclaration']);
const deeds = new Set([
  'AwaitExpression',
  'CallExpression',
  'ImportExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

function isStart({ expression }: ExpressionStatement, scan: Scan): boolean {
  const started = expression.type === 'AwaitExpression' ? expression.argument : expression;
  return new OwnFunctions(scan).isAsyncCall(startOfChain(started));
}

function returns({ parents }: Scan): boolean {
  return firstNode(parents, (node) => node.type === 'ReturnStatement' && !isInFunction(node, parents)) !== undefined;
}
