import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { MisuseError } from '../../runtime/index.ts';
import type { Workflow } from './declaration.ts';

/** The names under which a project's config is looked for. */
export const configNames: readonly string[] = ['ts', 'mts', 'js', 'mjs'].map((ending) => `lockstep.config.${ending}`);

/** The text of a workflow's script. Throws `MisuseError` `SCRIPT_FILE` that says which file cannot be read, and who named it. */
export function readScript(workflow: Pick<Workflow, 'name' | 'script' | 'file'>): string {
  return readOr(workflow.script, (reason) => {
    const what = `Workflow ${workflow.name}: its script ${workflow.script} cannot be read (${reason}). `;
    return `${what}"script" is relative to the file that declares the workflow, ${workflow.file}.`;
  });
}

/** The text of a script. Throws `MisuseError` `SCRIPT_FILE`. */
export function readText(file: string): string {
  return readOr(file, (reason) => `The script ${file} cannot be read: ${reason}.`);
}

function readOr(file: string, message: (reason: string) => string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new MisuseError('SCRIPT_FILE', message(reasonOf(error)));
  }
}

/** Throws `MisuseError` `WORKFLOW_FILE` unless there is such a file. */
export function checkWorkflowFile(file: string): void {
  if (!existsSync(file)) throw new MisuseError('WORKFLOW_FILE', `${file}: there is no such file.`);
  if (statSync(file).isFile()) return;
  throw new MisuseError('WORKFLOW_FILE', `${file} is not a file. Give the file that declares the workflow.`);
}

/** A file's path without symbolic links: by these, two paths to a file are one. */
export function realFile(file: string): string {
  return realpathSync(resolve(file));
}

/** The folder that paths in a script's errors are relative to: the nearest above it with a config, else with a package.json. */
export function projectRoot(file: string): string {
  const found = findUpward(dirname(file), configNames) ?? findUpward(dirname(file), ['package.json']);
  return dirname(found ?? file);
}

/** A script's path as its errors have it: from the project's folder, with `/`, the same in every clone. */
export function pathInProject(script: string): string {
  const path = realFile(script);
  return relative(projectRoot(path), path).split(sep).join('/');
}

/** Absolute path of a file that an error of a script names. */
export function fileOfProject(script: string, file: string): string {
  return resolve(projectRoot(realFile(script)), file);
}

/** The first file with one of the names in a folder or the ones above it. */
export function findUpward(folder: string, names: readonly string[]): string | undefined {
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined || dirname(folder) === folder) return found;
  return findUpward(dirname(folder), names);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
