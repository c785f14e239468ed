import { type CompiledScript, compileScript, LinkError } from '../../runtime/index.ts';

/** The old or the new script, with what is known of its actions. */
export interface Side {
  /** As the command named it. */
  readonly label: string;
  /** The script's text as the sandbox takes it. */
  readonly source: string;
  /** The script's name in locations. */
  readonly file: string;
  /** Names of the actions that there are; absent where no declaration says. */
  readonly actions?: readonly string[];
  /** Those whose inputs are not compared. */
  readonly ignoreInputs: readonly string[];
}

/** A script compiled once for each set of actions: runs that began under different ones see different sets. */
export class Compiled {
  private readonly known = new Map<string, CompiledScript | LinkError>();

  constructor(readonly side: Side) {}

  /** The script for runs that have these actions; the error where it does not link for them. */
  for(actions: readonly string[]): CompiledScript | LinkError {
    const key = JSON.stringify(actions);
    const known = this.known.get(key) ?? compiledOrError(this.side, actions);
    this.known.set(key, known);
    return known;
  }
}

function compiledOrError({ source, file }: Side, actions: readonly string[]): CompiledScript | LinkError {
  try {
    return compileScript(source, { actions, file });
  } catch (error) {
    if (error instanceof LinkError) return error;
    throw error;
  }
}
