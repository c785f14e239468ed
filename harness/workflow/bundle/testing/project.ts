import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

export interface Layout {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Packages of this checkout that are copied into its `node_modules`. */
  readonly packages?: readonly string[];
  /** Symbolic links: where they lead, by path. */
  readonly links?: Readonly<Record<string, string>>;
}

/** For tests: a new folder as a user has one, with packages installed. Gives its path, without symbolic links. */
export function makeFolder({ files, packages = [], links = {} }: Layout): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lockstep-bundle-')));
  const all = { 'package.json': '{ "name": "shop", "type": "module" }', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const name of packages) cpSync(join(installed, name), join(folder, 'node_modules', name), { recursive: true });
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(folder, to), join(folder, path));
  }
  return folder;
}
