import { createRequire } from 'node:module';

/**
 * A package that the user's project has, or this one: `from` is a file of the project. `undefined` where neither has it.
 * A package that is there and does not load throws its own error.
 */
export function loadPeer(name: string, from: string | undefined): unknown {
  for (const base of from === undefined ? [import.meta.url] : [from, import.meta.url]) {
    try {
      return createRequire(base)(name);
    } catch (error) {
      if (!isAbsent(error, name)) throw error;
    }
  }
  return undefined;
}

function isAbsent(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isMissing = code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  return isMissing && String(message).includes(name.split('/')[0] ?? name);
}
