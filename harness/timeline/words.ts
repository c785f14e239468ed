import type { Json, PendingCall } from '../../runtime/index.ts';
import { timeText } from '../world/index.ts';
import { basename } from './basename.ts';
import type { Lane, Settled, TimelineAttempt, TimelineEnd, TimelineEvent } from './timeline.ts';

/** A sentence in which values stand that a rendering may have to cut. */
export type Phrase = readonly (string | { readonly value: Json })[];

/** What an event is in words. What it is about (its call) is not said. */
export function eventWords(event: TimelineEvent, lane: Lane | undefined): Phrase {
  switch (event.type) {
    case 'start':
      return ['the script starts'];
    case 'delivered':
      return [...settledWords(event.outcome), ...(event.replayed ? [' (from the log)'] : [])];
    case 'asked':
      return askedWords(event, lane);
    case 'settled':
      return [...settledWords(event.outcome), '   (recorded; the script does not see it)'];
    case 'interrupted':
      return ['asks a person: ', { value: event.payload }, event.isLeft ? '   (nobody ever answers)' : ''];
    case 'moved':
      return [moveWords[event.how]];
    case 'jumped':
      return [`the clock is set ${event.ms < 0 ? 'back' : 'forward'} by ${Math.abs(event.ms)} ms`];
    case 'aborting':
      return [abortWords[event.why]];
    case 'late':
      return [`is ${event.as}, after its signal had fired`];
    case 'crashed':
      return [crashWords(event)];
    case 'thrown':
      return [`${event.name}: ${event.message.split('\n')[0]}`];
    case 'ended':
      return endWords(event.end);
  }
}

function settledWords(outcome: Settled): Phrase {
  if (outcome === 'unknown') return ['settles'];
  if ('payload' in outcome) return ['asks a person: ', { value: outcome.payload }];
  if ('error' in outcome) {
    const { name, message, code } = outcome.error;
    const text = message === code ? '' : ` (${message})`;
    return [`fails: ${code ?? name}${text}${outcome.simulated ? '   (simulate had run)' : ''}`];
  }
  if (outcome.kind === 'sleep') return ['is over'];
  const lie = outcome.lie === undefined ? [] : [`   (a lie: ${outcome.lie})`];
  return [outcome.kind === 'action' ? 'answers ' : 'reads ', { value: outcome.response }, ...lie];
}

function askedWords({ again }: Extract<TimelineEvent, { type: 'asked' }>, lane: Lane | undefined): Phrase {
  if (lane === undefined) return ['is asked'];
  if (again === 'same-key') return [`→ ${lane.name} is executed again, under the same idempotency key`];
  if (again !== undefined) return [`→ ${lane.name}, with the answer `, { value: again.answer }];
  switch (lane.kind) {
    case 'action':
      return lane.input === null || lane.input === undefined
        ? [`→ ${lane.name}()`]
        : [`→ ${lane.name}(`, { value: lane.input }, ')'];
    case 'sleep':
      return [`sleeps until ${timeText(lane.until ?? 0)}`];
    case 'now':
    case 'random':
      return [`reads ${lane.name}`];
  }
}

const moveWords = {
  snapshot: 'put into a snapshot, and taken up from it in another instance',
  'restore-elsewhere': 'put into a snapshot, and taken up from it in another engine',
  'swap-out': 'swapped out, and back',
} as const;

const abortWords = {
  fault: 'aborted by its caller',
  hang: 'aborted by its caller: nothing is heard of what it waits for',
} as const;

function crashWords({ lost }: Extract<TimelineEvent, { type: 'crashed' }>): string {
  const what = 'the process dies here; calls in flight will be executed again';
  if (lost === undefined) return what;
  const torn = lost.tornBytes === 0 ? '' : `; ${lost.tornBytes} bytes of the first of them are found, and cut`;
  return `${what}. The last ${lost.records} records of the journal are lost${torn}`;
}

function endWords(end: TimelineEnd): Phrase {
  switch (end.status) {
    case 'completed':
      return ['the script returns ', { value: end.value }];
    case 'failed':
      return [`the script ends with ${end.name}: ${end.message.split('\n')[0]}`];
    case 'interrupted':
      return [`paused, waiting for ${end.pending.map(pendingWords).join(', ')}`];
    case 'aborted':
      return ['aborted: ', { value: end.reason }];
  }
}

/** A question is what one expects a run to wait for; whatever else it waits for is said. */
function pendingWords({ position, name, state }: PendingCall): string {
  const call = `${position} ${name}`;
  return state === 'interrupted' || state === 'sleeping' ? call : `${call} (${state.replace('-', ' ')})`;
}

/** What an attempt is, as `resumed, 3 from the log; 1 is answered "yes"`. */
export function attemptWords(attempt: TimelineAttempt): Phrase {
  const { recorded, holes, replies, cause } = attempt;
  const log = cause === 'start' && recorded === 0 ? '' : `, ${recorded} from the log`;
  const gaps = holes.length === 0 ? '' : `; ${holes.length === 1 ? 'a hole' : 'holes'} at ${holes.join(', ')}`;
  return [
    `${beginning(attempt)}${log}${gaps}`,
    ...replies.flatMap((reply) =>
      'answer' in reply
        ? [`; ${reply.position} is answered `, { value: reply.answer }]
        : [`; ${reply.position} is rejected `, { value: reply.reject }],
    ),
  ];
}

function beginning({ kind, cause, number }: TimelineAttempt): string {
  if (kind === 'twin') return `the run that attempt ${number} left is resumed a second time`;
  return beginnings[cause];
}

const beginnings = {
  start: 'the run starts',
  resume: 'resumed',
  crash: 'restarted after the crash',
  punch: 'the finished log is run again',
} as const;

/** As `attempt 2`. */
export function attemptLabel({ kind, number }: TimelineAttempt): string {
  return { attempt: `attempt ${number}`, twin: 'besides', punched: 'afterwards' }[kind];
}

/** As `3 getOrder`; a read of the clock has only its position. */
export function callLabel(position: number, lane: Lane | undefined): string {
  return lane === undefined || lane.kind === 'now' || lane.kind === 'random'
    ? String(position)
    : `${position} ${lane.name}`;
}

/** As `refund.workflow.ts:7`. */
export function placeLabel({ location }: Lane): string | undefined {
  return location && `${basename(location.file)}:${location.line}`;
}
