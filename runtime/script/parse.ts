import { type Options, Parser, type Program, type Token, tokTypes } from 'acorn';
import { nestedTooDeeply, SyntaxFault } from './fault.ts';

/** What acorn is asked for. Modules are strict, may await at their top level, and know no HTML-like comments. */
const options: Options = {
  // One more than the engine has, so that `using` can be refused by name.
  ecmaVersion: 17,
  sourceType: 'module',
  allowReturnOutsideFunction: true,
  allowHashBang: true,
  ranges: true,
};

/** Parses a script of either form. Throws `SyntaxFault`. */
export function parseScript(text: string): Program {
  if (!text.includes('<!--')) return parseWith(text, options);
  const tokens: Token[] = [];
  const program = parseWith(text, { ...options, onToken: tokens });
  refuseHtmlComments(text, tokens);
  return program;
}

function parseWith(text: string, chosen: Options): Program {
  try {
    return BoundedParser.parse(text, chosen);
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof SyntaxError) || !('pos' in error) || typeof error.pos !== 'number') return error;
  return new SyntaxFault(error.message.replace(/ \(\d+:\d+\)$/, ''), error.pos);
}

/**
 * acorn descends recursively, and near the end of the host's stack V8 does not always throw: if it has to compile a regular
 * expression there, it ends the process. So descent is bounded well before, at the same depth on every host. What remains
 * (some 200 parentheses in each other) is also within what the engine's own parser can take on the main thread.
 */
const descentMax = 300_000;

/** The methods through which acorn descends, with the bytes of stack that go with each (measured on Node 20, in round figures). */
const descents = {
  parseStatement: 350,
  parseFunctionBody: 500,
  parseBindingAtom: 1500,
  parseMaybeAssign: 350,
  parseExprOp: 150,
  parseMaybeUnary: 250,
  parseExprSubscripts: 900,
  parseNew: 900,
  regexp_disjunction: 1500,
};

type Descend = (this: Descending, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => unknown;
type Descending = { start: number; descent: number | undefined } & Partial<Record<keyof typeof descents, Descend>>;
type ScopeKeeper = {
  start: number;
  scopeStack: { var: string[]; lexical: string[]; functions: string[] }[];
  enterScope(flags: number): void;
  declareName(name: string, kind: number, offset: number): void;
};

const BoundedParser = Parser.extend((Base) => {
  class Bounded extends Base {}
  const prototype = Bounded.prototype as unknown as Descending & ScopeKeeper;
  for (const [method, bytes] of Object.entries(descents)) bound(prototype, method as keyof typeof descents, bytes);
  boundNames(prototype);
  return Bounded;
});

function bound(prototype: Descending, method: keyof typeof descents, bytes: number): void {
  const descend = prototype[method];
  if (descend === undefined) throw new Error(`acorn has no ${method}`);
  prototype[method] = function (a, b, c, d, e) {
    const before = this.descent ?? 0;
    if (before > descentMax) throw nestedTooDeeply(this.start);
    this.descent = before + bytes;
    const result = descend.call(this, a, b, c, d, e);
    this.descent = before;
    return result;
  };
}

/** More than anybody writes. acorn and eslint-scope go through lists of scopes, and of the names in each, again and again. */
const scopesMax = 128;
const namesMax = 10_000;

function boundNames(prototype: ScopeKeeper): void {
  const { enterScope, declareName } = prototype;
  prototype.enterScope = function (flags) {
    if (this.scopeStack.length > scopesMax) throw nestedTooDeeply(this.start);
    enterScope.call(this, flags);
  };
  prototype.declareName = function (name, kind, offset) {
    const scope = this.scopeStack.at(-1);
    if (scope !== undefined && scope.var.length + scope.lexical.length + scope.functions.length >= namesMax) {
      throw new SyntaxFault(`more than ${namesMax} names in one scope`, offset, true);
    }
    declareName.call(this, name, kind, offset);
  };
}

/**
 * `a <!--b` is an expression in a module and the start of a comment in a script, which is what the engine evaluates. Two
 * readings of one text could hide a brace from either. (`-->` at the start of a line is an error in a module anyway.)
 */
function refuseHtmlComments(text: string, tokens: readonly Token[]): void {
  for (const { type, start } of tokens) {
    if (type === tokTypes.relational && text.startsWith('<!--', start)) {
      throw new SyntaxFault('`<!--` is no part of the language here; write `< !--`', start);
    }
  }
}
