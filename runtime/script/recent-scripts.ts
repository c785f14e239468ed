import type { CompiledScript } from './compiled.ts';

const scriptsMax = 256;
const charactersMax = 8 * 2 ** 20;

/** The scripts compiled last, bounded in number and in characters of source. */
export class RecentScripts {
  private readonly scripts = new Map<string, CompiledScript>();
  private characters = 0;

  get(source: string, file: string, actions: readonly string[], literal: boolean): CompiledScript | undefined {
    const key = keyOf(source, file, actions, literal);
    const script = this.scripts.get(key);
    if (script === undefined) return undefined;
    // A map keeps the order of insertion: the front is what was used longest ago.
    this.scripts.delete(key);
    this.scripts.set(key, script);
    return script;
  }

  add(script: CompiledScript, literal: boolean): CompiledScript {
    this.scripts.set(keyOf(script.source, script.file, script.actions, literal), script);
    this.characters += script.source.length;
    for (const [key, oldest] of this.scripts) {
      if (this.scripts.size <= scriptsMax && this.characters <= charactersMax) break;
      this.scripts.delete(key);
      this.characters -= oldest.source.length;
    }
    return script;
  }
}

/** Names of actions hold neither separator, and the source comes last: no two scripts share a key. */
function keyOf(source: string, file: string, actions: readonly string[], literal: boolean): string {
  return `${actions.join(',')}\n${literal ? 'literal ' : ''}${file.length} ${file}\n${source}`;
}
