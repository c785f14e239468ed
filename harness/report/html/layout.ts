import type { ConsoleLine, Json } from '../../../runtime/index.ts';
import {
  atRest,
  type Lane,
  type Row,
  type Timeline,
  type TimelineAttempt,
  type TimelineEvent,
  type TimelineVerdict,
} from '../../timeline/index.ts';

/**
 * Where everything stands in the grid of a timeline. All attempts share its lines: the same turn begins at the same height
 * in each, so that what an attempt goes through again stands beside what it goes through again.
 */
export interface Layout {
  readonly attempts: readonly PlacedAttempt[];
  /** Lines that all of it takes, those of the head included. */
  readonly lines: number;
}

export interface PlacedAttempt {
  readonly attempt: TimelineAttempt;
  readonly items: readonly Item[];
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
}

/** One line of an attempt. */
export interface Item {
  readonly line: number;
  readonly turn: number;
  /** The first line of its turn. */
  readonly isFirst: boolean;
  readonly lane: Lane | undefined;
  readonly what:
    | { readonly type: 'event'; readonly event: TimelineEvent }
    | { readonly type: 'console'; readonly said: ConsoleLine }
    | { readonly type: 'data'; readonly data: Json }
    | { readonly type: 'wrong'; readonly verdict: TimelineVerdict };
}

/** A call while it is open: from one line to another, in its lane (from 0). */
export interface Bar {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly state: 'open' | 'asking' | 'old';
}

export interface Mark {
  readonly lane: number;
  readonly line: number;
  readonly as: 'asked' | 'answered' | 'failed' | 'asking' | 'read' | 'undelivered';
  /** An earlier attempt has been through it. */
  readonly isOld: boolean;
}

/** The head of an attempt: its title, and the names of its lanes. */
export const headLines = 2;

export function layoutOf(timeline: Timeline): Layout {
  const contents = timeline.attempts.map((attempt, i) =>
    attempt.rows.map((row) => ({ turn: row.turn, whats: whatsOf(row, markOf(timeline, i, row)) })),
  );
  const starts = new Map<number, number>();
  let line = headLines + 1;
  for (const turn of [...new Set(contents.flat().map((row) => row.turn))].sort((a, b) => a - b)) {
    starts.set(turn, line);
    line += Math.max(...contents.flat().map((row) => (row.turn === turn ? row.whats.length : 0)));
  }
  const attempts = timeline.attempts.map((attempt, i) => placed(attempt, contents[i] ?? [], starts));
  return { attempts, lines: line - 1 };
}

type What = Item['what'];
type Content = { readonly turn: number; readonly whats: readonly What[] };

function whatsOf(row: Row, verdict: TimelineVerdict | undefined): What[] {
  const { console, data } = row;
  const [done, befell] = atRest(row);
  const asWhat = (event: TimelineEvent): What => ({ type: 'event', event });
  return [
    ...done.map(asWhat),
    ...console.map((said): What => ({ type: 'console', said })),
    ...(data === undefined ? [] : [{ type: 'data', data } as const]),
    ...befell.map(asWhat),
    ...(verdict === undefined ? [] : [{ type: 'wrong', verdict } as const]),
  ];
}

/** A place that no row has is the end of its attempt. */
function markOf({ verdict, attempts }: Timeline, at: number, { turn }: Row): TimelineVerdict | undefined {
  if (verdict?.at.attempt !== at) return undefined;
  const rows = attempts[at]?.rows ?? [];
  const marked = rows.find((row) => row.turn === verdict.at.turn) ?? rows.at(-1);
  return marked?.turn === turn ? verdict : undefined;
}

function placed(
  attempt: TimelineAttempt,
  contents: readonly Content[],
  starts: ReadonlyMap<number, number>,
): PlacedAttempt {
  const lanes = new Map(attempt.lanes.map((lane) => [lane.position, lane]));
  const items = contents.flatMap(({ turn, whats }) =>
    whats.map((what, i): Item => {
      const position = positionOf(what);
      const lane = position === undefined ? undefined : lanes.get(position);
      return { line: (starts.get(turn) ?? 0) + i, turn, isFirst: i === 0, lane, what };
    }),
  );
  const graphs = attempt.lanes.map((lane, i) => graphOf(lane, i, items));
  return {
    attempt,
    items,
    bars: graphs.flatMap(({ bars }) => bars),
    marks: graphs.flatMap(({ marks }) => marks),
  };
}

function positionOf(what: What): number | undefined {
  if (what.type === 'wrong') return what.verdict.at.position;
  return what.type === 'event' && 'position' in what.event ? what.event.position : undefined;
}

function graphOf(lane: Lane, at: number, items: readonly Item[]): { bars: Bar[]; marks: Mark[] } {
  const own = items.filter((item) => item.lane === lane);
  const marks = own.flatMap((item): Mark[] => {
    if (item.what.type !== 'event') return [];
    const as = markAs(item.what.event, lane);
    return as === undefined ? [] : [{ lane: at, line: item.line, as, isOld: isOld(item.what.event) }];
  });
  if (lane.kind === 'now' || lane.kind === 'random') return { bars: [], marks };
  const end = items.at(-1)?.line ?? 0;
  return { marks, bars: barsBetween(marks, at, end) };
}

function barsBetween(marks: readonly Mark[], lane: number, end: number): Bar[] {
  return marks.flatMap((mark, i): Bar[] => {
    const to = marks[i + 1]?.line ?? end;
    if (mark.as === 'asked') return [{ lane, from: mark.line, to, state: mark.isOld ? 'old' : 'open' }];
    return mark.as === 'asking' ? [{ lane, from: mark.line, to, state: 'asking' }] : [];
  });
}

/** Whether an attempt only goes through it again. */
export function isOld(event: TimelineEvent): boolean {
  return (event.type === 'delivered' && event.isOld) || (event.type === 'asked' && event.isOld && !event.again);
}

function markAs(event: TimelineEvent, lane: Lane): Mark['as'] | undefined {
  switch (event.type) {
    case 'asked':
      return lane.kind === 'now' || lane.kind === 'random' ? 'read' : 'asked';
    case 'interrupted':
      return 'asking';
    case 'thrown':
      return 'failed';
    case 'late':
    case 'settled':
      return 'undelivered';
    case 'delivered':
      return event.outcome !== 'unknown' && 'error' in event.outcome ? 'failed' : 'answered';
    default:
      return undefined;
  }
}
