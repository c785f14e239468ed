import { existsSync, readFileSync, statSync } from 'node:fs';
import { MisuseError } from '../../runtime/index.ts';
import type { Workflow } from './declaration.ts';

/** The text of a workflow's script. Throws `MisuseError` `SCRIPT_FILE` that says which file cannot be read, and who named it. */
export function readScript(workflow: Pick<Workflow, 'name' | 'script' | 'file'>): string {
  try {
    return readFileSync(workflow.script, 'utf8');
  } catch (error) {
    throw new MisuseError(
      'SCRIPT_FILE',
      `Workflow ${workflow.name}: its script ${workflow.script} cannot be read (${reasonOf(error)}). ` +
        `"script" is relative to the file that declares the workflow, ${workflow.file}.`,
    );
  }
}

/** Throws `MisuseError` `WORKFLOW_FILE` unless there is such a file. */
export function checkWorkflowFile(file: string): void {
  if (!existsSync(file)) throw new MisuseError('WORKFLOW_FILE', `${file}: there is no such file.`);
  if (statSync(file).isFile()) return;
  throw new MisuseError('WORKFLOW_FILE', `${file} is not a file. Give the file that declares the workflow.`);
}

export function firstExisting(files: readonly string[]): string | undefined {
  return files.find((file) => existsSync(file));
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
