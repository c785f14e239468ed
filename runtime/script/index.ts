export type { CompileOptions } from './compile.ts';
export { compileFresh, compileScript } from './compile.ts';
export type { CompiledScript, Warning } from './compiled.ts';
export { providedGlobals } from './globals.ts';
export { excerpt } from './position.ts';
