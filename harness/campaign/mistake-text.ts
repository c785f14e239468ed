/** The way to this package and those that it uses, which differs from clone to clone. */
const wayToCode = /file:\/\/\S*\/(?=(?:dist|node_modules)\/)/g;

/** What the harness threw at itself, with its stack: the same text in every clone. */
export function mistakeText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replace(wayToCode, '');
}
