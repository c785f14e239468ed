import type { AnyNode, Identifier } from 'acorn';
import type { Parents } from './tree.ts';

/**
 * What stands behind a question whether a name exists: `typeof define === 'function' && define.amd`. In the sandbox the answer
 * is no, so that part never runs, and the name in it is none that is missing. Packages that run everywhere ask like that, and
 * ask for `globalThis`, which the sandbox has, before they try what other hosts call it.
 *
 * Which answer leads where is not worked out. A script that uses a name where it was told that there is none gets the
 * language's own `ReferenceError`.
 */
export class GuardedParts {
  private readonly parts = new Map<string, Set<AnyNode>>();

  /** `asked`: the names that a `typeof` is asked of. */
  constructor(
    asked: readonly Identifier[],
    private readonly parents: Parents,
  ) {
    for (const name of asked) this.note(name);
  }

  /** Whether a use of a name stands behind such a question. */
  has(use: Identifier): boolean {
    const own = this.parts.get(use.name);
    const anyName = this.parts.get('globalThis');
    if (own === undefined && anyName === undefined) return false;
    let node: AnyNode | undefined = use;
    for (let level = 0; node !== undefined && level < levelsMax; level++) {
      if (own?.has(node) || anyName?.has(node)) return true;
      node = this.parents.get(node);
    }
    return false;
  }

  private note(asked: Identifier): void {
    const parts = this.parts.get(asked.name) ?? new Set();
    this.parts.set(asked.name, parts);
    let node: AnyNode = asked;
    for (let level = 0; level < levelsMax; level++) {
      const parent = this.parents.get(node);
      if (parent === undefined || !leadsOn(parent, node, parts)) return;
      node = parent;
    }
  }
}

/** Nobody asks from further away, and a hostile script must not make the search quadratic. */
const levelsMax = 100;

/** Notes what the answer in `node` decides about, and says whether it is part of the answer to a larger question. */
function leadsOn(parent: AnyNode, node: AnyNode, parts: Set<AnyNode>): boolean {
  switch (parent.type) {
    case 'UnaryExpression':
    case 'BinaryExpression':
      return true;
    case 'LogicalExpression':
      if (parent.left === node) parts.add(parent.right);
      return true;
    case 'ConditionalExpression':
    case 'IfStatement':
      if (parent.test !== node) return false;
      parts.add(parent.consequent);
      if (parent.alternate) parts.add(parent.alternate);
      return false;
    default:
      return false;
  }
}
