import type { AnyNode, Program } from 'acorn';

/** The nodes of a tree, outer ones first, each with its parent. */
export type Parents = ReadonlyMap<AnyNode, AnyNode | undefined>;

/**
 * Looks at every node of a script. Walkers from libraries cannot bear a long chain (`a.b().c()…`): acorn-walk recurses, and
 * estraverse takes a time that is quadratic in its length. A loop over a map comes to what was added on the way, however deep.
 */
export function parentsIn(program: Program): Parents {
  const parents = new Map<AnyNode, AnyNode | undefined>([[program, undefined]]);
  for (const node of parents.keys()) {
    for (const key in node) {
      const part: unknown = node[key as keyof typeof node];
      if (typeof part !== 'object' || part === null || key === 'range') continue;
      if (Array.isArray(part)) for (const child of part) note(child, node);
      else note(part, node);
    }
  }
  return parents;

  function note(child: unknown, parent: AnyNode): void {
    if (typeof child === 'object' && child !== null && 'type' in child) parents.set(child as AnyNode, parent);
  }
}

/** The node that comes first in the text, of those that pass. */
export function firstNode(parents: Parents, passes: (node: AnyNode) => boolean): AnyNode | undefined {
  return [...parents.keys()].filter(passes).sort((a, b) => a.start - b.start)[0];
}

export function isInFunction(node: AnyNode, parents: Parents): boolean {
  for (let outer = parents.get(node); outer !== undefined; outer = parents.get(outer)) {
    if (outer.type.includes('Function')) return true;
  }
  return false;
}
