/** A script's text with statements before its first, on the same line: behind the fence that may stand around it. */
export function prefixed(source: string, statements: string): string {
  const [opening = ''] = /^\s*```[^\n`]*\n/.exec(source) ?? [];
  return opening + statements + source.slice(opening.length);
}
