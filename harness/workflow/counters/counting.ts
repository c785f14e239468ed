import type {
  AnyNode,
  AssignmentExpression,
  BlockStatement,
  Expression,
  IfStatement,
  LogicalExpression,
  Statement,
  SwitchCase,
} from 'acorn';
import { FunctionNames } from './function-names.ts';
import { Marks } from './marks.ts';
import type { PlaceKind } from './place.ts';
import { awaits, beginsWithJump, takesName } from './tree.ts';
import { type Truth, truthOf } from './truth.ts';

/** A place before it is known where in the author's source it is. */
export interface Found {
  readonly kind: PlaceKind;
  /** Of a function that has one. */
  readonly name?: string;
  readonly node: Pick<AnyNode, 'start' | 'end'>;
  readonly counters: readonly number[];
}

/** What the increments are written with. */
export interface Names {
  /** The array of counters. */
  readonly array: string;
  /** Holds an operand's value while it is counted. */
  readonly value: string;
}

/** Where something is counted. Of most nodes, of which a bundle has many, nobody asks whose they are. */
const countedTypes: ReadonlySet<string> = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'CatchClause', 'SwitchCase'],
  ...['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'AssignmentExpression', 'AssignmentPattern'],
  ...['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'],
]);

const logicalKinds = { '&&': 'and', '||': 'or', '??': 'nullish' } as const;

/**
 * Decides where a script counts. Nothing is put where the engine would make other jumps: in front of a jump, after a
 * condition, or behind a branch. There the operands of the condition count instead, and the branches are sums of them.
 */
export class Counting {
  readonly marks = new Marks();
  readonly found: Found[] = [];
  readonly #functions = new FunctionNames();
  readonly #names: Names;
  readonly #isCounted: (node: AnyNode) => boolean;
  // The first two hold what the array is found by.
  #counters = 2;

  constructor(names: Names, isCounted: (node: AnyNode) => boolean) {
    this.#names = names;
    this.#isCounted = isCounted;
  }

  get counters(): number {
    return this.#counters;
  }

  /** Is to be called for every node, before those inside it. */
  enter(node: AnyNode): void {
    this.#functions.enter(node);
    if ('body' in node && Array.isArray(node.body)) this.#afterAwaits(node.body);
    if (countedTypes.has(node.type) && this.#isCounted(node)) this.#entered(node);
  }

  #entered(node: AnyNode): void {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node);
        break;
      case 'IfStatement':
        this.#if(node);
        break;
      case 'ConditionalExpression':
        this.#expression('consequent', node.consequent);
        this.#expression('alternate', node.alternate);
        break;
      case 'LogicalExpression':
        this.#expression(logicalKinds[node.operator], node.right);
        break;
      case 'AssignmentExpression':
        this.#assignment(node);
        break;
      case 'AssignmentPattern':
        if (!takesName(node.right)) this.#expression('default', node.right);
        break;
      case 'SwitchCase':
        this.#case(node);
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#statement('loop', node.body);
        break;
      case 'CatchClause':
        this.#block('catch', node.body);
        break;
      default:
    }
  }

  #function(node: AnyNode & { readonly body: BlockStatement | Expression }): void {
    const { body } = node;
    const counter = this.#place('function', node, this.#functions.nameOf(node));
    if (body.type !== 'BlockStatement') {
      this.marks.around(body, `(${this.#increment(counter)},`, ')');
      return;
    }
    const directive = body.body.findLast((item) => 'directive' in item && item.directive !== undefined);
    const at = directive?.end ?? body.start + 1;
    this.marks.within(body, at, `${directive ? ';' : ''}${this.#increment(counter)};`);
  }

  #if({ start, test, consequent, alternate }: IfStatement): void {
    const elsewhere = !alternate || (alternate.type !== 'IfStatement' && beginsWithJump(alternate));
    const truth = elsewhere || beginsWithJump(consequent) ? this.#truth(test) : undefined;
    if (truth === undefined) this.#statement('then', consequent);
    else this.found.push({ kind: 'then', node: consequent, counters: truth.whenTrue });
    if (alternate?.type === 'IfStatement') return;
    if (truth === undefined && alternate) this.#statement('else', alternate);
    if (truth === undefined) return;
    if (alternate) this.found.push({ kind: 'else', node: alternate, counters: truth.whenFalse });
    else this.found.push({ kind: 'no-else', node: { start, end: test.end }, counters: truth.whenFalse });
  }

  #truth(test: Expression): Truth | undefined {
    const before = this.#counters;
    const truth = truthOf(test, () => this.#reserve(2));
    if (truth === undefined) this.#counters = before;
    const { array, value } = this.#names;
    for (const { node, counter } of truth?.operands ?? []) {
      this.marks.around(node, `(${value}=(`, `),${array}[${counter}+!${value}]++,${value})`);
    }
    return truth;
  }

  #assignment({ operator, right }: AssignmentExpression): void {
    const logical = logicalKinds[operator.slice(0, -1) as LogicalExpression['operator']];
    if (logical !== undefined && !takesName(right)) this.#expression(logical, right);
  }

  /** Cases without statements are one with the next. */
  #case(node: SwitchCase): void {
    const [first] = node.consequent;
    if (first === undefined || beginsWithJump(first)) return;
    this.marks.within(node, first.start, `${this.#increment(this.#place('case', node))};`);
    this.#afterAwaits(node.consequent);
  }

  #expression(kind: PlaceKind, node: Expression): void {
    this.marks.around(node, `(${this.#increment(this.#place(kind, node))},`, ')');
  }

  #statement(kind: PlaceKind, node: Statement): void {
    if (beginsWithJump(node)) return;
    if (node.type === 'BlockStatement') this.#block(kind, node);
    else this.marks.around(node, `{${this.#increment(this.#place(kind, node))};`, '}');
  }

  #block(kind: PlaceKind, node: BlockStatement): void {
    this.marks.within(node, node.start + 1, `${this.#increment(this.#place(kind, node))};`);
  }

  /** What comes after a statement that waits may never be reached, though nothing branches. */
  #afterAwaits(list: readonly AnyNode[]): void {
    for (const [index, statement] of list.entries()) {
      const next = list[index + 1];
      if (next === undefined || !isPlainStatement(statement) || !awaits(statement) || !this.#isCounted(next)) continue;
      const rest = { start: next.start, end: list.at(-1)?.end ?? next.end };
      this.marks.around(next, `${this.#increment(this.#place('after-await', rest))};`, '');
    }
  }

  #place(kind: PlaceKind, { start, end }: Found['node'], name?: string): number {
    const counter = this.#reserve(1);
    this.found.push({ kind, node: { start, end }, counters: [counter], ...(name !== undefined && { name }) });
    return counter;
  }

  #reserve(count: number): number {
    const first = this.#counters;
    this.#counters += count;
    return first;
  }

  #increment(counter: number): string {
    return `${this.#names.array}[${counter}]++`;
  }
}

/** The engine's code for it ends without the target of a jump. */
function isPlainStatement({ type }: AnyNode): boolean {
  return type === 'ExpressionStatement' || type === 'VariableDeclaration';
}
