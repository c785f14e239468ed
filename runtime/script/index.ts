export type { CompileOptions } from './compile.ts';
export { compileFresh, compileScript, syntaxError } from './compile.ts';
export type { CompiledScript, Warning } from './compiled.ts';
export { providedGlobals } from './globals.ts';
export { excerpt, sourceBytes } from './position.ts';
