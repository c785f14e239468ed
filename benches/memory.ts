import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory of this process, after garbage was collected. */
export interface MemoryUse {
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Array buffers and linear memories outside of the heap. */
  readonly externalBytes: number;
}

export function memoryUse(): MemoryUse {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed, externalBytes: external };
}

/** Node keeps `gc` to itself unless it is asked; a new context has it then. */
function collectGarbage(): void {
  collect ??= exposed();
  collect();
}

let collect: (() => void) | undefined;

function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
