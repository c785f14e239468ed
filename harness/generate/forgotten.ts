/**
 * The script, and after it a wait for something that nobody ever brings about. One that is a module stays as it is.
 * No script of the grammar does that, since what is behind it would never run.
 */
export function forgotten(source: string): string {
  if (/^(import|export)\b/m.test(source)) return source;
  return `await (async () => {\n${source}\n})();\nawait new Promise(() => {});\n`;
}
