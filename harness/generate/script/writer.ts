import type { Form, Node } from './node.ts';

/** Prints nodes as a person would write them, and keeps track of which names are in scope. */
export class Writer {
  private scope: string[] = [];
  private errors: string[] = [];
  private readonly taken = new Map<string, number>();
  /** Whether the script keeps a list of what happened in which order; the program declares it then. */
  usesSeen = false;

  constructor(private readonly forms: ReadonlyMap<string, Form>) {}

  /** Names in scope, oldest first. */
  get names(): readonly string[] {
    return this.scope;
  }

  /** The text of one node. */
  text(node: Node | undefined): string {
    if (node === undefined) return 'null';
    const form = this.forms.get(`${node.sort} ${node.form}`);
    if (form === undefined) throw new Error(`No form ${node.form} for a ${node.sort}`);
    return form.print(node, this);
  }

  /** A node's text as an operand: in parentheses unless it is one word or literal. */
  operand(node: Node | undefined): string {
    const text = this.text(node);
    return /^(?:[\w$.]+|'[^']*'|\[[^[\]]*\])$/.test(text) ? text : `(${text})`;
  }

  list(nodes: readonly Node[]): string {
    return nodes.map((item) => this.text(item)).join(', ');
  }

  /** A new name like `hint` (`user`, `user2`, …), not in scope yet: the parts that come before it must not see it. */
  fresh(hint: string): string {
    const count = (this.taken.get(hint) ?? 0) + 1;
    this.taken.set(hint, count);
    return count === 1 ? hint : `${hint}${count}`;
  }

  /** Puts a new name in scope, for what is printed after it in the same block. */
  declare(hint: string): string {
    const name = this.fresh(hint);
    this.show(name);
    return name;
  }

  /** Puts a name that was made before in scope, now that what declares it is printed. */
  show(name: string): void {
    this.scope.push(name);
  }

  /** The n-th latest name in scope, counting round; the script's input where there is none. */
  reference(n: number): string {
    const { scope } = this;
    return scope.length === 0 ? 'input' : (scope[scope.length - 1 - (n % scope.length)] as string);
  }

  /** The name of the innermost caught error. */
  get error(): string | undefined {
    return this.errors.at(-1);
  }

  seen(): string {
    this.usesSeen = true;
    return 'seen';
  }

  /** Prints inside a scope of its own, in which `names` are visible. */
  nested<T>(names: readonly string[], print: () => T): T {
    const outer = this.scope;
    this.scope = [...outer, ...names];
    try {
      return print();
    } finally {
      this.scope = outer;
    }
  }

  lines(statements: readonly Node[] | undefined): string {
    return (statements ?? []).map((item) => this.text(item)).join('\n');
  }

  /** `{ … }` around statements, in a scope of their own. `result` is returned at its end. */
  block(statements: readonly Node[] | undefined, names: readonly string[] = [], result?: () => string): string {
    return this.nested(names, () => {
      const body = this.lines(statements);
      const last = result === undefined ? '' : `return ${result()};`;
      return braces([body, last].filter((text) => text !== '').join('\n'));
    });
  }

  /** A block in which `error` is what was caught. */
  handler(statements: readonly Node[] | undefined, error: string): string {
    this.errors.push(error);
    try {
      return this.block(statements);
    } finally {
      this.errors.pop();
    }
  }
}

/** Braces around lines, indented. */
export function braces(lines: string): string {
  return lines === '' ? '{}' : `{\n${indent(lines)}\n}`;
}

export function indent(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}
