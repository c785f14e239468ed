export type { CompileOptions } from './compile.ts';
export { compileFresh, compileScript, hasImports } from './compile.ts';
export type { CompiledScript, Warning } from './compiled.ts';
export { providedGlobals } from './globals.ts';
export { missingText } from './link.ts';
export { excerpt, Lines } from './position.ts';
export { authorFiles, authorText, withInlineMap } from './source-map.ts';
