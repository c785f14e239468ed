/**
 * Why a text is no script, at an offset of the text in hand. Internal: whoever knows how that text came from the author's
 * source turns it into a `ScriptSyntaxError` with a location.
 */
export class SyntaxFault extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Deeper than this, the engine's own parser could exhaust the host's stack, at a depth that depends on the host. */
export const nestingMax = 200;

export class NestingFault extends SyntaxFault {}

export function nestedTooDeeply(offset: number): NestingFault {
  return new NestingFault(`nested too deeply: at most ${nestingMax} levels`, offset);
}

export const returnInModule = '`return` outside a function: a script with `import` or `export` is a module';
