/** The source line of a location with a caret under its column, as two indented lines. Empty if there is no such line. */
export function excerpt(source: string, location: { line: number; column: number }): string[] {
  const line = source.split(/\r\n|\r|\n/)[location.line - 1];
  if (line === undefined) return [];
  const number = String(location.line);
  const window = aroundColumn(line, location.column);
  return [`  ${number} | ${window.text}`, `  ${' '.repeat(number.length)} | ${window.pad}^`];
}

const WIDTH = 110;

/** Long lines (minified scripts) are cut round the column. Tabs stay tabs, so that the caret stands under its character. */
function aroundColumn(line: string, column: number): { text: string; pad: string } {
  const from = column > WIDTH ? column - Math.floor(WIDTH / 2) : 0;
  const text = line.slice(from, from + WIDTH);
  const pad = line.slice(from, Math.max(from, column - 1)).replace(/[^\t]/g, ' ');
  return { text, pad };
}

/** Text with every line indented by two spaces more. */
export function indent(text: string, by = 2): string {
  const pad = ' '.repeat(by);
  return text
    .split('\n')
    .map((line) => (line === '' ? line : pad + line))
    .join('\n');
}

/** At most `linesMax` lines; says how many are left out. */
export function clip(text: string, linesMax: number): string {
  const lines = text.split('\n');
  if (lines.length <= linesMax) return text;
  return [...lines.slice(0, linesMax), `… ${lines.length - linesMax} more lines`].join('\n');
}

const timelineMax = 40;
/** How many of them are its end: what it led to. */
const endMax = 10;

/** What happened, for a terminal: where it is long its middle is left out, and it says how much of it. */
export function clipTimeline(lines: readonly string[]): readonly string[] {
  if (lines.length <= timelineMax) return lines;
  const from = timelineMax - endMax;
  return [...lines.slice(0, from), `… ${lines.length - timelineMax} more lines`, ...lines.slice(-endMax)];
}
