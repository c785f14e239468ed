import type { SourceFile, TimelineAttempt } from './timeline.ts';

/**
 * The author's files that calls are made in, the script's own first. A bundled script carries the texts of the files it was
 * made from in the source map at its end.
 */
export function sourceFiles(file: string, script: string, attempts: readonly TimelineAttempt[]): SourceFile[] {
  const named = new Set(attempts.flatMap(({ lanes }) => lanes.flatMap(({ location }) => location?.file ?? [])));
  const bundled = bundledFiles(script);
  if (bundled.length === 0) return [{ file, text: script }];
  const used = bundled.filter((source) => named.has(source.file) || source.file === file);
  return [...used.filter((source) => source.file === file), ...used.filter((source) => source.file !== file)];
}

const inlineMap = /\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([A-Za-z0-9+/=]+)\s*$/;

function bundledFiles(script: string): SourceFile[] {
  const encoded = inlineMap.exec(script)?.[1];
  if (encoded === undefined) return [];
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const { sources = [], sourcesContent = [] } = JSON.parse(new TextDecoder().decode(bytes)) as Bundled;
    return sources.flatMap((file, i) => {
      const text = sourcesContent[i];
      return typeof file === 'string' && typeof text === 'string' ? [{ file, text }] : [];
    });
  } catch {
    // A map that cannot be read is the script's own comment.
    return [];
  }
}

interface Bundled {
  readonly sources?: readonly (string | null)[];
  readonly sourcesContent?: readonly (string | null)[];
}
