import { count } from '../number-text.ts';
import { html, type Markup } from './markup.ts';

/** Longer texts are cut where they stand, and given whole at the end of the page, each once. */
const shownMax = 160;
/** Of one text, and of all together: a page is to be opened, not downloaded. */
const wholeMax = 40_000;
const allMax = 160_000;
/** What is kept of a text when there is no room left. */
const leastMax = 1_000;

export class LongTexts {
  readonly #whole = new Map<string, { readonly id: string; readonly from: string }>();

  /** @param from id of the element that it stands in, to come back to. */
  code(text: string, from: string): Markup {
    return html`<code>${this.#cut(text)}</code>${this.#link(text, from)}`;
  }

  /** The same for prose. */
  prose(text: string, from: string): Markup {
    return html`${this.#cut(text)}${this.#link(text, from)}`;
  }

  /** All that was cut. */
  section(): Markup {
    if (this.#whole.size === 0) return html``;
    let left = allMax;
    const texts = [...this.#whole].map(([text, { id, from }]) => {
      const shown = text.slice(0, Math.max(leastMax, Math.min(left, wholeMax)));
      left -= shown.length;
      return wholeText(text, shown, id, from);
    });
    return html`<section class="whole-texts" aria-labelledby="whole-texts"><h2 id="whole-texts">Long values</h2>${texts}</section>`;
  }

  #cut(text: string): string {
    return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  }

  #link(text: string, from: string): Markup {
    if (text.length <= shownMax) return html``;
    const known = this.#whole.get(text) ?? { id: `value-${this.#whole.size + 1}`, from };
    this.#whole.set(text, known);
    return html` <a class="more" href="#${known.id}">all ${count(text.length)} characters</a>`;
  }
}

function wholeText(text: string, shown: string, id: string, from: string): Markup {
  const rest = text.length - shown.length;
  const note = rest > 0 ? html`<p>The last ${count(rest)} characters are left out of this page.</p>` : '';
  return html`<article id="${id}" tabindex="-1"><p><a href="#${from}">Back to where it stands</a></p><pre tabindex="0">${readable(text, shown)}</pre>${note}</article>`;
}

/** JSON that is whole is easier to read on several lines. */
function readable(text: string, shown: string): string {
  if (shown !== text || shown.length > 10_000) return shown;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return shown;
  }
}
