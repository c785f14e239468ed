/**
 * docs/five-minutes.md as a stranger does it: the package as npm would ship it, an empty folder, and every block in turn, what it
 * installs included.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../checkout.ts';
import { blocksOf } from './blocks.ts';
import { printed } from './output.ts';
import { runShell, writeInto } from './play.ts';

const document = 'docs/five-minutes.md';
const folder = mkdtempSync(join(tmpdir(), 'five-minutes-'));
const project = join(folder, 'project');

beforeAll(() => {
  mkdirSync(project);
  const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe(document, () => {
  let said = '';

  test.each(blocksOf(document, readFileSync(join(root, document), 'utf8')))('line $line', (block) => {
    if (block.notes.has('file')) writeInto(project, block);
    else if (block.language === 'sh') said = runShell(block, project);
    else if (block.notes.has('output')) expect(printed(block.text, said) ? 'was printed' : said).toBe('was printed');
  });

  test('leaves a project with a kept case and nothing of ours but the package', () => {
    expect(existsSync(join(project, 'corpora/cases/large-refund-that-nobody-approved.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).dependencies.lockstep).toMatch(/^file:/);
  });
});
