import { existsSync, readFileSync } from 'node:fs';

/** Which built modules import which: of each, by its URL, those whose exports it uses. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>;

const imported =
  /(?:^|[\s;}])(?:import|export)\s[^;'"]*?\sfrom\s*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']\s*\)/g;

/** The modules that can be reached from the given ones. An import that takes nothing is left out. */
export function graphFrom(entries: readonly URL[]): ModuleGraph {
  const graph = new Map<string, readonly string[]>();
  const queue = entries.map(({ href }) => href);
  for (let href = queue.pop(); href !== undefined; href = queue.pop()) {
    if (graph.has(href)) continue;
    const targets = importsOf(new URL(href));
    graph.set(href, targets);
    queue.push(...targets);
  }
  return graph;
}

function importsOf(url: URL): string[] {
  if (!existsSync(url)) return [];
  const found = readFileSync(url, 'utf8').matchAll(imported);
  return Array.from(found, ([, fixed, dynamic]) => new URL((fixed ?? dynamic) as string, url).href);
}

/** Modules and all that would be others if they were: whatever imports them, and what imports that. */
export function reachOf(graph: ModuleGraph, modules: readonly string[]): Set<string> {
  const reach = new Set(modules);
  for (let before = 0; before < reach.size; ) {
    before = reach.size;
    for (const [module, targets] of graph) if (targets.some((target) => reach.has(target))) reach.add(module);
  }
  return reach;
}
