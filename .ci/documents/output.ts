/** What stands for anything in a document's copy of what a command prints: alone in a line, for lines; else for a part of one. */
const gap = '…';

/**
 * Whether a command printed what a document says that it does: its lines, one after the other, somewhere in the output. White space
 * at the ends of lines does not count, nor does how far all of it is indented.
 */
export function printed(shown: string, output: string): boolean {
  return new RegExp(`^${pattern(shown)}$`, 'm').test(withoutTrailing(output));
}

function pattern(shown: string): string {
  const lines = withoutTrailing(shown)
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  const indent = Math.min(...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  return lines.map((line, at) => linePattern(line.slice(indent), at === lines.length - 1)).join('');
}

function linePattern(line: string, isLast: boolean): string {
  const end = isLast ? '' : '\\n';
  if (line.trim() === gap) return isLast ? '[^\\n]*' : '(?:[^\\n]*\\n)*?';
  if (line === '') return end;
  return ` *${line.split(gap).map(escaped).join('[^\\n]*?')}${end}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function withoutTrailing(text: string): string {
  return text.replaceAll(/[^\S\n]+$/gm, '');
}
