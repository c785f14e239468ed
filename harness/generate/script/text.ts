/** Lines that are not empty, in braces and indented. */
export function braces(...lines: readonly string[]): string {
  const body = joined(...lines);
  return body === '' ? '{}' : `{\n${indented(body)}\n}`;
}

/** Lines that are not empty, one below the other. */
export function joined(...lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

export function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}

const widthMax = 90;

/** Parts between brackets: on one line where that is short, else one below the other. */
export function fitted(open: string, parts: readonly string[], close: string): string {
  const short = open + parts.join(', ') + close;
  if (parts.length < 2 || (short.length <= widthMax && !short.includes('\n'))) return short;
  return `${open.trimEnd()}\n${indented(parts.join(',\n'))},\n${close.trimStart()}`;
}

/** A word, a literal, or a simple call or list: it needs no parentheses as an operand. */
export function isOperand(text: string): boolean {
  return /^(?:-?[\w$.]+(?:\([^()]*\))?|'[^']*'|`[^`]*`|\[[^[\]]*\])$/.test(text);
}

export function quoted(text: string): string {
  return `'${text}'`;
}

/** An expression as the body of an arrow function. */
export function asBody(text: string): string {
  return text.startsWith('{') ? `(${text})` : text;
}
