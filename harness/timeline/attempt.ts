import { canonicalJson, type Json, type Location } from '../../runtime/index.ts';
import type { Reaction } from '../case/index.ts';
import type { AttemptTrace, TurnTrace } from '../world/index.ts';
import { laneOf } from './lanes.ts';
import type { Observed } from './observe.ts';
import { settledAt } from './settled.ts';
import { type Again, endOf, type Reply, type Row, type TimelineAttempt, type TimelineEvent } from './timeline.ts';

/** What is known besides of an attempt when it is told. */
export interface Telling {
  readonly kind: TimelineAttempt['kind'];
  readonly number: number;
  /** Positions that earlier attempts have asked at. */
  readonly told: ReadonlySet<number>;
  /** Positions whose outcomes the script has seen in an earlier attempt. */
  readonly seen: ReadonlySet<number>;
  /** What people do about questions, by position. */
  readonly reactions: ReadonlyMap<number, Reaction>;
  readonly locations: ReadonlyMap<number, Location>;
  readonly observed: Observed | undefined;
}

export function tellAttempt(attempt: AttemptTrace, telling: Telling): TimelineAttempt {
  const { kind, number, told, locations } = telling;
  return {
    kind,
    number,
    cause: attempt.cause,
    recorded: attempt.callLog.filter((entry) => entry !== null).length,
    holes: holesOf(attempt),
    replies: repliesOf(attempt),
    lanes: attempt.calls.map((call) => laneOf(call, locations.get(call.position), told.has(call.position))),
    rows: rowsOf(attempt, telling),
  };
}

/** Where a log only ends early, nothing is missing in it. */
function holesOf({ callLog }: AttemptTrace): number[] {
  const last = callLog.findLastIndex((entry) => entry !== null);
  return callLog.slice(0, last + 1).flatMap((entry, position) => (entry === null ? [position] : []));
}

function repliesOf({ answers }: AttemptTrace): Reply[] {
  return Object.entries(answers).map(([position, reply]) => ({ position: Number(position), ...reply }));
}

/** There is at least one row: something may go wrong before the first turn. */
function rowsOf(attempt: AttemptTrace, telling: Telling): Row[] {
  const unseen = undelivered(attempt);
  const rows = attempt.turns.map((turn, at) => ({
    turn: turn.index,
    events: [
      ...turnEvents(turn, attempt, telling),
      ...(unseen[at] ?? []).map((position) => settlesUnseen(position, attempt, telling)),
    ],
    ...seenAfter(at, telling.observed),
  }));
  const last = rows.pop() ?? { turn: 0, events: [], console: [] };
  return [...rows, { ...last, events: [...last.events, ...lastEvents(attempt)] }];
}

function seenAfter(at: number, observed: Observed | undefined): Pick<Row, 'console' | 'data'> {
  const console = observed?.console[at] ?? [];
  const data = observed?.data[at];
  const before = at === 0 ? {} : observed?.data[at - 1];
  return data === undefined || same(data, before) ? { console } : { console, data };
}

function same(a: Json, b: Json | undefined): boolean {
  return b !== undefined && canonicalJson(a) === canonicalJson(b);
}

function turnEvents(turn: TurnTrace, attempt: AttemptTrace, telling: Telling): TimelineEvent[] {
  const { index, positions } = turn;
  const asked = attempt.calls.filter(({ position }) => position >= positions.from && position < positions.to);
  return [
    causeOf(turn, attempt, telling),
    ...asked.map(({ position }) => asks(position, attempt, telling)),
    ...(attempt.moves ?? []).flatMap((move): TimelineEvent[] =>
      move.turn === index ? [{ type: 'moved', how: move.type }] : [],
    ),
    ...(attempt.jumps ?? []).flatMap(({ turn: at, ms }): TimelineEvent[] =>
      at === index ? [{ type: 'jumped', ms }] : [],
    ),
    ...abortEvents(attempt, index),
  ];
}

function abortEvents({ abort }: AttemptTrace, turn: number): TimelineEvent[] {
  return abort?.turn === turn ? [{ type: 'aborting', why: abort.why }] : [];
}

function causeOf({ cause }: TurnTrace, attempt: AttemptTrace, { seen }: Telling): TimelineEvent {
  if (cause.type === 'start') return { type: 'start' };
  const { position, replayed } = cause;
  return {
    type: 'delivered',
    position,
    outcome: settledAt(position, attempt),
    replayed,
    isOld: replayed && seen.has(position),
  };
}

function asks(position: number, attempt: AttemptTrace, { told }: Telling): TimelineEvent {
  const isOld = told.has(position);
  const again = isOld ? againAt(position, attempt) : undefined;
  return { type: 'asked', position, isOld, ...(again !== undefined && { again }) };
}

function againAt(position: number, attempt: AttemptTrace): Again | undefined {
  const execution = attempt.executions.find((each) => each.position === position);
  if (execution === undefined) return undefined;
  if (execution.answer !== undefined) return { answer: execution.answer };
  return execution.execution === 0 ? undefined : 'same-key';
}

/** By turn: positions that settled after it and whose outcomes never reached the script. */
function undelivered(attempt: AttemptTrace): number[][] {
  const turnOf = new Map(
    attempt.turns.flatMap(({ cause }, at) => (cause.type === 'start' ? [] : [[cause.position, at]])),
  );
  const byTurn: number[][] = attempt.turns.map(() => []);
  let before = byTurn.length - 1;
  for (const position of attempt.settled.toReversed()) {
    const delivered = turnOf.get(position);
    if (delivered === undefined) byTurn[before]?.unshift(position);
    else before = delivered - 1;
  }
  return byTurn;
}

function settlesUnseen(position: number, attempt: AttemptTrace, { reactions }: Telling): TimelineEvent {
  const outcome = settledAt(position, attempt);
  if (outcome === 'unknown' || !('payload' in outcome)) return { type: 'settled', position, outcome };
  const isLeft = reactions.get(position)?.type === 'leave';
  return { type: 'interrupted', position, payload: outcome.payload, isLeft };
}

function lastEvents({ late = [], lost, run, thrown }: AttemptTrace): TimelineEvent[] {
  const crashed = run === undefined && thrown === undefined;
  return [
    ...late.map(({ position, as }): TimelineEvent => ({ type: 'late', position, as })),
    ...(crashed ? [{ type: 'crashed', ...(lost && { lost }) } as const] : []),
    ...(thrown === undefined ? [] : [{ type: 'thrown', ...thrownFacts(thrown) } as const]),
    ...(run === undefined ? [] : [{ type: 'ended', end: endOf(run) } as const]),
  ];
}

function thrownFacts({ name, message, position }: NonNullable<AttemptTrace['thrown']>) {
  return { name, message, ...(position !== undefined && { position }) };
}
