import { transformSync } from '@swc/wasm-typescript';
import type { Patch } from './plant.ts';

/** The source has changed since the plant was written: it no longer says what it breaks. */
export class StalePlant extends Error {}

/** The source with the patch in it. Throws `StalePlant` where the text to be replaced is not there exactly once. */
export function patched(source: string, { file, find, replace }: Patch): string {
  const parts = source.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new StalePlant(`${JSON.stringify(find)} occurs ${parts.length - 1} times in ${file}, and must occur once.`);
}

/** The text of a source file as a module that Node can run. What is no TypeScript is the text of a `?raw` import. */
export function moduleOf(file: string, text: string): string {
  if (!file.endsWith('.ts')) return `export default ${JSON.stringify(text)};`;
  return transformSync(text, { mode: 'transform', filename: file, module: true }).code;
}
