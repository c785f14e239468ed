import type { Json } from '../../runtime/index.ts';
import { atRest, type Lane, type Row, type Timeline, type TimelineAttempt, type TimelineEvent } from './timeline.ts';
import { attemptLabel, attemptWords, callLabel, eventWords, type Phrase, placeLabel } from './words.ts';

export interface TextOptions {
  /**
   * `news`: what the script's author wants to know; what an attempt only goes through again is left out. `turns`: every
   * turn with its number, as messages of the runtime name it.
   */
  readonly detail: 'news' | 'turns';
}

/** The timeline, a line each. */
export function timelineText(timeline: Timeline, { detail }: TextOptions): string[] {
  const { attempts, end, verdict } = timeline;
  return [
    ...attempts.flatMap((attempt, i) => {
      const marked = verdict?.at.attempt === i ? verdict.at.turn : undefined;
      return attemptLines(attempt, detail, marked);
    }),
    ...(end === undefined ? [] : [end]),
    ...(verdict === undefined ? [] : verdictLines(verdict)),
  ];
}

/** What ran and with what, as a line above. */
export function headline({ name, input, notes }: Timeline): string {
  return [`${name}(${short(input)})`, ...notes].join('   ');
}

function verdictLines({ title, message, location }: NonNullable<Timeline['verdict']>): string[] {
  const place = location === undefined ? '' : `${location.file}:${location.line}:${location.column}`;
  const said = message.includes(place) ? message : `${message}\nat ${place}`;
  return [`✗ ${title}`, ...said.split('\n').map((line) => `  ${line}`)];
}

function attemptLines(attempt: TimelineAttempt, detail: TextOptions['detail'], marked: number | undefined): string[] {
  const lanes = new Map(attempt.lanes.map((lane) => [lane.position, lane]));
  const lines = attempt.rows.flatMap((row) => {
    const [done, befell] = atRest(row);
    return [
      ...done.flatMap((event) => eventLine(event, row, lanes, detail)),
      ...(detail === 'news' && isSeenBefore(row, attempt) ? [] : seenLines(row)),
      ...befell.flatMap((event) => eventLine(event, row, lanes, detail)),
      ...(detail === 'turns' && row.turn === marked ? ['✗ this is where it goes wrong'] : []),
    ];
  });
  return [`${attemptLabel(attempt)}: ${joined(attemptWords(attempt))}`, ...lines.map((line) => `  ${line}`)];
}

function eventLine(
  event: TimelineEvent,
  { turn }: Row,
  lanes: ReadonlyMap<number, Lane>,
  detail: TextOptions['detail'],
): string[] {
  if (detail === 'news' && isNoNews(event)) return [];
  const lane = 'position' in event && event.position !== undefined ? lanes.get(event.position) : undefined;
  const words = joined(eventWords(event, lane));
  switch (event.type) {
    case 'asked':
      return [`  ${event.position} ${words}${at(event, lane)}`];
    case 'start':
      return [`turn ${turn}: ${words}`];
    case 'delivered':
      return [`${detail === 'turns' ? `turn ${turn}: ` : ''}${callLabel(event.position, lane)} ${words}`];
    case 'settled':
    case 'interrupted':
    case 'late':
      return [`${callLabel(event.position, lane)} ${words}`];
    case 'moved':
    case 'jumped':
    case 'aborting':
    case 'crashed':
    case 'thrown':
    case 'ended':
      return [words];
  }
}

function isNoNews(event: TimelineEvent): boolean {
  switch (event.type) {
    case 'start':
      return true;
    case 'delivered':
      return event.isOld;
    case 'asked':
      return event.isOld && event.again === undefined;
    default:
      return false;
  }
}

function at({ again }: Extract<TimelineEvent, { type: 'asked' }>, lane: Lane | undefined): string {
  const place = again === undefined && lane !== undefined ? placeLabel(lane) : undefined;
  return place === undefined ? '' : `   at ${place}`;
}

function seenLines({ console, data }: Row): string[] {
  return [
    ...console.map(({ level, text }) => `  ${level}: ${clipped(text)}`),
    ...(data === undefined ? [] : [`  data is ${short(data)}`]),
  ];
}

/** An attempt that only goes through a turn again prints the same again. */
function isSeenBefore({ events: [cause] }: Row, attempt: TimelineAttempt): boolean {
  return cause?.type === 'start' ? attempt.cause !== 'start' : cause?.type === 'delivered' && cause.isOld;
}

function joined(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? firstLine(part) : short(part.value))).join('');
}

const shownMax = 140;

function short(value: Json): string {
  return clipped(JSON.stringify(value));
}

function clipped(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > shownMax ? `${line.slice(0, shownMax)}… (${text.length} characters)` : line;
}

/** Messages of ours may go on for lines, with excerpts; the verdict shows them whole. */
function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
