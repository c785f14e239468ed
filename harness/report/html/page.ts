import { createHash } from 'node:crypto';
import type { Timeline } from '../../timeline/index.ts';
import { LongTexts } from './long-texts.ts';
import { html, Markup } from './markup.ts';
import style from './page.css?raw';
import script from './page-script.js?raw';
import { timelineMarkup } from './timeline.ts';

/** What a page shows: a verdict with a few facts, and what led to it. */
export interface Page {
  readonly title: string;
  readonly verdict: { readonly word: string; readonly tone: 'good' | 'bad' | 'unsure' };
  /** Why, a sentence each. */
  readonly reasons: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Between the facts and the stories. */
  readonly tables: readonly Markup[];
  readonly stories: readonly Story[];
}

/** One failure, or one run that is looked at. */
export interface Story {
  readonly heading: string;
  /** Said below it, in small. */
  readonly note?: string;
  /** What should be and is not. */
  readonly promise?: string;
  /** What was expected and what was seen. Lines. */
  readonly message?: string;
  /** Command that shows it again. */
  readonly reproduce?: string;
  readonly timeline?: Timeline;
}

/** A page that needs nothing but itself: no network, and no script but its own, which the browser is told to hold it to. */
export function pageText(page: Page): string {
  const texts = new LongTexts();
  const stories = page.stories.map((story, i) =>
    storyMarkup(story, i, texts, page.stories.length > 1 ? ` of failure ${i + 1}` : ''),
  );
  return html`${new Markup('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${new Markup(hashOf(script))}'; base-uri 'none'; form-action 'none'">
<title>${page.verdict.word}: ${page.title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#${skipTo(page)}">${skipWords(page)}</a>
<header>
<h1><span class="verdict ${page.verdict.tone}">${page.verdict.word}</span> ${page.title}</h1>
<button type="button" class="keys" aria-haspopup="dialog" hidden>Keys <kbd>?</kbd></button>
</header>
<main id="main" tabindex="-1">
${overview(page)}
${stories}
${texts.section()}
</main>
${help}
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function skipTo({ stories }: Page): string {
  const at = stories.findIndex(({ timeline }) => timeline?.verdict !== undefined);
  return at === -1 ? 'main' : `t${at + 1}-wrong`;
}

function skipWords(page: Page): string {
  return skipTo(page) === 'main' ? 'Skip to the content' : 'Skip to the first divergence';
}

function overview({ reasons, facts, tables, stories }: Page): Markup {
  return html`<section class="overview" aria-label="Overview">
${reasons.length === 0 ? '' : html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${stories.length < 2 ? '' : storyList(stories)}
${tables}
</section>`;
}

function storyList(stories: readonly Story[]): Markup {
  const items = stories.map(
    ({ heading, note }, i) =>
      html`<li><a href="#story-${i + 1}">${heading}</a>${note === undefined ? '' : html` <span class="note">${note}</span>`}</li>`,
  );
  return html`<nav aria-labelledby="failures"><h2 id="failures">What is wrong</h2><ol>${items}</ol></nav>`;
}

function storyMarkup(story: Story, index: number, texts: LongTexts, of: string): Markup {
  const { heading, note, promise, message, reproduce, timeline } = story;
  const id = `story-${index + 1}`;
  const jump =
    timeline?.verdict === undefined
      ? ''
      : html`<a class="jump" href="#t${index + 1}-wrong">Jump to the first divergence</a>`;
  return html`<article class="story-of" id="${id}" tabindex="-1" aria-labelledby="${id}-title">
<h2 id="${id}-title">${heading}</h2>
${note === undefined ? '' : html`<p class="note">${note}</p>`}
${promise === undefined ? '' : html`<p class="promise">${promise}</p>`}
${message === undefined ? '' : html`<pre class="message" tabindex="0">${message.slice(0, messageMax)}</pre>`}
<p class="doing">${jump}${reproduce === undefined ? '' : html`<span>See it again: <code class="command">${reproduce}</code></span>`}</p>
${timeline === undefined ? '' : timelineMarkup(timeline, `t${index + 1}`, texts, of)}
</article>`;
}

/** A divergence may show two long values. */
const messageMax = 4_000;

const keys: readonly (readonly [string, string])[] = [
  ['↓ or j, ↑ or k', 'next and previous line of the timeline'],
  ['→, ←', 'the same turn in the next or previous attempt'],
  ['Home, End', 'first and last line of the attempt'],
  ['Enter', 'from a call to its line in the source, and from there back'],
  ['d', 'the first divergence'],
  ['n, p', 'next and previous failure'],
  ['?', 'this help'],
  ['Esc', 'leaves it, and lets go of what is highlighted'],
];

const help = html`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2><dl>${keys.map(
  ([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`,
)}</dl><form method="dialog"><button>Close</button></form></dialog>`;
