import type { AnyNode, Program } from 'acorn';
import type { Path } from './path.ts';
import { Scope } from './scope.ts';
import { visitors } from './visitors.ts';

/** A name that the script uses. `keys` are the properties read from it one after another, as far as they are known. */
export interface Reference {
  readonly name: string;
  readonly keys: readonly string[];
  readonly scope: Scope;
  readonly offset: number;
  /** `typeof` asks whether a name exists, and may. */
  readonly use: 'read' | 'write' | 'typeof';
}

/** Something that only a module loader could give: a specifier, `import()` or `import.meta`. */
export interface Import {
  readonly name: string;
  readonly offset: number;
}

/** All that linking needs to know about a script, found in one walk over its tree. */
export interface Scan {
  readonly references: readonly Reference[];
  /** Calls whose result nobody looks at. */
  readonly droppedCalls: readonly Reference[];
  readonly imports: readonly Import[];
  readonly topLevel: Scope;
  /** Where the function-body form returns. */
  readonly topLevelReturn: number | undefined;
  /** `f<T>(x)` is two comparisons to JavaScript: the text has what could be type arguments. */
  readonly maybeTypeArguments: boolean;
}

/** Walks a script's tree. Throws `SyntaxFault` for syntax that the engine does not have. */
export function scan(program: Program, text: string): Scan {
  const walk = new Walk(text);
  walk.visitAll(program.body, walk.topLevel);
  return walk;
}

/**
 * Scopes are filled while the tree is walked and asked afterwards, since declarations are hoisted. What leans left or chains
 * on (`a + b + …`, `a.b().c()`, `else if`) can be long and is walked in loops; what nests, the parser has bounded.
 */
export class Walk implements Scan {
  readonly references: Reference[] = [];
  readonly droppedCalls: Reference[] = [];
  readonly imports: Import[] = [];
  readonly topLevel = new Scope(undefined, true);
  topLevelReturn: number | undefined;
  opensAngle = false;
  closesAngle = false;

  constructor(readonly text: string) {}

  get maybeTypeArguments(): boolean {
    return this.opensAngle && this.closesAngle;
  }

  visit(node: AnyNode, scope: Scope): void {
    const visitor = visitors[node.type] as Visitor<AnyNode> | undefined;
    if (visitor === undefined) this.visitChildren(node, scope);
    else visitor(this, node, scope);
  }

  visitAll(nodes: readonly (AnyNode | null)[], scope: Scope): void {
    for (const node of nodes) if (node !== null) this.visit(node, scope);
  }

  visitChildren(node: AnyNode, scope: Scope): void {
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) this.visitAll(child, scope);
      else if (typeof child?.type === 'string') this.visit(child, scope);
    }
  }

  refer({ base, keys }: Path, scope: Scope, use: Reference['use'], offset = base.start): void {
    this.references.push({ name: base.name, keys, scope, offset, use });
  }
}

/** What is done at a kind of node, instead of visiting its children. */
export type Visitor<Node extends AnyNode> = (walk: Walk, node: Node, scope: Scope) => void;
