import { basename } from 'node:path';
import { readText } from './files.ts';

/**
 * Tells a declaration of a workflow from a script by its name or its text. A script must never be imported to find out:
 * it would run outside the sandbox.
 */
export function isDeclaration(path: string, text: string): boolean {
  return /\.fuzz\.[cm]?[jt]sx?$/.test(basename(path)) || /\bdefineWorkflow\b/.test(text);
}

/**
 * A script's text, with what it imports. Most import nothing, and are read without loading what puts files together. Throws
 * a usage error where it cannot be read, else as `bundleScript` does.
 */
export async function readScript(path: string): Promise<string> {
  const text = readText(path);
  if (!/\b(?:import|from)\b/.test(text)) return text;
  return await (await import('../workflow/index.ts')).bundleScript(path);
}
