import { basename, join, relative, resolve } from 'node:path';
import {
  dependencyIn,
  extendPackageJson,
  githubJob,
  type PackageManager,
  type ProjectFile,
  packageManager,
  projectFiles,
} from '../init/index.ts';
import { type ExitCode, exitCode, usageError } from './exit.ts';
import { checkCanMake, isThere, readTextIfThere, writeMaking } from './files.ts';
import { jsonFault } from './json-text.ts';
import { openTerminal } from './terminal.ts';
import { packageManifest } from './version.ts';

/** What will be done to one file, decided before anything is. */
interface Step {
  /** Below the project's folder. */
  readonly path: string;
  /** What is written; nothing where the file stays as it is. */
  readonly text?: string;
  /** For a person: what happens to it, or what to do about it. */
  readonly note?: string;
}

const scripts = { test: 'vitest run', fuzz: 'lockstep fuzz', types: 'lockstep types' };
const companions = ['typescript', 'vitest', 'zod'];

/**
 * `lockstep init`: puts a small workflow that passes into a project, with its config, a test and a job for CI. What is
 * there stays as it is, but for what is added to `package.json` and `.gitignore`.
 */
export function runInitCommand(directory: string): ExitCode {
  const folder = resolve(directory);
  const inFolder = (path: string): string => join(folder, path);
  checkCanMake(inFolder('package.json'));
  const manager = packageManager((file) => isThere(inFolder(file)));
  const steps = [
    packageStep(folder),
    ...projectFiles.map((file) => fileStep(file, inFolder)),
    jobStep(folder, manager),
    ignoreStep(inFolder('.gitignore')),
  ];
  for (const { path, text } of steps) if (text !== undefined) checkCanMake(inFolder(path));
  for (const { path, text } of steps) if (text !== undefined) writeMaking(inFolder(path), text);
  const terminal = openTerminal({ dataOnStdout: false });
  terminal.say(report(steps, relative('', folder), manager));
  return exitCode.pass;
}

function packageStep(folder: string): Step {
  const path = 'package.json';
  const there = readTextIfThere(join(folder, path));
  const wanted = { scripts, devDependencies: versions() };
  if (there === undefined) return { path, text: newPackage(folder, wanted) };
  const { text, added, left } = extended(there, join(folder, path), wanted);
  const notes = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...left.map(
      ({ name, value }) => `left ${name} as it is (${value}); for the workflow it would be \`${scriptOf(name)}\``,
    ),
    ...zodNotes(there),
  ];
  return { path, ...(added.length > 0 && { text }), note: notes.join('; ') || 'has all that it takes' };
}

function extended(text: string, file: string, wanted: Parameters<typeof extendPackageJson>[1]) {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw usageError(`${relative('', file)} is not JSON: ${jsonFault(text)}`);
  }
  try {
    return extendPackageJson(text, wanted);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(`${relative('', file)} cannot be used: ${error.message}.`);
    throw error;
  }
}

function scriptOf(name: string): string | undefined {
  return scripts[name.replace('scripts.', '') as keyof typeof scripts];
}

/** Schemas of zod 3 say nothing of themselves, so no values could be made up for them. */
function zodNotes(packageText: string): string[] {
  const range = dependencyIn(packageText, 'zod');
  return range !== undefined && /^[~^]?[0-3]\b/.test(range)
    ? [`zod is ${range} here, and the workflow needs 4.2 or later: update it`]
    : [];
}

function newPackage(folder: string, wanted: Parameters<typeof extendPackageJson>[1]): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${JSON.stringify({ name: name || 'workflows', private: true, type: 'module', ...wanted }, undefined, 2)}\n`;
}

/** This very package and what it is tested with. */
function versions(): Record<string, string> {
  const { version, devDependencies } = packageManifest();
  const others = companions.map((name) => [name, `^${devDependencies[name]}`]);
  return Object.fromEntries([['lockstep', `^${version}`], ...others]);
}

function fileStep({ path, text, ifThere }: ProjectFile, inFolder: (path: string) => string): Step {
  const there = readTextIfThere(inFolder(path));
  if (there === undefined) return { path, text };
  return { path, note: there === text || ifThere === undefined ? 'is there already' : `is there already: ${ifThere}` };
}

/** GitHub reads jobs at the top of a repository only. */
function jobStep(folder: string, manager: PackageManager): Step {
  const path = '.github/workflows/lockstep.yml';
  if (isThere(join(folder, path))) return { path, note: 'is there already' };
  const top = repositoryAround(folder);
  const text = githubJob(manager);
  if (top === undefined || top === folder) return { path, text };
  return {
    path,
    text,
    note: `move it to ${join(relative('', top), path)} with \`working-directory: ${relative(top, folder)}\`: GitHub reads only those`,
  };
}

function repositoryAround(folder: string): string | undefined {
  if (isThere(join(folder, '.git'))) return folder;
  const parent = resolve(folder, '..');
  return parent === folder ? undefined : repositoryAround(parent);
}

function ignoreStep(file: string): Step {
  const path = '.gitignore';
  const there = readTextIfThere(file);
  if (there === undefined) return { path, text: 'node_modules/\n.lockstep/\n' };
  if (/^\/?\.lockstep\/?\s*$/m.test(there)) return { path, note: 'has all that it takes' };
  return {
    path,
    text: `${there}${there === '' || there.endsWith('\n') ? '' : '\n'}.lockstep/\n`,
    note: 'added .lockstep/',
  };
}

function report(steps: readonly Step[], folder: string, manager: PackageManager): string {
  const lines = steps.map(({ path, text, note }) => {
    return `  ${text === undefined ? 'left ' : 'wrote'}  ${path}${note === undefined ? '' : `  (${note})`}`;
  });
  const { install, run, test } = manager;
  return `${lines.join('\n')}

Next:
${folder === '' ? '' : `  cd ${folder}\n`}  ${install}
  ${test.padEnd(24)} runs the workflow's test
  ${`${run} lockstep fuzz`.padEnd(24)} looks for a counterexample for half a minute
  ${`${run} lockstep types`.padEnd(24)} writes the scripts' types again, after a change of a schema

Then break it: in workflows/refund.workflow.ts, let \`needsApproval\` be 1000 instead of 100, and fuzz again.
`;
}
