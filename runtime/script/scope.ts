/** One region of a script in which names are declared. */
export class Scope {
  private names: Set<string> | undefined;

  constructor(
    readonly parent: Scope | undefined,
    private readonly isFunction: boolean,
  ) {}

  declare(name: string): void {
    this.names ??= new Set();
    this.names.add(name);
  }

  has(name: string): boolean {
    return this.names?.has(name) ?? false;
  }

  /** Where a `var` lands. */
  functionScope(): Scope {
    let scope: Scope = this;
    while (!scope.isFunction && scope.parent !== undefined) scope = scope.parent;
    return scope;
  }

  /** Whether the script itself declares the name, as seen from here. Only after the whole script was walked. */
  binds(name: string): boolean {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      if (scope.has(name)) return true;
    }
    return false;
  }
}
