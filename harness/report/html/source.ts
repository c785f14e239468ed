import type { Lane, SourceFile, Timeline } from '../../timeline/index.ts';
import { html, type Markup } from './markup.ts';

/** A long file is shown round its calls only. */
const wholeMax = 500;
const around = 12;
/** Of one line: generated code may be one. */
const columnsMax = 400;

/** Call by call: the lines that make them, and links between the two. */
export class SourcePanel {
  readonly #id: string;
  readonly #timeline: Timeline;
  readonly #of: string;
  /** By line id: positions of the calls made there, and the id of the first event of each. */
  readonly #calls = new Map<string, Map<number, string>>();

  /**
   * @param id begins the ids of its lines.
   * @param of what distinguishes its name from those of others in the page, as ` of failure 2`.
   */
  constructor(id: string, timeline: Timeline, of: string) {
    this.#id = id;
    this.#of = of;
    this.#timeline = timeline;
  }

  /** The id of the line that makes a call. */
  lineOf({ location }: Lane): string | undefined {
    const file = this.#timeline.sources.findIndex((source) => source.file === location?.file);
    return location === undefined || file === -1 ? undefined : this.#lineId(file, location.line);
  }

  /** An event shows a call that the line makes. */
  note(lane: Lane, event: string): void {
    const line = this.lineOf(lane);
    if (line === undefined) return;
    const calls = this.#calls.get(line) ?? new Map<number, string>();
    if (!calls.has(lane.position)) calls.set(lane.position, event);
    this.#calls.set(line, calls);
  }

  markup(): Markup {
    return html`<section class="sources" aria-label="Source${this.#of}">${this.#timeline.sources.map((source, i) => this.#file(source, i))}</section>`;
  }

  #file({ file, text }: SourceFile, index: number): Markup {
    const lines = text.replace(/\/\/# sourceMappingURL=data:\S*\s*$/, '').split(/\r\n|\r|\n/);
    if (lines.at(-1) === '') lines.pop();
    const isShown = this.#shown(lines.length, index);
    const shown = lines.flatMap((line, i) =>
      isShown(i + 1) ? this.#line(line, i + 1, index) : isShown(i) ? html`<li class="gap">…</li>` : [],
    );
    return html`<h3>${file}</h3><ol class="lines" role="list" tabindex="0" aria-label="Lines of ${file}">${shown}</ol>`;
  }

  #shown(lines: number, file: number): (line: number) => boolean {
    if (lines <= wholeMax) return () => true;
    const wanted = new Set<number>();
    const wrong = this.#timeline.verdict?.location?.line;
    for (let line = 1; line <= lines; line++) {
      if (line !== wrong && !this.#calls.has(this.#lineId(file, line)) && line !== 1) continue;
      for (let near = line - around; near <= line + around; near++) wanted.add(near);
    }
    return (line) => wanted.has(line);
  }

  #line(text: string, line: number, file: number): Markup {
    const id = this.#lineId(file, line);
    const calls = [...(this.#calls.get(id) ?? [])];
    const at = calls.length === 0 ? html`` : html` data-at="${id}" class="calls"`;
    const wrong = this.#isWrong(line, file)
      ? html`<b class="wrong-here"><span aria-hidden="true">✗</span><span class="unseen">here it goes wrong</span></b>`
      : '';
    const cut = text.length > columnsMax ? `${text.slice(0, columnsMax)}… (${text.length} characters)` : text;
    return html`<li id="${id}" value="${line}" tabindex="-1"${at}><span class="number">${line}</span><code>${cut || ' '}</code><span class="links">${wrong}${this.#links(calls)}</span></li>
`;
  }

  #links(calls: readonly (readonly [number, string])[]): Markup[] {
    const shown = calls
      .slice(0, linksMax)
      .map(
        ([position, event]) =>
          html`<a href="#${event}" title="call ${position}" aria-label="call ${position}">${position}</a>`,
      );
    return calls.length > linksMax ? [...shown, html`<span>and ${calls.length - linksMax} more</span>`] : shown;
  }

  #isWrong(line: number, file: number): boolean {
    const { verdict, sources } = this.#timeline;
    return verdict?.location?.line === line && sources[file]?.file === verdict.location.file;
  }

  #lineId(file: number, line: number): string {
    return `${this.#id}-s${file + 1}-l${line}`;
  }
}

/** A loop makes many calls in one line. */
const linksMax = 8;
