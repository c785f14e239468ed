/**
 * Why a text is no script, at an offset of the text in hand. Internal: whoever knows how that text came from the author's
 * source turns it into a `ScriptSyntaxError` with a location.
 */
export class SyntaxFault extends Error {
  constructor(
    message: string,
    readonly offset: number,
    /** The text is too much for any reader: there is no use in showing it to another. */
    readonly nesting = false,
  ) {
    super(message);
  }
}

export function nestedTooDeeply(offset: number): SyntaxFault {
  return new SyntaxFault('nested too deeply', offset, true);
}

export const returnInModule = '`return` outside a function: a script with `import` or `export` is a module';
