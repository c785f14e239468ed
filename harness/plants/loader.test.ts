import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withoutDoors } from './doors.ts';
import { initialize, load, plantedUrl, resolve } from './hooks.ts';
import { findCheckout, PlantLoader } from './loader.ts';
import { type ModuleGraph, reachOf } from './module-graph.ts';
import { plants } from './plants.ts';

const url = (name: string) => `file:///dist/${name}.js`;
const graph: ModuleGraph = new Map([
  [url('door'), [url('session'), url('log')]],
  [url('session'), [url('guard'), url('log')]],
  [url('guard'), [url('log')]],
  [url('log'), []],
]);

function next(specifier: string): { url: string } {
  return { url: `as usual: ${specifier}` };
}

describe('what a patch reaches', () => {
  test('is the module, and whatever imports it', () => {
    expect(reachOf(graph, [url('guard')])).toEqual(new Set([url('guard'), url('session'), url('door')]));
    expect(reachOf(graph, [url('door')])).toEqual(new Set([url('door')]));
  });
});

describe('the hooks', () => {
  const texts = new Map([[url('guard'), 'export const planted = true;']]);
  void initialize([{ plant: 'p', reach: reachOf(graph, [url('guard')]), texts }]);
  const from = (name: string, specifier: string) => resolve(specifier, { parentURL: name } as never, next as never);

  test('keep to a plant where its patch reaches, and to what is shared where not', () => {
    const door = plantedUrl(new URL(url('door')), 'p');

    expect(from(door, './session.js')).toMatchObject({ url: plantedUrl(new URL(url('session')), 'p') });
    expect(from(door, './session.ts')).toMatchObject({ url: plantedUrl(new URL(url('session')), 'p') });
    expect(from(door, './log.js')).toMatchObject({ url: url('log') });
    expect(from(door, 'acorn')).toEqual({ url: 'as usual: acorn' });
    expect(from(url('door'), './session.js')).toEqual({ url: 'as usual: ./session.js' });
  });

  test('give the patched text for the patched module alone', () => {
    const usual = (href: string) => ({ source: href });
    const loaded = (name: string) => load(name, {} as never, usual as never);

    expect(loaded(plantedUrl(new URL(url('guard')), 'p'))).toMatchObject({ source: 'export const planted = true;' });
    expect(loaded(url('guard'))).toEqual({ source: url('guard') });
    expect(loaded(plantedUrl(new URL(url('session')), 'p'))).not.toHaveProperty('shortCircuit');
  });
});

test('names that come through doors of the harness are taken where they are from', () => {
  const doors: Record<string, string> = {
    'harness/world/index.ts': "export { type A, go } from './drive.ts';\nexport { rest } from './rest.ts';",
  };
  const code = "import { go, rest as r } from '../world/index.ts';\nimport { Engine } from '../../runtime/index.ts';";

  const direct = withoutDoors('harness/oracle/some.ts', code, (file) => doors[file] as string);

  expect(direct).toBe(
    "import { go } from '../world/drive.ts'; import { rest as r } from '../world/rest.ts';\nimport { Engine } from '../../runtime/index.ts';",
  );
});

test('a source that is not what was built is not patched: nobody could say what the mixture does', async () => {
  const [plant] = plants.filter(({ name }) => name === 'name-not-compared');
  const checkout = findCheckout();
  if (plant === undefined || checkout === undefined) throw new Error('There is no plant, or nothing was built.');
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-'));
  mkdirSync(join(folder, 'runtime/session'), { recursive: true });
  const source = readFileSync(new URL('runtime/session/guard.ts', checkout.sources), 'utf8');
  writeFileSync(join(folder, 'runtime/session/guard.ts'), `${source}\n// edited`);

  const loader = new PlantLoader({ ...checkout, sources: pathToFileURL(`${folder}/`) }, ['search'], [plant]);

  await expect(loader.load('search', plant)).rejects.toThrow('guard.ts has been changed since the package was built');
  rmSync(folder, { recursive: true });
});
