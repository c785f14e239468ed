import type { Kind, Node } from './node.ts';
import { asBody, braces, fitted, isOperand } from './text.ts';

/** A variable that the script may use. */
export interface Name {
  readonly name: string;
  readonly kind: Kind;
}

/** What a script keeps or defines before its first statement, if it uses it. */
const preludes = {
  asNumber: 'const asNumber = (value) => (Number.isSafeInteger(value) ? value : 0);',
  asText: "const asText = (value) => (typeof value === 'string' ? value : '');",
  asList: 'const asList = (value) => (Array.isArray(value) ? value : []);',
  asRecord: "const asRecord = (value) => (typeof value === 'object' ? { ...value } : {});",
  seen: 'const seen = [];',
  counter: 'let counter = 0;',
} as const;

type Prelude = keyof typeof preludes;

const emptyOf: Record<Kind, string> = {
  any: 'input',
  number: '1',
  text: "'ok'",
  flag: 'true',
  list: '[1, 2]',
  record: "{ id: 'o_7' }",
};

/** Prints nodes as a person would write them, and keeps track of which names are in scope. */
export class Writer {
  private scope: Name[] = [];
  /** Names that may not be used again in this block or inside it. */
  private taken: Set<string> = new Set(['error', 'input', 'data', ...Object.keys(preludes)]);
  private errors: string[] = [];
  private readonly used = new Set<Prelude>();

  /** Names in scope, oldest first. */
  get names(): readonly Name[] {
    return this.scope;
  }

  /** The text of one node. */
  text(node: Node | undefined): string {
    return node === undefined ? 'null' : node.form.print(node, this);
  }

  /** A node's text as an operand: in parentheses unless it is one word, literal or simple call. */
  operand(node: Node | undefined): string {
    const text = this.text(node);
    return isOperand(text) ? text : `(${text})`;
  }

  /** An expression that is only asked whether it is true: without the `Boolean(…)` round it. */
  test(node: Node | undefined): string {
    const text = this.text(node);
    return /^Boolean\(([^()]*)\)$/.exec(text)?.[1] ?? text;
  }

  texts(nodes: readonly Node[]): string[] {
    return nodes.map((item) => this.text(item));
  }

  list(nodes: readonly Node[]): string {
    return this.texts(nodes).join(', ');
  }

  /** `{ id: …, total }` of keys with their texts. */
  record(entries: readonly (readonly [key: string, text: string])[]): string {
    if (entries.length === 0) return '{}';
    return fitted(
      '{ ',
      entries.map(([key, text]) => (key === text ? key : `${key}: ${text}`)),
      ' }',
    );
  }

  /** A new name like `hint` (`user`, `user2`, …), not in scope yet: the parts that come before it must not see it. */
  fresh(hint: string): string {
    let name = hint;
    for (let count = 2; this.taken.has(name); count++) name = hint + count;
    this.taken.add(name);
    return name;
  }

  /** Puts a new name in scope, for what is printed after it in the same block. */
  declare(hint: string, kind: Kind = 'any'): string {
    const name = this.fresh(hint);
    this.show(name, kind);
    return name;
  }

  /** Puts a name that was made before in scope, now that what declares it is printed. */
  show(name: string, kind: Kind = 'any'): void {
    this.scope.push({ name, kind });
  }

  /** The n-th latest name in scope of a kind, counting round; something plain of that kind where there is none. */
  reference(kind: Kind, n: number): string {
    return this.find((name) => kind === 'any' || name.kind === kind, n)?.name ?? emptyOf[kind];
  }

  /** A field of the n-th latest name that may have fields. Gives `undefined` where there is no such field. */
  field(n: number, key: string): string {
    const found = this.find(({ kind }) => kind === 'any' || kind === 'record', n);
    return found === undefined ? `input?.${key}` : `${found.name}${found.kind === 'record' ? '.' : '?.'}${key}`;
  }

  private find(suits: (name: Name) => boolean, n: number): Name | undefined {
    const found: Name[] = [];
    for (let i = this.scope.length - 1; i >= 0; i--) {
      const name = this.scope[i] as Name;
      if (!suits(name)) continue;
      if (found.push(name) > n) return name;
    }
    return found.length === 0 ? undefined : found[n % found.length];
  }

  /** The name of the innermost caught error. */
  get error(): string | undefined {
    return this.errors.at(-1);
  }

  /** A name that the script defines at its top. */
  prelude(name: Prelude): string {
    this.used.add(name);
    return name;
  }

  uses(name: Prelude): boolean {
    return this.used.has(name);
  }

  preludeLines(): string[] {
    return Object.entries(preludes).flatMap(([name, line]) => (this.used.has(name as Prelude) ? [line] : []));
  }

  /** Prints inside a scope of its own, in which `names` are visible. */
  nested<T>(names: readonly Name[], print: () => T): T {
    const [outer, taken] = [this.scope, this.taken];
    this.scope = [...outer, ...names];
    this.taken = new Set(taken);
    try {
      return print();
    } finally {
      this.scope = outer;
      this.taken = taken;
    }
  }

  lines(statements: readonly Node[] | undefined): string {
    return statements === undefined ? '' : this.texts(statements).join('\n');
  }

  /** `{ … }` around statements, in a scope of their own. `before` comes first, and `after` last, in that scope. */
  block(
    statements: readonly Node[] | undefined,
    { names = [], before = '', after }: { names?: readonly Name[]; before?: string; after?: () => string } = {},
  ): string {
    return this.nested(names, () => braces(before, this.lines(statements), after?.() ?? ''));
  }

  /** A block that ends with `return` of an expression. */
  returning(statements: readonly Node[] | undefined, names: readonly Name[], result: () => string): string {
    return this.block(statements, { names, after: () => `return ${result()};` });
  }

  /** An asynchronous arrow function, without braces where it only has a result. */
  asyncArrow(names: readonly Name[], statements: readonly Node[] | undefined, result: () => string): string {
    const head = `async (${names.map(({ name }) => name).join(', ')}) =>`;
    if (statements === undefined || statements.length === 0) return `${head} ${asBody(this.nested(names, result))}`;
    return `${head} ${this.returning(statements, names, result)}`;
  }

  /** A block in which `error` is what was caught. */
  handler(statements: readonly Node[] | undefined, error: string, after = ''): string {
    this.errors.push(error);
    try {
      return this.block(statements, { after: () => after });
    } finally {
      this.errors.pop();
    }
  }
}

export function any(name: string): Name {
  return { name, kind: 'any' };
}
