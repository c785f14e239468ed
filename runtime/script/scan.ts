import type { AnyNode, Identifier, Program } from 'acorn';
import { SyntaxFault } from './fault.ts';
import { GuardedParts } from './guarded.ts';
import { Names, type Use } from './names.ts';
import { pathFrom } from './path.ts';
import { firstNode, type Parents, parentsIn } from './tree.ts';

/** Something that only a module loader could give: a specifier, `import()` or `import.meta`. */
export interface Import {
  readonly name: string;
  readonly offset: number;
  /** Asked for while the script runs, by `import()` or `import.meta`. */
  readonly atRunTime: boolean;
  /** What is taken from it by name. */
  readonly taken: readonly string[];
}

/** All that linking needs to know about a script. */
export interface Scan {
  readonly parents: Parents;
  readonly names: Names;
  /** Uses of names that nobody provides, other than to ask whether they exist. */
  readonly unknown: readonly Use[];
  /** Where the sandbox's `actions` are used. */
  readonly actions: readonly Identifier[];
  readonly imports: readonly Import[];
}

/** Looks through a script's tree. Throws `SyntaxFault` for syntax that the engine does not have. */
export function scan(program: Program): Scan {
  const parents = parentsIn(program);
  refuseUsing(parents);
  const names = new Names(program);
  names.provide(globalsMade(names, parents));
  return {
    parents,
    names,
    unknown: missed(names, parents),
    actions: names.usesOf('actions'),
    imports: importsIn(parents),
  };
}

/** Uses of unknown names that are neither a question whether they exist nor behind one. */
function missed(names: Names, parents: Parents): Use[] {
  const asked = ({ name }: Pick<Use, 'name'>) => isAsked(parents.get(name));
  const unknown = names.unknown();
  const questions = [...unknown.map(({ name }) => name), ...names.usesOf('globalThis')].filter((name) =>
    asked({ name }),
  );
  const guarded = new GuardedParts(questions, parents);
  return unknown.filter((use) => !asked(use) && !guarded.has(use.name));
}

function refuseUsing(parents: Parents): void {
  const using = firstNode(parents, (node) => 'kind' in node && String(node.kind).endsWith('using'));
  if (using?.type !== 'VariableDeclaration') return;
  throw new SyntaxFault(`\`${using.kind}\` is not available in the sandbox; use try … finally`, using.start);
}

function importsIn(parents: Parents): Import[] {
  const imports: Import[] = [];
  for (const node of parents.keys()) {
    const found = importIn(node);
    if (found !== undefined) imports.push(found);
  }
  return imports;
}

function importIn(node: AnyNode): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? fromFile(String(node.source.value), node) : undefined;
    case 'ImportExpression':
      return { name: specifierOf(node.source), offset: node.start, atRunTime: true, taken: [] };
    case 'MetaProperty':
      return node.meta.name === 'import'
        ? { name: 'import.meta', offset: node.start, atRunTime: true, taken: [] }
        : undefined;
    default:
      return undefined;
  }
}

function fromFile(name: string, node: AnyNode): Import {
  const specifiers = node.type === 'ImportDeclaration' ? node.specifiers : [];
  const taken = specifiers.flatMap((specifier) =>
    specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' ? [specifier.imported.name] : [],
  );
  return { name, offset: node.start, atRunTime: false, taken };
}

function specifierOf(source: AnyNode): string {
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : 'import()';
}

/** `globalThis.n = …` makes a name that the script may then use as it stands. */
function globalsMade(names: Names, parents: Parents): string[] {
  return names.usesOf('globalThis').flatMap((use) => {
    const { keys, node, parent } = pathFrom(use, parents);
    const isTarget =
      (parent?.type === 'AssignmentExpression' && parent.left === node) || parent?.type === 'UpdateExpression';
    return isTarget && keys.length === 1 ? keys : [];
  });
}

/** `typeof` asks whether a name exists, and may. */
export function isAsked(parent: AnyNode | undefined): boolean {
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
}
