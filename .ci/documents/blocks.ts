/** A fenced block of a document. */
export interface Block {
  document: string;
  /** Line of the opening fence, from 1. */
  line: number;
  language: string;
  /** `file=refund.fuzz.ts`, `exit=10`, `ci` behind the language, by name; a word alone has the value `''`. */
  notes: ReadonlyMap<string, string>;
  text: string;
}

const fence = /^```(\S*) ?([^\n]*)\n([\s\S]*?)^```$/gm;

export function blocksOf(document: string, markdown: string): Block[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const [, language = '', notes = '', text = ''] = match;
    return { document, line: lineAt(markdown, match.index), language, notes: parseNotes(notes), text };
  });
}

function parseNotes(text: string): ReadonlyMap<string, string> {
  const words = text.split(' ').filter((word) => word !== '');
  return new Map(words.map((word) => [word.split('=')[0] ?? word, word.split('=').slice(1).join('=')]));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Everything in single backticks outside of fenced blocks. */
export function inlineCode(markdown: string): string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

/** Where links lead, outside of fenced blocks. */
export function links(markdown: string): string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/\]\(([^()\s]+)\)/g)].map((match) => match[1] ?? '');
}

/** The names of chapters as links have them. */
export function headings(markdown: string): string[] {
  const titles = markdown.replaceAll(fence, '').matchAll(/^#+ (.*)$/gm);
  return Array.from(titles, ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
