import {
  type AttemptOptions,
  attemptOptionsOf,
  type CallLogMismatchError,
  type EngineLike,
  type Run,
  type Turn,
} from '../../runtime/index.ts';
import { type AttemptTrace, callsOf, settleOrder, thrownOf } from '../world/index.ts';
import { tellAttempt } from './attempt.ts';
import { type Observed, observe } from './observe.ts';
import { sourceFiles } from './source-files.ts';
import type { Timeline, TimelineAttempt } from './timeline.ts';
import { placedVerdict, type VerdictFacts } from './verdict.ts';

/**
 * The timeline of a saved run: all that happened since its start, as one attempt, seen by replaying it. Where the script
 * does not follow the run's log any more, that is the verdict, and the place is marked.
 */
export function timelineOfRun(engine: EngineLike, run: Run, given?: VerdictFacts): Timeline {
  const file = run.file ?? 'script.ts';
  const observed = observe(engine, optionsOf(run));
  const attempts = [attemptOf(run, observed)];
  const verdict = given ?? (observed.mismatch && mismatchFacts(observed.mismatch));
  return {
    name: file,
    input: run.input,
    notes: [`runId: ${run.runId}`],
    sources: sourceFiles(file, run.source, attempts),
    attempts,
    ...(verdict && { verdict: placedVerdict({ ...placeFacts(observed), ...verdict }, attempts) }),
  };
}

function mismatchFacts({ message, location }: CallLogMismatchError): VerdictFacts {
  return { title: 'the script does not follow its log', message, ...(location && { location }) };
}

function placeFacts({ mismatch }: Observed): Partial<VerdictFacts> {
  if (mismatch === undefined) return {};
  return { position: mismatch.position, ...(mismatch.location && { location: mismatch.location }) };
}

/** The whole of the run, from its start: a snapshot would skip what is to be shown. */
function optionsOf(run: Run): AttemptOptions {
  const { snapshot: _, logHash: __, ...options } = attemptOptionsOf(run, []);
  return { ...options, onInterrupt: 'stop', deliverMax: run.delivered };
}

/** A saved run as an attempt that did all of it itself: who looks at it does not care how often it was resumed. */
function attemptOf(run: Run, observed: Observed): TimelineAttempt {
  const { mismatch } = observed;
  const turns = [...observed.turns, ...brokenTurn(run, observed)].map(asLive);
  const questions = questionsOf(run);
  const trace: AttemptTrace = {
    cause: 'start',
    // What a replay that went wrong has delivered is in the log alone.
    callLog: mismatch === undefined ? [] : run.callLog,
    answers: {},
    turns,
    calls: callsOf(run.callLog, run.pending),
    executions: questions,
    // What comes after a mismatch has not happened in the run that is looked at.
    settled: mismatch === undefined ? [...settleOrder(run.callLog), ...questions.map(({ position }) => position)] : [],
    delivered: turns.flatMap(({ cause }) => (cause.type === 'delivery' ? [cause.position] : [])),
    ...(mismatch === undefined ? { run } : { thrown: thrownOf(mismatch) }),
  };
  const telling = { kind: 'attempt', number: 1, told: new Set<number>(), seen: new Set<number>() } as const;
  return tellAttempt(trace, { ...telling, reactions: new Map(), locations: observed.locations, observed });
}

/** The turn in which the script did something else than the log says: it was begun, and cut off there. */
function brokenTurn({ callLog }: Run, { turns, mismatch }: Observed): Turn[] {
  if (mismatch === undefined || mismatch.observed === undefined) return [];
  const positions = { from: turns.at(-1)?.positions.to ?? 0, to: mismatch.position };
  const common = { index: turns.length, positions, state: 'waiting' } as const;
  if (turns.length === 0) return [{ ...common, cause: { type: 'start' } }];
  const order = turns.length - 1;
  const position = settleOrder(callLog)[order];
  return position === undefined ? [] : [{ ...common, cause: { type: 'delivery', position, order, replayed: true } }];
}

function asLive(turn: Turn): Turn {
  return turn.cause.type === 'start' ? turn : { ...turn, cause: { ...turn.cause, replayed: false } };
}

/** The questions that are open, as what asked them. */
function questionsOf(run: Run): AttemptTrace['executions'] {
  return run.pending.flatMap(({ position, name, input, state, payload }) =>
    state === 'interrupted' && payload !== undefined
      ? [
          {
            attempt: 0,
            position,
            execution: 0,
            name,
            input,
            idempotencyKey: `${run.runId}:${position}`,
            behaviour: { type: 'interrupt', payload, then: { type: 'answer', answer: null } },
          },
        ]
      : [],
  );
}
