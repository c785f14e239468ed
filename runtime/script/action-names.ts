/** The actions of a sandbox as a script reads them: `github.createIssue` is a property of a property. */
export class ActionNames {
  private readonly tree: NameTree = new Map();

  constructor(readonly sorted: readonly string[]) {
    for (const name of sorted) this.insert(name.split('.'));
  }

  private insert(parts: readonly string[]): void {
    let tree = this.tree;
    for (const part of parts) {
      const next: NameTree = tree.get(part) ?? new Map();
      tree.set(part, next);
      tree = next;
    }
  }

  /** The part of a path up to its first unknown name; `undefined` where all of it is known or leads past an action. */
  unknownIn(path: readonly string[]): string[] | undefined {
    let tree = this.tree;
    for (const [index, part] of path.entries()) {
      const next = tree.get(part);
      if (next === undefined) return path.slice(0, index + 1);
      // A leaf is an action: what a script reads from a function is the language's business.
      if (next.size === 0) return undefined;
      tree = next;
    }
    return undefined;
  }

  /** Whether a path names an action, not a group of them. */
  isAction(path: readonly string[]): boolean {
    return this.at(path)?.size === 0;
  }

  /** Whether a path names an action or a group of them. */
  has(path: readonly string[]): boolean {
    return this.at(path) !== undefined;
  }

  /** The action with this name, or the one whose last parts it is, where there is but one. */
  endingIn(path: readonly string[]): string | undefined {
    const name = path.join('.');
    const found = this.isAction(path) ? [name] : this.sorted.filter((known) => known.endsWith(`.${name}`));
    return found.length === 1 ? found[0] : undefined;
  }

  private at(path: readonly string[]): NameTree | undefined {
    let tree: NameTree | undefined = this.tree;
    for (const part of path) tree = tree?.get(part);
    return tree;
  }
}

type NameTree = Map<string, NameTree>;
