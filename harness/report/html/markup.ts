/**
 * HTML as values. Whatever is put into an `html` template is escaped unless it is markup itself, so that no script, value
 * or name that is shown can add to the page.
 */
export class Markup {
  constructor(readonly text: string) {}
}

export type Part = Markup | string | number | readonly Part[] | undefined | false;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const text = strings.map((string, i) => (i === 0 ? string : `${textOf(parts[i - 1])}${string}`)).join('');
  return new Markup(text);
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(textOf).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * For content and for quoted attributes. What a reader could not see, or what could make a line read otherwise than it is
 * (controls, directions of text, half characters), is shown by its code.
 */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Controls but tab and line feed; soft hyphen, marks and overrides of direction, joiners, separators, byte order mark; half surrogates. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function visible(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
