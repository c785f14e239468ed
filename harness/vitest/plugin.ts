import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a Vite plugin has to be for this one; Vite's own type says the same, and need not be installed. */
export interface LockstepPlugin {
  readonly name: string;
  transform(this: { addWatchFile(file: string): void }, code: string, id: string): undefined;
}

/**
 * Tells `vitest` in watch mode what a declaration depends on: its script, and the files beside it that the script imports. Vitest
 * sees the imports of modules only, and a script is never imported: it runs in the sandbox.
 */
export function lockstepPlugin(): LockstepPlugin {
  return {
    name: 'lockstep',
    transform(_code, id) {
      const file = id.split('?')[0] ?? id;
      if (file.includes('/node_modules/') || !existsSync(file)) return undefined;
      // The file itself: what comes here may have been through other plugins.
      for (const script of scriptsOf(file)) for (const part of partsOf(script, new Set())) this.addWatchFile(part);
      return undefined;
    },
  };
}

function scriptsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!/\bdefineWorkflow\b/.test(text)) return [];
  const named = [...text.matchAll(/\bscript\s*:\s*(["'`])([^"'`\n]+)\1/g)];
  return named.map((match) => resolve(dirname(file), match[2] ?? '')).filter((script) => existsSync(script));
}

/** The script and what it imports by a relative path, and so on. */
function partsOf(file: string, known: Set<string>): Set<string> {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  const text = readFileSync(file, 'utf8');
  for (const match of text.matchAll(/\bfrom\s*(["'])(\.[^"'\n]+)\1/g))
    partsOf(resolve(dirname(file), match[2] ?? ''), known);
  return known;
}
