import { fileURLToPath } from 'node:url';

interface Frame {
  getFileName(): string | null | undefined;
}

/**
 * Path of the file that called the function `above`, from the stack: the only way to know which file declares a
 * workflow without asking its author. `undefined` where the host hides it.
 */
export function callerFile(above: (...args: never[]) => unknown): string | undefined {
  const prepare = Error.prepareStackTrace;
  const holder: { stack?: readonly Frame[] } = {};
  try {
    Error.prepareStackTrace = (_error, frames) => frames;
    Error.captureStackTrace(holder, above);
    const [frame] = Array.isArray(holder.stack) ? (holder.stack as Frame[]) : [];
    return pathOf(frame?.getFileName());
  } finally {
    Error.prepareStackTrace = prepare;
  }
}

/** Loaders name modules by path or by URL, some with a query. */
function pathOf(name: string | null | undefined): string | undefined {
  if (typeof name !== 'string') return undefined;
  const plain = name.replace(/[?#].*$/, '');
  if (plain.startsWith('file:')) return fileURLToPath(plain);
  return plain.startsWith('/') || /^[A-Za-z]:[\\/]/.test(plain) ? plain : undefined;
}
