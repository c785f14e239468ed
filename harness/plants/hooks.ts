/**
 * Module hooks of Node, for the thread that plants are tried in. A module whose URL ends in `?plant=<name>` belongs to that
 * plant: it is loaded once more for it, and so is everything it imports that the patch reaches. Other modules stay shared.
 * The plant called `everywhere` needs no such URL: its modules are what everybody gets.
 */
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';

/** The modules that a plant changes, and those that feel it. Plain data; modules go by the URLs of what was built. */
export interface PlantedModules {
  readonly plant: string;
  readonly reach: ReadonlySet<string>;
  /** Texts of modules with the patches in them. */
  readonly texts: ReadonlyMap<string, string>;
}

const planted = new Map<string, PlantedModules>();
const query = '?plant=';

/** The name of a plant whose modules take the place of the sound ones. */
export const everywhere = 'everywhere';

/** The URL of a built module as it is with a plant in the runtime. */
export function plantedUrl(url: URL, plant: string): string {
  return `${url.href}${query}${encodeURIComponent(plant)}`;
}

export const initialize: InitializeHook<readonly PlantedModules[]> = (modules) => {
  for (const module of modules) planted.set(module.plant, module);
};

export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const plant = plantOf(context.parentURL);
  if (plant === undefined || !specifier.startsWith('.')) return nextResolve(specifier, context);
  const { href } = new URL(specifier.replace(/\.ts$/, '.js'), context.parentURL?.split(query)[0]);
  return { url: plant.reach.has(href) ? plantedUrl(new URL(href), plant.plant) : href, shortCircuit: true };
};

export const load: LoadHook = (url, context, nextLoad) => {
  const text = plantOf(url)?.texts.get(url.split(query)[0] as string);
  return text === undefined ? nextLoad(url, context) : { format: 'module', source: text, shortCircuit: true };
};

function plantOf(url = ''): PlantedModules | undefined {
  const [module = '', name] = url.split(query);
  if (name !== undefined) return planted.get(decodeURIComponent(name));
  const plant = planted.get(everywhere);
  return plant?.texts.has(module) ? plant : undefined;
}
