/**
 * What a document shows is done here as a reader would do it. A block `ts file=NAME` is written to a project of its
 * document, a block `sh` is run there, in the order of the text, and must end with exit code 0 or the one in `exit=N`. A
 * block `text output` is what the last command printed, `…` standing for anything. A block `sh ci` is for a fresh clone: CI
 * does it, and this test only makes sure of that. A block `sh install` installs packages, as links to what this checkout has.
 * Paths and npm scripts that the text names must exist, and so must what links lead to.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, trackedFiles } from '../checkout.ts';
import { type Block, blocksOf, headings, inlineCode, links } from './blocks.ts';
import { printed } from './output.ts';
import { runShell, writeInto } from './play.ts';

const documents = trackedFiles().filter((path) => path.endsWith('.md') && !path.startsWith('corpora/workflows/'));

test('the documents that a newcomer needs are there', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', ...topFolders.map((folder) => `${folder}/README.md`)]),
  );
});

const topFolders = ['runtime', 'harness', 'properties', 'corpora', 'benches', 'docs'];

describe.each(documents)('%s', (document) => {
  const markdown = readFileSync(join(root, document), 'utf8');
  const blocks = blocksOf(document, markdown);
  let project = '';
  let said = '';

  beforeAll(() => {
    project = makeProject();
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test('names only paths and npm scripts that exist', () => {
    expect(inlineCode(markdown).filter((code) => !isThere(code, document))).toEqual([]);
  });

  test('leads only to documents and chapters that exist', () => {
    expect(links(markdown).filter((target) => !leadsSomewhere(target, document))).toEqual([]);
  });

  test('says of each block what it is', () => {
    expect(blocks.filter(({ language }) => !languages.includes(language))).toEqual([]);
  });

  test.each(blocks.filter(isDone))('line $line works', { timeout: 240_000 }, (block) => {
    if (block.notes.has('file')) writeInto(project, block);
    else if (block.notes.has('output')) expectPrinted(block, said);
    else if (block.notes.has('ci')) expect(commandsOf(block).filter((command) => !isDoneByCi(command))).toEqual([]);
    else if (block.notes.has('install')) expectInstalled(block, project);
    else said = runShell(block, project);
  });
});

const languages = ['sh', 'ts', 'js', 'json', 'text', 'yaml'];

function isDone(block: Block): boolean {
  return block.language === 'sh' || block.notes.has('file') || block.notes.has('output');
}

/** The whole output stands in the failure, to be copied from there. */
function expectPrinted({ text }: Block, said: string): void {
  expect(printed(text, said) ? 'was printed' : said).toBe('was printed');
}

/** A reader's command is not run; what it installs is there, if it is the package and its companions. */
function expectInstalled(block: Block, project: string): void {
  const named = commandsOf(block).flatMap((command) => command.split(' ').slice(2));
  const names = named
    .filter((word) => !word.startsWith('-'))
    .map((word) => word.replace(/^.*\/(\w+)-[\d.]+\.tgz$/, '$1'));
  expect(names.filter((name) => !existsSync(join(project, 'node_modules', name)))).toEqual([]);
}

/** A file, with a chapter of it or not; pages of the web are not asked for. */
function leadsSomewhere(target: string, document: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [path = '', chapter] = target.split('#');
  const file = path === '' ? join(root, document) : join(root, dirname(document), path);
  if (!existsSync(file)) return false;
  return chapter === undefined || headings(readFileSync(file, 'utf8')).includes(chapter);
}

function commandsOf(block: Block): string[] {
  return block.text.trim().split(/\n| && /);
}

/** Whether `.ci/run` does it itself, or a script that it runs does. */
function isDoneByCi(command: string): boolean {
  const ci = readFileSync(join(root, '.ci/run'), 'utf8');
  const steps = (/^for step in (.*); do$/m.exec(ci)?.[1] ?? '').split(' ');
  return [ci, ...steps.map((step) => manifest().scripts[step] ?? '')].some((text) => text.includes(command));
}

/** An empty folder in which the package and its companions are installed, as links to what this checkout has. */
function makeProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'documents-'));
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/lockstep'));
  installBinary(project, 'lockstep', 'dist/harness/cli/main.js');
  installBinary(project, 'vitest', 'node_modules/vitest/vitest.mjs');
  installBinary(project, 'tsc', 'node_modules/typescript/bin/tsc');
  for (const name of ['zod', 'vitest', 'typescript', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  return project;
}

function installBinary(project: string, name: string, program: string): void {
  const text = `#!/bin/sh\nexec node '${join(root, program)}' "$@"\n`;
  writeFileSync(join(project, 'node_modules/.bin', name), text, { mode: 0o755 });
}

/** Whether the code is no claim about this checkout, or a true one. */
function isThere(code: string, document: string): boolean {
  const script = /^npm (?:run )?([a-z][\w:-]*)/.exec(code)?.[1];
  if (script !== undefined) return npmCommands.includes(script) || script in manifest().scripts;
  const beside = join(root, dirname(document), code);
  return !looksLikePath(code) || existsSync(join(root, code)) || existsSync(beside);
}

const npmCommands = ['ci', 'install', 'pack'];

/** A path into one of our folders, without placeholders. */
function looksLikePath(code: string): boolean {
  return new RegExp(`^(${[...topFolders, '\\.ci'].join('|')})/[\\w./-]*$`).test(code);
}

function manifest(): { scripts: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
