import { join } from 'node:path';
import type { BuildFailure, BuildOptions, BuildResult, Message, Metafile } from 'esbuild';
import { MisuseError } from '../../../runtime/index.ts';
import type { ImportGraph } from './import-chain.ts';
import { ImportGate, type Refused } from './import-gate.ts';

/** A script that imports something. */
export interface Entry {
  /** Absolute path of the project's folder. */
  readonly root: string;
  /** The script's path in it, with `/`. */
  readonly file: string;
  readonly source: string;
}

export interface Built {
  readonly text: string;
  readonly map: { readonly sources: readonly string[] };
  readonly graph: ImportGraph;
  readonly hasDefault: boolean;
}

export interface Failed {
  readonly failure: { readonly messages: readonly Message[]; readonly graph: ImportGraph };
}

/**
 * One ES module of a script and all that it imports. What cannot be imported is left open at first, because most of what
 * packages import for other hosts goes away when what nobody uses is left out. Only if something of it is left, the script
 * is built once more to be told where it is imported, and through which files one gets there.
 */
export async function runBundler(entry: Entry): Promise<Built | Failed> {
  let built = await attempt(entry, new ImportGate());
  // Files that are imported while the script runs would be built in: nothing in the text says that they were.
  if ('metafile' in built && hasDynamicImports(built.metafile))
    built = await attempt(entry, new ImportGate({ dynamic: true }));
  if ('metafile' in built) {
    const left = leftOpen(built.metafile);
    return left.length === 0 ? builtFrom(built) : explained(entry, left, usedIn(built.metafile));
  }
  return explained(entry, []);
}

/** `used`: the files of which something is left in the module; what others import does not matter. */
async function explained(entry: Entry, refused: readonly Refused[], used?: ReadonlySet<string>): Promise<Failed> {
  const gate = new ImportGate({ refused, explains: true });
  const { errors } = await attempt(entry, gate);
  const ofUsed = errors.filter(({ location }) => location !== null && used?.has(location.file));
  return { failure: { messages: ofUsed.length > 0 ? ofUsed : errors, graph: gate.graph(entry.root) } };
}

type Result = BuildResult<ReturnType<typeof optionsFor>>;

async function attempt(entry: Entry, gate: ImportGate): Promise<Result | BuildFailure> {
  const { build } = await import('esbuild');
  try {
    return await build(optionsFor(entry, gate));
  } catch (error) {
    if (error instanceof Error && Array.isArray((error as BuildFailure).errors)) return error as BuildFailure;
    throw noBundler(error);
  }
}

/** Nothing in here depends on the machine, the moment or the working directory. */
function optionsFor({ root, file }: Entry, gate: ImportGate) {
  return {
    absWorkingDir: root,
    entryPoints: [join(root, file)],
    outfile: join(root, 'bundle.js'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    // Neither Node nor a browser: packages give what they have for any host.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // What the engine knows. Newer syntax is written in older.
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
    sourcemap: 'external',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [gate.plugin],
  } as const satisfies BuildOptions;
}

function builtFrom({ outputFiles, metafile }: Result): Built {
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    text: textOf('bundle.js'),
    map: JSON.parse(textOf('bundle.js.map')) as Built['map'],
    graph: graphOf(metafile),
    hasDefault: Object.values(metafile.outputs).some(({ exports }) => exports.includes('default')),
  };
}

function graphOf({ inputs }: Metafile): ImportGraph {
  return new Map(Object.entries(inputs).map(([file, { imports }]) => [file, imports.map(({ path }) => path)]));
}

function hasDynamicImports({ inputs }: Metafile): boolean {
  return Object.values(inputs).some(({ imports }) => imports.some(({ kind }) => kind === 'dynamic-import'));
}

/** Imports that the module would still make when it runs. */
function leftOpen({ outputs }: Metafile): Refused[] {
  return Object.values(outputs).flatMap(({ imports }) => imports.map(({ path, kind }) => ({ path, kind })));
}

function usedIn({ outputs }: Metafile): Set<string> {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file));
}

function noBundler(error: unknown): MisuseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new MisuseError(
    'BUNDLER',
    `The script imports other files, and esbuild, which puts them together, cannot run: ${reason}`,
  );
}
