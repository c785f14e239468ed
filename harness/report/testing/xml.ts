/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly in it, CDATA included. */
  readonly text: string;
}

/** Reads a document strictly, as far as our reports use the language. Throws for what is not well-formed. */
export function readXml(document: string): XmlElement {
  return new XmlReader(document).root();
}

const declaration = /<\?xml version="1\.0"[^?]*\?>\s*/y;
const openTag = /<([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>/y;
const attribute = /([\w.-]+)="([^"]*)"/g;
const cdata = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
const plainText = /[^<]+/y;
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

class XmlReader {
  readonly #document: string;
  #at = 0;

  constructor(document: string) {
    this.#document = document.trim();
    if (forbidden.test(document)) throw new Error('A character stands in it that XML has not.');
  }

  root(): XmlElement {
    this.#take(declaration);
    const root = this.#element();
    if (root === undefined || this.#at !== this.#document.length) this.#fail('one element and nothing else');
    return root;
  }

  #element(): XmlElement | undefined {
    const tag = this.#take(openTag);
    if (tag === undefined) return undefined;
    const [, name = '', list = '', isEmpty] = tag;
    const attributes = Object.fromEntries(
      [...list.matchAll(attribute)].map(([, key, value = '']) => [key, unescaped(value)]),
    );
    return { name, attributes, ...(isEmpty ? { children: [], text: '' } : this.#content(name)) };
  }

  #content(name: string): Pick<XmlElement, 'children' | 'text'> {
    const children: XmlElement[] = [];
    let text = '';
    while (!this.#takes(`</${name}>`)) {
      const part = this.#take(cdata)?.[1] ?? this.#plain() ?? this.#element();
      if (part === undefined) this.#fail(`content or the end of ${name}`);
      if (typeof part === 'string') text += part;
      else children.push(part);
    }
    return { children, text };
  }

  #plain(): string | undefined {
    const found = this.#take(plainText)?.[0];
    if (found?.includes(']]>')) this.#fail('no end of CDATA in text');
    return found === undefined ? undefined : unescaped(found);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#document) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  #takes(text: string): boolean {
    const isThere = this.#document.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #fail(expected: string): never {
    throw new Error(`Expected ${expected} at ${JSON.stringify(this.#document.slice(this.#at, this.#at + 60))}.`);
  }
}

function unescaped(text: string): string {
  return text.replace(/&(#x?[\dA-Fa-f]+|\w+)?;?/g, (whole, name: string | undefined) => {
    const known = name === undefined ? undefined : (entities[name] ?? fromNumber(name));
    if (known === undefined || !whole.endsWith(';')) throw new Error(`A bare ${whole} stands in it.`);
    return known;
  });
}

function fromNumber(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}
