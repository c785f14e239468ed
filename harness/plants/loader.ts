import { existsSync, readFileSync, statSync } from 'node:fs';
import { register } from 'node:module';
import { withoutDoors } from './doors.ts';
import { everywhere, type PlantedModules, plantedUrl } from './hooks.ts';
import { graphFrom, type ModuleGraph, reachOf } from './module-graph.ts';
import { moduleOf, patched, StalePlant } from './patch.ts';
import type { Planting } from './plant.ts';

/** Where the source is that plants patch, and what was built of it. Folders, with a slash at the end. */
export interface Checkout {
  readonly sources: URL;
  readonly built: URL;
}

/** The checkout that this module was built in; `undefined` where only what is built is there. */
export function findCheckout(): Checkout | undefined {
  const isSource = import.meta.url.endsWith('.ts');
  const sources = new URL(isSource ? '../../' : '../../../', import.meta.url);
  const checkout = { sources, built: new URL('dist/', sources) };
  return existsSync(new URL('runtime/index.ts', sources)) && existsSync(checkout.built) ? checkout : undefined;
}

/** What a patched module leaves when it is evaluated: a plant that never came into being would survive for no fault of the harness. */
const witnesses = new Set<string>();
Object.assign(globalThis, { lockstepPlanted: witnesses });

function witness(name: string, file: string): string {
  return `globalThis.lockstepPlanted.add(${JSON.stringify(keyOf(name, file))});`;
}

function keyOf(name: string, file: string): string {
  return `${name} ${file}`;
}

/** Loads modules of this folder, as they were built, with one plant in the source. One per thread. */
export class PlantLoader {
  readonly #folder: URL;
  readonly #stale = new Map<string, StalePlant>();
  readonly #builtMs: number;

  /** @param entries names of the modules that are loaded with plants. */
  constructor(checkout: Checkout, entries: readonly string[], plants: readonly Planting[]) {
    this.#folder = new URL('harness/plants/', checkout.built);
    const graph = graphFrom(entries.map((entry) => this.#built(entry)));
    const modules = plants.flatMap((plant) => {
      try {
        return [plantedModules(checkout, graph, plant)];
      } catch (error) {
        if (!(error instanceof StalePlant)) throw error;
        this.#stale.set(plant.name, error);
        return [];
      }
    });
    this.#builtMs = this.#whenBuilt();
    register(this.#built('hooks'), { data: modules });
  }

  /** The module, and everything it uses, with the plant. Throws `StalePlant`. */
  async load(entry: string, { name }: Planting): Promise<unknown> {
    const stale = this.#stale.get(name);
    if (stale !== undefined) throw stale;
    const loaded: unknown = await import(plantedUrl(this.#built(entry), name));
    if (this.#whenBuilt() === this.#builtMs) return loaded;
    throw new StalePlant('The package was built again while plants were tried: what was loaded is of two builds.');
  }

  /** Whether all that the plant patches has been evaluated in this thread. */
  wasLoaded({ name, patches }: Planting): boolean {
    return patches.every(({ file }) => witnesses.has(keyOf(name, file)));
  }

  #whenBuilt(): number {
    return statSync(this.#built('hooks')).mtimeMs;
  }

  #built(entry: string): URL {
    return new URL(`${entry}.js`, this.#folder);
  }
}

/**
 * From now on, what this thread has not loaded yet is loaded with the plant in it, and in no other way. For plants in modules, not in
 * texts that are imported. Throws `StalePlant`.
 */
export function plantEverywhere(checkout: Checkout, plant: Planting): void {
  const { texts } = plantedModules(checkout, new Map(), plant);
  const hooks = new URL('harness/plants/hooks.js', checkout.built);
  register(hooks, { data: [{ plant: everywhere, reach: new Set(), texts }] });
}

function plantedModules({ sources, built }: Checkout, graph: ModuleGraph, { name, patches }: Planting): PlantedModules {
  const sourceOf = (file: string) => readFileSync(new URL(file, sources), 'utf8');
  const files = [...new Set(patches.map(({ file }) => file))];
  const texts = new Map(
    files.map((file) => {
      const source = sourceOf(file);
      requireBuilt(builtOf(built, graph, file), file, source);
      const text = patches.filter((patch) => patch.file === file).reduce(patched, source);
      const code = withoutDoors(file, moduleOf(file, text), sourceOf);
      return [builtOf(built, graph, file), `${code}\n${witness(name, file)}`];
    }),
  );
  return { plant: name, reach: reachOf(graph, [...texts.keys()]), texts };
}

/**
 * A patched source takes its place among modules that were built. If these are of another source, what it does is anybody's guess, and so is
 * whether the plant survives.
 */
function requireBuilt(module: string, file: string, source: string): void {
  const map = new URL(`${module}.map`);
  if (!existsSync(map)) return;
  const { sourcesContent } = JSON.parse(readFileSync(map, 'utf8')) as { sourcesContent?: readonly (string | null)[] };
  if (sourcesContent === undefined || sourcesContent.includes(source)) return;
  throw new StalePlant(`${file} has been changed since the package was built.`);
}

/** What is imported as text has a module of its own, below a folder that is called as the one it was built in. */
function builtOf(built: URL, graph: ModuleGraph, file: string): string {
  if (file.endsWith('.ts')) return new URL(file.replace(/\.ts$/, '.js'), built).href;
  const raw = [...graph.keys()].find((href) => href.includes('/_virtual/_raw_/') && href.endsWith(`/${file}.js`));
  if (raw === undefined) throw new Error(`Nothing was built of ${file}.`);
  return raw;
}
