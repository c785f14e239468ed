import type { AnyNode, Identifier, Program } from 'acorn';
import { type GlobalScope, type Reference, Referencer, ScopeManager, type Variable } from 'eslint-scope';
import { nestedTooDeeply } from './fault.ts';
import { providedGlobals } from './globals.ts';

/** One use of a name. */
export interface Use {
  readonly name: Identifier;
  readonly writes: boolean;
}

/** What the names of a script mean: which of them it declares, and which are the sandbox's. */
export class Names {
  private readonly scopes = new ScopeManager(options);
  private readonly globals: GlobalScope;
  /** Names that nobody declares and that are there all the same. */
  private readonly provided = new Set(providedGlobals);
  private constants: ReadonlyMap<AnyNode, readonly Identifier[]> | undefined;

  /** Throws `SyntaxFault`. */
  constructor(program: Program) {
    new LoopingReferencer(options, this.scopes).visit(program);
    if (this.scopes.globalScope === null) throw new Error('a script without a scope');
    this.globals = this.scopes.globalScope;
  }

  /** Makes names known that nobody declares. */
  provide(names: readonly string[]): void {
    for (const name of names) this.provided.add(name);
  }

  /** Uses of names that are neither declared nor provided. */
  unknown(): Use[] {
    return this.globals.through
      .map((reference) => ({ name: nameOf(reference), writes: reference.isWrite() }))
      .filter(({ name }) => !this.provided.has(name.name));
  }

  /** Where the script uses something that was provided. */
  usesOf(provided: string): Identifier[] {
    if (!this.provided.has(provided)) return [];
    return this.globals.through.map(nameOf).filter(({ name }) => name === provided);
  }

  /** Names that the script's outermost scope declares or uses. */
  taken(): Set<string> {
    const used = this.globals.childScopes.flatMap(({ through }) => through.map((reference) => nameOf(reference).name));
    return new Set([...this.outermost().map(({ name }) => name), ...used]);
  }

  /** Whether a name of the outermost scope is a class. */
  isClass(name: string): boolean {
    return this.outermost().some((variable) => variable.name === name && variable.defs.at(-1)?.type === 'ClassName');
  }

  /** Where a variable is read that gets its only value at `target`. Of others one cannot say what they hold. */
  readsOfConstant(target: AnyNode): readonly Identifier[] {
    this.constants ??= new Map(this.scopes.scopes.flatMap(({ variables }) => variables.flatMap(constant)));
    return this.constants.get(target) ?? [];
  }

  /** Where variables are read that hold a function which passes, and never anything else. */
  readsOfFunctions(passes: (node: AnyNode) => boolean): Identifier[] {
    return this.scopes.scopes
      .flatMap(({ variables }) => variables)
      .filter((variable) => holdsFunction(variable, passes))
      .flatMap(({ references }) => references.filter((reference) => reference.isRead()).map(nameOf));
  }

  private outermost(): Variable[] {
    return this.globals.childScopes.flatMap(({ variables }) => variables);
  }
}

/** A variable that is written once, there, and where it is read. */
function constant({ defs, references }: Variable): [Identifier, Identifier[]][] {
  const [write, ...more] = references.filter((reference) => reference.isWrite());
  if (write === undefined || more.length > 0 || defs.length !== 1 || defs[0]?.type !== 'Variable') return [];
  return [[nameOf(write), references.filter((reference) => reference.isRead()).map(nameOf)]];
}

function holdsFunction({ defs, references }: Variable, passes: (node: AnyNode) => boolean): boolean {
  const [definition] = defs;
  if (definition === undefined || defs.length > 1) return false;
  const writes = references.filter((reference) => reference.isWrite());
  if (definition.type === 'FunctionName') return writes.length === 0 && passes(definition.node as AnyNode);
  const { id, init } = definition.node as { id?: AnyNode; init?: AnyNode | null };
  return definition.type === 'Variable' && id?.type === 'Identifier' && !!init && writes.length === 1 && passes(init);
}

/** eslint-scope hands the nodes back that it was given, which acorn made. */
function nameOf({ identifier }: Reference): Identifier {
  return identifier as unknown as Identifier;
}

const options = { ecmaVersion: 2022, sourceType: 'module', ignoreEval: true, fallback: 'iteration' } as const;

/** eslint-scope passes a reference from scope to scope: half a million of them out of a hundred blocks would fill the host's memory. */
const passedMax = 5_000_000;

/**
 * eslint-scope recurses. The parser has bounded what nests, but not what chains on (`a.b().c()`, `a + b + …`): a chain is walked
 * in a loop, so that it takes none of the host's stack.
 */
class LoopingReferencer extends Referencer {
  private passed = 0;

  override visit(node: AnyNode | null | undefined): void {
    let link = node;
    for (;;) {
      switch (link?.type) {
        case 'MemberExpression':
          if (link.computed) this.visit(link.property);
          link = link.object;
          break;
        case 'CallExpression':
          for (const argument of link.arguments) this.visit(argument);
          link = link.callee;
          break;
        case 'TaggedTemplateExpression':
          this.visit(link.quasi);
          link = link.tag;
          break;
        case 'BinaryExpression':
        case 'LogicalExpression':
          this.visit(link.right);
          link = link.left;
          break;
        default:
          super.visit(link);
          return;
      }
    }
  }

  override close(node: Parameters<Referencer['close']>[0]): void {
    const { through } = this.currentScope();
    super.close(node);
    this.passed += through.length;
    if (this.passed > passedMax) throw nestedTooDeeply(node.range?.[0] ?? 0);
  }
}
