import { isBuiltin } from 'node:module';
import { basename, relative, sep } from 'node:path';
import type { ImportKind, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import type { ImportGraph } from './import-chain.ts';

/** An import that no script can have. */
export interface Refused {
  readonly path: string;
  readonly kind: string;
}

/** What the gate says of a refused import; the bundler adds the place. */
export interface Refusal {
  readonly refused: Refused;
}

interface GateOptions {
  /** Keep imports out that are made while the script runs. */
  readonly dynamic?: boolean;
  /** Refuse these, instead of leaving them open. */
  readonly refused?: readonly Refused[];
  /** Write down which file imports which. */
  readonly explains?: boolean;
}

/** Decides for each import whether it becomes part of the script. Modules of Node do, where a package of the name is installed. */
export class ImportGate {
  readonly plugin: Plugin = { name: 'lockstep', setup: (build) => this.watch(build) };
  private readonly edges = new Map<string, Set<string>>();

  constructor(private readonly options: GateOptions = {}) {}

  /** The imports that were seen, with paths relative to `root`. */
  graph(root: string): ImportGraph {
    const inRoot = (path: string): string => relative(root, path).split(sep).join('/');
    // Files are read in parallel: the order in which imports were seen says nothing.
    const entries = [...this.edges].map(([file, to]) => [inRoot(file), [...to].map(inRoot).sort()] as const);
    return new Map(entries);
  }

  private watch(build: PluginBuild): void {
    // The bundler would put style sheets into a file of their own, which nobody reads.
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ errors: [{ text: noLoader('.css', path) }] }));
    const { dynamic, explains } = this.options;
    const filter = dynamic || explains ? /./ : /^(?:node:.*|[a-z_/0-9]+)$/;
    build.onResolve({ filter }, async (asked) => {
      if (asked.pluginData === inside || asked.kind === 'entry-point') return undefined;
      if (explains) await this.note(build, asked);
      return await this.decision(build, asked);
    });
  }

  private async decision(build: PluginBuild, asked: OnResolveArgs): Promise<OnResolveResult | undefined> {
    const { path, kind } = asked;
    const refused = this.options.refused?.find((one) => one.path === path && one.kind === kind);
    if (refused !== undefined) return { errors: [{ text: path, detail: { refused } satisfies Refusal }] };
    const isOpen = isMadeLater(kind) ? this.isClosedToLater() : await isOfNode(build, asked);
    return isOpen ? { path, external: true, sideEffects: false } : undefined;
  }

  private isClosedToLater(): boolean {
    return this.options.dynamic === true || this.options.explains === true;
  }

  private async note(build: PluginBuild, asked: OnResolveArgs): Promise<void> {
    const { path } = await resolved(build, asked);
    if (path === '') return;
    const known = this.edges.get(asked.importer) ?? new Set();
    this.edges.set(asked.importer, known.add(path));
  }
}

/** In the bundler's words for files of other kinds. */
function noLoader(kind: string, path: string): string {
  return `No loader is configured for "${kind}" files: ${basename(path)}`;
}

/** Marks our own questions, so that the gate does not answer them. */
const inside = Symbol('inside');

function resolved(build: PluginBuild, { path, kind, importer, resolveDir, with: attributes }: OnResolveArgs) {
  return build.resolve(path, { kind, importer, resolveDir, with: attributes, pluginData: inside });
}

async function isOfNode(build: PluginBuild, asked: OnResolveArgs): Promise<boolean> {
  if (!isBuiltin(asked.path)) return false;
  if (asked.path.startsWith('node:')) return true;
  return (await resolved(build, asked)).errors.length > 0;
}

function isMadeLater(kind: ImportKind): boolean {
  return kind === 'dynamic-import';
}
