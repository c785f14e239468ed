import { relative } from 'node:path';
import { loadConfig, loadWorkflow, type Workflow } from '../workflow/index.ts';
import { type ExitCode, exitCode, usageError } from './exit.ts';
import { checkWritable, readTextIfThere, writeWhole } from './files.ts';
import { openTerminal } from './terminal.ts';
import { declarationsFile, globalDeclarations, madeBy, scriptDeclarations } from './types-text.ts';

export interface TypesOptions {
  /** One file with global declarations, instead of one beside each script; - is stdout. */
  out?: string;
  /** Write nothing, and fail where something is not as it would be written. */
  check?: boolean;
}

interface Declarations {
  path: string;
  text: string;
}

/** `lockstep types`: declares for TypeScript what scripts are given, from the schemas of their workflows. */
export async function runTypesCommand(files: readonly string[], options: TypesOptions): Promise<ExitCode> {
  const workflows = await workflowsOf(files);
  if (options.out === '-') {
    openTerminal({ dataOnStdout: true }).data(globalDeclarations(workflows));
    return exitCode.pass;
  }
  const wanted =
    options.out === undefined
      ? declarationsBeside(workflows)
      : [{ path: options.out, text: globalDeclarations(workflows) }];
  for (const { path } of wanted) checkOurs(path);
  return options.check === true ? check(wanted) : write(wanted);
}

async function workflowsOf(files: readonly string[]): Promise<Workflow[]> {
  const named = files.length > 0 ? files : ((await loadConfig('.'))?.workflows ?? []);
  if (named.length > 0) return Promise.all(named.map(loadWorkflow));
  throw usageError(
    'There is nothing to declare types for. Name the files that declare workflows, as `lockstep types refund.fuzz.ts`,\n' +
      'or list them as `workflows` in lockstep.config.ts.',
  );
}

/** Throws a usage error where two workflows say different things about one script. */
function declarationsBeside(workflows: readonly Workflow[]): Declarations[] {
  const found = new Map<string, { text: string; by: Workflow }>();
  for (const by of workflows) {
    const path = relative('', declarationsFile(by));
    const text = scriptDeclarations(by);
    const known = found.get(path);
    if (known !== undefined && known.text !== text) {
      throw usageError(
        `${known.by.name} (${relative('', known.by.file)}) and ${by.name} (${relative('', by.file)}) have their script's declarations in the same file, ${path}, and they differ.\n` +
          'Name one of them only, or give one of them a script of its own.',
      );
    }
    found.set(path, { text, by });
  }
  return [...found].map(([path, { text }]) => ({ path, text }));
}

/** Throws a usage error rather than let somebody's own work be overwritten. */
function checkOurs(path: string): void {
  const there = readTextIfThere(path);
  if (there === undefined || there.startsWith(madeBy)) return;
  throw usageError(`${path} is there and was not made by \`lockstep types\`. Move it away, or delete it, first.`);
}

function check(wanted: readonly Declarations[]): ExitCode {
  const terminal = openTerminal({ dataOnStdout: false });
  const stale = wanted.filter(({ path, text }) => !isAt(path, text));
  for (const { path } of stale) {
    terminal.complain(
      `${path} ${readTextIfThere(path) === undefined ? 'is missing' : 'is not what the schemas say any more'}.`,
    );
  }
  if (stale.length === 0) terminal.say(`${wanted.map(({ path }) => path).join(', ')}: up to date.`);
  else terminal.complain('Write the declarations again: lockstep types');
  return stale.length === 0 ? exitCode.pass : exitCode.fail;
}

function write(wanted: readonly Declarations[]): ExitCode {
  const terminal = openTerminal({ dataOnStdout: false });
  for (const { path } of wanted) checkWritable(path, 'types');
  for (const { path, text } of wanted) {
    const isThere = isAt(path, text);
    if (!isThere) writeWhole(path, text);
    terminal.say(`${path}${isThere ? ' is up to date' : ''}`);
  }
  return exitCode.pass;
}

/** Whether the file says that, in whatever way its lines end. */
function isAt(path: string, text: string): boolean {
  return readTextIfThere(path)?.replaceAll('\r\n', '\n') === text;
}
