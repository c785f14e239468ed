import { hasImports, withInlineMap } from '../../../runtime/index.ts';
import type { Workflow } from '../declaration.ts';
import { pathInProject, projectRoot, readScript, readText, realFile } from '../project-files.ts';
import { type Built, type Entry, runBundler } from './bundler.ts';
import { chainTo } from './import-chain.ts';
import { bundleFailure, noDefaultExport } from './refusal.ts';

/**
 * A script's text as the sandbox takes it. What the script imports, files beside it and packages, is put together with it
 * into one ES module, which says in a source map at its end what of it comes from where: every error of a run leads to the
 * author's lines. A script without imports is given as it is. The text depends on the files alone: paths in it are relative
 * to the project, that is the nearest folder above the script with a `lockstep.config.*`, else with a `package.json`.
 *
 * Throws `LinkError` for what no script can import, with the files that lead there; `ScriptSyntaxError` for a file that
 * does not parse; `MisuseError`: `SCRIPT_FILE` where the script cannot be read, `BUNDLER` where esbuild cannot run.
 */
export async function bundleScript(file: string): Promise<string> {
  const source = readText(file);
  if (!hasImports(source)) return source;
  return bundled({ root: projectRoot(realFile(file)), file: pathInProject(file), source });
}

/**
 * The text of a workflow's script, of one file or several. Throws as `bundleScript` does; where the script cannot be read, it
 * says who named it.
 */
export async function scriptOf(workflow: Pick<Workflow, 'name' | 'script' | 'file'>): Promise<string> {
  readScript(workflow);
  return bundleScript(workflow.script);
}

async function bundled(entry: Entry): Promise<string> {
  const built = await runBundler(entry);
  if ('failure' in built) throw bundleFailure(built.failure, entry);
  if (!built.hasDefault) throw noDefaultExport(entry);
  return withInlineMap(built.text, built.map, importersIn(built, entry));
}

/** For each of the map's sources, which of them leads there. */
function importersIn({ map: { sources }, graph }: Built, entry: Entry): (number | null)[] {
  return sources.map((source) => {
    const [importer] = chainTo(graph, entry.file, source);
    const index = importer === undefined ? -1 : sources.indexOf(importer);
    return index < 0 ? null : index;
  });
}
