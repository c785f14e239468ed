import type { CompiledScript, Location } from '../../../runtime/index.ts';

/** Where in the author's source an offset of a script's code is; `undefined` for what no author wrote. */
export function placeIn({ code, locate }: CompiledScript, offset: number): Location | undefined {
  const start = code.lastIndexOf('\n', offset - 1) + 1;
  // The engine counts columns in code points.
  return locate(code.slice(0, start).split('\n').length, [...code.slice(start, offset)].length + 1);
}
