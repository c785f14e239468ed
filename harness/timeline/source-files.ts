import { authorFiles } from '../../runtime/index.ts';
import type { SourceFile, TimelineAttempt } from './timeline.ts';

/**
 * The author's files that calls are made in, the script's own first. A bundled script carries the texts of the files it was
 * made from in the source map at its end.
 */
export function sourceFiles(file: string, script: string, attempts: readonly TimelineAttempt[]): SourceFile[] {
  const named = new Set(attempts.flatMap(({ lanes }) => lanes.flatMap(({ location }) => location?.file ?? [])));
  const bundled = authorFiles(script);
  if (bundled.length === 0) return [{ file, text: script }];
  const used = bundled.filter((source) => named.has(source.file) || source.file === file);
  return [...used.filter((source) => source.file === file), ...used.filter((source) => source.file !== file)];
}
