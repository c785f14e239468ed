/**
 * What Node writes of a process's coverage is several megabytes, and a run of the tests starts more than a thousand. Most of
 * it is about packages and Node itself, or is a source map that lies on the disk, too; the report would read all of that,
 * put it together, and leave it out then. So it is taken out of the files as they come.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './checkout.ts';

/** What Node writes into `NODE_V8_COVERAGE`, as far as it matters here. */
export interface Coverage {
  readonly result: readonly { readonly url: string }[];
  readonly 'source-map-cache'?: Readonly<Record<string, unknown>>;
}

/** Without scripts that the report leaves out, and without maps that it finds by itself. */
export function slim({ result, 'source-map-cache': maps = {} }: Coverage): Coverage {
  return {
    result: result.filter(({ url }) => isCounted(url)),
    // Sources were transformed in memory; what is built has its maps beside it.
    'source-map-cache': Object.fromEntries(
      Object.entries(maps).filter(([url]) => url.endsWith('.ts') && isCounted(url)),
    ),
  };
}

/**
 * Does that to all files of a folder for which nobody has yet. Other processes may be writing some, or doing the same: those
 * are left to them, or to the next time.
 */
export function slimAll(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith('coverage-')) slimFile(folder, name);
}

function slimFile(folder: string, name: string): void {
  const claimed = join(folder, `claimed-${randomUUID()}.json`);
  if (!renamed(join(folder, name), claimed)) return;
  const coverage = parsed(readFileSync(claimed, 'utf8'));
  if (coverage === undefined) {
    renameSync(claimed, join(folder, name));
    return;
  }
  writeFileSync(join(folder, `slim-${randomUUID()}.json`), JSON.stringify(slim(coverage)));
  rmSync(claimed);
}

/** Whether it was there: only one of several succeeds. */
function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Nothing where the file is not whole yet. */
function parsed(text: string): Coverage | undefined {
  try {
    return JSON.parse(text) as Coverage;
  } catch {
    return undefined;
  }
}

/** Sources, what is built of them, and what threads of sandboxes run. */
function isCounted(url: string): boolean {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  if (!path.startsWith(root)) return false;
  const inside = path.slice(root.length);
  return /^(dist\/)?(runtime|harness)\/(?!.*\.test\.ts$)/.test(inside) || inside.startsWith(threads);
}

const threads = 'node_modules/.cache/lockstep/';
