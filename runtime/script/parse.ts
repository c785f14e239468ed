import { type Options, type Program, parse, type Token, tokTypes } from 'acorn';
import { nestedTooDeeply, SyntaxFault } from './fault.ts';

/** What acorn is asked for. Modules are strict, may await at their top level, and know no HTML-like comments. */
const options: Options = {
  // One more than the engine has, so that `using` can be refused by name.
  ecmaVersion: 17,
  sourceType: 'module',
  allowReturnOutsideFunction: true,
  allowHashBang: true,
  preserveParens: true,
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
    return parse(text, chosen);
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof SyntaxError) || !('pos' in error) || typeof error.pos !== 'number') return error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return message.startsWith('Not enough stack space')
    ? nestedTooDeeply(error.pos)
    : new SyntaxFault(message, error.pos);
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
