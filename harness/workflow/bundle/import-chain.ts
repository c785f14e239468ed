/** Which files import which: by file, in the order of its imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The shortest way from a file back to the script: the file that imports it, the one that imports that, and so on. */
export function chainTo(graph: ImportGraph, entry: string, file: string): string[] {
  const importerOf = new Map<string, string | undefined>([[entry, undefined]]);
  for (const importer of importerOf.keys()) {
    for (const imported of graph.get(importer) ?? []) {
      if (!importerOf.has(imported)) importerOf.set(imported, importer);
    }
  }
  const chain: string[] = [];
  for (let next = importerOf.get(file); next !== undefined; next = importerOf.get(next)) chain.push(next);
  return chain;
}
