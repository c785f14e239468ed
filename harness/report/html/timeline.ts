import { attemptLabel, type Timeline } from '../../timeline/index.ts';
import { attemptMarkup, eventId, type Place } from './attempt.ts';
import { layoutOf } from './layout.ts';
import type { LongTexts } from './long-texts.ts';
import { html, type Markup } from './markup.ts';
import { SourcePanel } from './source.ts';

/**
 * Attempts side by side, and the source beside them. `id` begins all ids in it; `of` tells its parts from those of others, as
 * ` of failure 2`.
 */
export function timelineMarkup(timeline: Timeline, id: string, texts: LongTexts, of = ''): Markup {
  const { attempts, lines } = layoutOf(timeline);
  const source = new SourcePanel(id, timeline, of);
  for (const [a, { items }] of attempts.entries()) {
    for (const [i, { lane, what }] of items.entries())
      if (lane !== undefined && what.type === 'event') source.note(lane, eventId(id, a, i));
  }
  const place: Place = { id, texts, lineOf: (lane) => source.lineOf(lane) };
  const end = timeline.end === undefined ? '' : html`<p class="end">${capital(timeline.end)}.</p>`;
  return html`<div class="timeline" id="${id}">
<div class="story">
<p class="ran" id="${id}-ran"><b>${timeline.name}</b> ${texts.code(JSON.stringify(timeline.input), `${id}-ran`)} ${timeline.notes.map((note) => html`<span class="note">${note}</span>`)}</p>
${jumps(timeline, id)}
<div class="attempts" role="region" aria-label="Attempts${of}" tabindex="0"><div class="grid" style="--attempts:${attempts.length}">${attempts.map((attempt, i) => attemptMarkup(attempt, i, lines, place))}</div></div>
${end}</div>
${source.markup()}
</div>`;
}

/** Where there are many attempts the last ones are out of sight. */
function jumps({ attempts }: Timeline, id: string): Markup {
  if (attempts.length < 3) return html``;
  const links = attempts.map((attempt, i) => html` <a href="#${id}-a${i + 1}">${attemptLabel(attempt)}</a>`);
  return html`<p class="to">${attempts.length} attempts, side by side:${links}</p>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
