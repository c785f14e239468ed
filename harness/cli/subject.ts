import { basename } from 'node:path';

/**
 * Tells a declaration of a workflow from a script by its name or its text. A script must never be imported to find out:
 * it would run outside the sandbox.
 */
export function isDeclaration(path: string, text: string): boolean {
  return /\.fuzz\.[cm]?[jt]sx?$/.test(basename(path)) || /\bdefineWorkflow\b/.test(text);
}
