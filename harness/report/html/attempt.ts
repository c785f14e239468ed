import type { Lane } from '../../timeline/index.ts';
import { attemptLabel, attemptWords, callLabel, eventWords, type Phrase } from '../../timeline/index.ts';
import { type Item, isOld, type PlacedAttempt } from './layout.ts';
import type { LongTexts } from './long-texts.ts';
import { html, type Markup } from './markup.ts';

/** What the markup of a timeline needs to know of the page that it is in. */
export interface Place {
  /** Begins all ids of this timeline. */
  readonly id: string;
  readonly texts: LongTexts;
  /** Id of the line that makes a call; undefined where it is not shown. */
  lineOf(lane: Lane): string | undefined;
}

/** One attempt: a list of what happened, with its lanes drawn behind for those who see them. */
export function attemptMarkup(placed: PlacedAttempt, index: number, lines: number, place: Place): Markup {
  const { attempt, items } = placed;
  const title = `${place.id}-a${index + 1}`;
  return html`<div class="attempt" role="group" aria-labelledby="${title}" style="--lanes:${Math.max(1, attempt.lanes.length)};--lane:${laneWidth(attempt.lanes.length)};grid-column:${index + 1};grid-row:1/span ${lines}">
<h3 id="${title}"><b>${capital(attemptLabel(attempt))}</b> ${phrase(attemptWords(attempt), title, place)}</h3>
<div class="graph" aria-hidden="true">${attempt.lanes.map(laneHead)}${placed.bars.map(bar)}${placed.marks.map(mark)}</div>
<ol class="events" role="list">${items.map((item, i) => itemMarkup(item, eventId(place.id, index, i), place))}</ol>
</div>`;
}

/** Of the `item`-th line of the `attempt`-th attempt, both from 0. */
export function eventId(timeline: string, attempt: number, item: number): string {
  return `${timeline}-a${attempt + 1}-e${item + 1}`;
}

/** Many lanes stand close together. */
function laneWidth(lanes: number): string {
  if (lanes <= 8) return '1.6rem';
  return lanes <= 20 ? '1.1rem' : '.72rem';
}

function laneHead(lane: Lane, i: number): Markup {
  return html`<span class="lane" style="grid-column:${i + 2}">${callLabel(lane.position, lane)}</span>`;
}

function bar({ lane, from, to, state }: PlacedAttempt['bars'][number]): Markup {
  return html`<i class="bar ${state}" style="grid-area:${from}/${lane + 2}/${to}"></i>`;
}

function mark({ lane, line, as, isOld }: PlacedAttempt['marks'][number]): Markup {
  return html`<i class="mark ${as}${isOld && ' old'}" style="grid-area:${line}/${lane + 2}"></i>`;
}

function itemMarkup(item: Item, id: string, place: Place): Markup {
  const line = item.lane && place.lineOf(item.lane);
  const at = line === undefined ? html`` : html` data-at="${line}"`;
  const wrong = item.what.type === 'wrong' ? `${place.id}-wrong` : id;
  const turn = item.isFirst
    ? html`<span class="turn"><span class="unseen">turn </span>${item.turn}</span>`
    : html`<span class="turn"></span>`;
  return html`<li id="${wrong}" class="${classOf(item)}" style="grid-row:${item.line}" tabindex="-1"${at}>${turn}<span class="what">${words(item, id, place)}${where(item, line)}</span></li>
`;
}

function classOf({ what, isFirst, lane }: Item): string {
  const names = ['event', what.type === 'event' ? what.event.type : what.type];
  if (isFirst) names.push('first');
  if (what.type === 'event' && isOld(what.event)) names.push('old');
  if (what.type === 'event' && what.event.type === 'ended') names.push(what.event.end.status);
  if (what.type === 'event' && what.event.type === 'delivered' && failed(what.event)) names.push('fails');
  if (lane !== undefined) names.push('of-call');
  return names.join(' ');
}

type Event = Extract<Item['what'], { type: 'event' }>['event'];

function failed({ outcome }: Extract<Event, { type: 'delivered' }>): boolean {
  return outcome !== 'unknown' && 'error' in outcome;
}

function words({ what, lane }: Item, id: string, place: Place): Markup {
  switch (what.type) {
    case 'event': {
      const said = phrase(eventWords(what.event, lane), id, place);
      if (lane === undefined) return said;
      const asks = what.event.type === 'asked';
      return html`<b class="call">${asks ? lane.position : callLabel(lane.position, lane)}</b> ${said}`;
    }
    case 'console':
      return html`<b class="level">${what.said.level}</b> ${place.texts.code(what.said.text, id)}`;
    case 'data':
      return html`<b class="level">data</b> ${place.texts.code(JSON.stringify(what.data), id)}`;
    case 'wrong':
      return html`<strong>${what.verdict.title}</strong><span class="why">${what.verdict.message.split('\n').slice(0, whyMax).join('\n')}</span>`;
  }
}

/** Lines of what is wrong; all of them stand above. */
const whyMax = 5;

function where({ lane, what }: Item, line: string | undefined): Markup {
  const isCall = what.type === 'event' && what.event.type === 'asked';
  if (!isCall || line === undefined || lane?.location === undefined) return html``;
  return html` <a class="at" href="#${line}" aria-label="made in line ${lane.location.line}">line ${lane.location.line}</a>`;
}

function phrase(parts: Phrase, id: string, { texts }: Place): Markup {
  return html`${parts.map((part) => (typeof part === 'string' ? texts.prose(part.replace(/ {2,}/, ' '), id) : texts.code(JSON.stringify(part.value), id)))}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
