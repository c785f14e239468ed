import {
  decodedMappings,
  type EncodedSourceMap,
  sourceContentFor,
  TraceMap,
  traceSegment,
} from '@jridgewell/trace-mapping';
import type { Location } from '../errors.ts';
import { Lines } from './position.ts';

/**
 * A script that was put together from several files says at its end, in a source map, what of it comes from where. So its
 * text alone leads back to the author's lines, on any machine, however old the run that holds it.
 */
export interface Bundle {
  /** Without the map. */
  readonly text: string;
  readonly origins: Origins;
}

/** What stands before an inline map; the map is the rest of the source. */
const mark = '\n//# sourceMappingURL=data:application/json';
const dataUrl = /^(?:;charset=utf-8)?;base64,([A-Za-z0-9+/=]+)\s*$/;

/** A script's text and its map; `undefined` where it has none at its end. */
export function bundleIn(source: string): Bundle | undefined {
  const at = source.lastIndexOf(mark);
  const encoded = at < 0 ? undefined : dataUrl.exec(source.slice(at + mark.length))?.[1];
  if (encoded === undefined) return undefined;
  const text = source.slice(0, at + 1);
  return { text, origins: new Origins(text, encoded) };
}

/** A bundle as one text: `importers` says for each of the map's sources which of them imports it, by index. */
export function withInlineMap(text: string, map: object, importers: readonly (number | null)[]): string {
  const json = JSON.stringify({ ...map, [importersField]: importers });
  const bytes = new TextEncoder().encode(json);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `${text.replace(/\n?$/, '')}${mark};base64,${btoa(binary)}\n`;
}

/** The text that a location's file has: of a file in a bundle, where the map holds it; else the source itself. */
export function authorText(source: string, file?: string): string {
  const bundle = bundleIn(source);
  if (bundle === undefined) return source;
  return (file === undefined ? undefined : bundle.origins.textOf(file)) ?? bundle.text;
}

/** The files that a bundle was made of, as far as its map holds their texts. Empty for a source that is no bundle. */
export function authorFiles(source: string): { readonly file: string; readonly text: string }[] {
  return bundleIn(source)?.origins.texts() ?? [];
}

/** Where the parts of a bundle's text come from. Its map is read when it is first asked, which is when something went wrong. */
export class Origins {
  private readonly lines: Lines;
  private readonly sources = new Map<number, Lines>();
  private read: ReadMap | undefined;

  constructor(
    text: string,
    private readonly encoded: string,
  ) {
    this.lines = new Lines(text);
  }

  /** The author's place of an offset of the text; `undefined` for what no author wrote. */
  at(offset: number): Location | undefined {
    const { line, column } = this.lines.at(offset);
    const segment = traceSegment(this.map, line - 1, column - 1);
    if (segment === null || segment.length === 1) return undefined;
    const [start, source, originLine, originColumn] = segment;
    const file = this.files[source];
    if (typeof file !== 'string') return undefined;
    // A segment says where a piece begins; as far as the author's text goes on as the bundle does, the place is exact.
    const passed = this.lines.line(line).slice(start, column - 1);
    const copied = this.linesOf(source)
      ?.line(originLine + 1)
      .startsWith(passed, originColumn);
    return { file, line: originLine + 1, column: originColumn + 1 + (copied ? passed.length : 0) };
  }

  textOf(file: string): string | undefined {
    return this.files.includes(file) ? (sourceContentFor(this.map, file) ?? undefined) : undefined;
  }

  texts(): { file: string; text: string }[] {
    return this.files.flatMap((file) => {
      const text = typeof file === 'string' ? this.textOf(file) : undefined;
      return text === undefined ? [] : [{ file, text }];
    });
  }

  /** The files through which one got into the bundle: the one that imports it, the one that imports that, … the script. */
  importersOf(file: string): string[] {
    const chain: string[] = [];
    for (let next = this.importerOf(file); next !== undefined && !chain.includes(next); next = this.importerOf(next)) {
      chain.push(next);
    }
    return chain;
  }

  private importerOf(file: string): string | undefined {
    const importer = this.readMap.importers[this.files.indexOf(file)];
    return typeof importer === 'number' ? this.files[importer] : undefined;
  }

  private linesOf(source: number): Lines | undefined {
    const known = this.sources.get(source);
    const text = known ? undefined : this.map.sourcesContent?.[source];
    if (typeof text !== 'string') return known;
    const lines = new Lines(text);
    this.sources.set(source, lines);
    return lines;
  }

  private get files(): readonly string[] {
    return this.map.resolvedSources;
  }

  private get map(): TraceMap {
    return this.readMap.trace;
  }

  private get readMap(): ReadMap {
    this.read ??= mapFrom(this.encoded);
    return this.read;
  }
}

interface ReadMap {
  readonly trace: TraceMap;
  /** For each of the map's sources, the index of the one that imports it. */
  readonly importers: readonly unknown[];
}

const importersField = 'x_lockstep_importers';

/** Maps come with scripts, from anywhere: what is wrong with one takes the map away, and no more. */
function mapFrom(encoded: string): ReadMap {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const json = JSON.parse(new TextDecoder().decode(bytes)) as EncodedSourceMap & { [importersField]?: unknown };
    const trace = new TraceMap(json);
    decodedMappings(trace);
    const importers = json[importersField];
    return { trace, importers: Array.isArray(importers) ? importers : [] };
  } catch {
    return { trace: new TraceMap({ version: 3, sources: [], names: [], mappings: '' }), importers: [] };
  }
}
