import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Something found in a source file, and where. Lines count from 1. */
export interface Found {
  name: string;
  line: number;
}

export interface Import extends Found {
  /** Whether it is gone when the program runs. */
  typeOnly: boolean;
}

/** What the layering rules want to know about one source file. */
export interface Facts {
  /** Relative to the root of the checkout, with `/`. */
  path: string;
  lines: number;
  /** Files of this checkout that it imports, as paths like `path`. */
  imports: Import[];
  /** Packages and `node:` modules that it imports. */
  packages: Found[];
  /** Uses of what differs between one run and the next: `Date.now`, `process`, `setTimeout`, … */
  ambient: Found[];
  starExports: Found[];
  defaultExports: Found[];
}

export function factsOf(path: string, text: string): Facts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const facts: Facts = {
    path,
    lines: text.split('\n').length - 1,
    imports: [],
    packages: [],
    ambient: [],
    starExports: [],
    defaultExports: [],
  };
  visit(source, (node) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    noteImport(facts, node, line);
    noteExport(facts, node, line);
    const name = ambientName(node);
    if (name !== undefined) facts.ambient.push({ name, line });
  });
  return facts;
}

function visit(node: ts.Node, seen: (node: ts.Node) => void): void {
  seen(node);
  ts.forEachChild(node, (child) => visit(child, seen));
}

function noteImport(facts: Facts, node: ts.Node, line: number): void {
  const specifier = importedFrom(node);
  if (specifier === undefined) return;
  if (specifier.startsWith('.')) {
    const name = join(dirname(facts.path), specifier.replace(/\?raw$/, ''));
    facts.imports.push({ name, line, typeOnly: isTypeOnly(node) });
  } else {
    facts.packages.push({ name: specifier, line });
  }
}

/** The module that an import, a re-export, a dynamic `import()` or an `import` type names. */
function importedFrom(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literal(node.arguments[0]);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  return undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return ts.isImportTypeNode(node) || (ts.isExportDeclaration(node) && node.isTypeOnly);
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function noteExport(facts: Facts, node: ts.Node, line: number): void {
  if (ts.isExportDeclaration(node) && node.exportClause === undefined) facts.starExports.push({ name: '*', line });
  if (ts.isExportAssignment(node) || isDefaultDeclaration(node) || isDefaultSpecifier(node)) {
    facts.defaultExports.push({ name: 'default', line });
  }
}

function isDefaultDeclaration(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some((each) => each.kind === ts.SyntaxKind.DefaultKeyword)
  );
}

function isDefaultSpecifier(node: ts.Node): boolean {
  return ts.isExportSpecifier(node) && node.name.text === 'default';
}

/** Globals that reach outside of the program, or never give the same answer twice. */
const ambientGlobals = new Set([
  'crypto',
  'fetch',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

function ambientName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const name = `${node.expression.getText()}.${node.name.text}`;
    if (name === 'Date.now' || name === 'Math.random') return name;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  if (ts.isIdentifier(node) && ambientGlobals.has(node.text) && isReference(node)) return node.text;
  return undefined;
}

/** Whether the identifier stands for a value, rather than naming a property, a declaration or a type. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === node || parent.expression.getText() === 'globalThis';
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return ts.isExpression(node) && !isDeclaredName(parent) && !ts.isTypeNode(parent) && !isImportedName(parent);
}

function isImportedName(parent: ts.Node): boolean {
  return ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent);
}

function isDeclaredName(parent: ts.Node): boolean {
  return (
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isEnumMember(parent)
  );
}
