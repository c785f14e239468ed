import type { EngineLike, Location } from '../../runtime/index.ts';
import type { Case, Reaction } from '../case/index.ts';
import { type AttemptTrace, attemptBase, type Trace, type TraceEnd } from '../world/index.ts';
import { type Telling, tellAttempt } from './attempt.ts';
import { type Observed, observe } from './observe.ts';
import { sourceFiles } from './source-files.ts';
import type { Timeline, TimelineAttempt } from './timeline.ts';
import { placedVerdict, type VerdictFacts } from './verdict.ts';

export interface TraceFacts {
  /** What ran. Default: the script's file. */
  readonly name?: string;
  /** The author's name for the script. Default `script.ts`. */
  readonly file?: string;
  readonly notes?: readonly string[];
  readonly verdict?: VerdictFacts;
  /** Replays the attempts to see lines, console and data. Absent: the timeline goes without them. */
  readonly engine?: EngineLike;
}

/** The timeline of a case that was run in the simulated world. Never throws for what the runtime does. */
export function timelineOfTrace(testCase: Case, trace: Trace, facts: TraceFacts = {}): Timeline {
  const { file = 'script.ts', name = file, notes = [], verdict, engine } = facts;
  const teller = new Teller(trace, engine && observer(engine, testCase, file));
  const attempts = teller.attempts();
  const end = endSentence(trace.end);
  return {
    name,
    input: testCase.input,
    notes,
    sources: sourceFiles(file, testCase.script, attempts),
    attempts,
    ...(end !== undefined && { end }),
    ...(verdict && { verdict: placedVerdict(verdict, attempts) }),
  };
}

type Observe = (attempt: AttemptTrace, log: AttemptTrace['callLog'], known: ReadonlyMap<number, Location>) => Observed;

function observer(engine: EngineLike, testCase: Case, file: string): Observe {
  return (attempt, callLog, known) =>
    observe(
      engine,
      {
        ...attemptBase(testCase, file),
        callLog,
        initial: { pending: attempt.run?.pending ?? attempt.pending ?? [] },
        deliverMax: attempt.run?.delivered ?? attempt.delivered.length,
      },
      known,
    );
}

/** Tells the attempts in order: later ones make the calls of earlier ones again, and that is no news. */
class Teller {
  readonly #trace: Trace;
  readonly #observe: Observe | undefined;
  readonly #reactions: ReadonlyMap<number, Reaction>;
  readonly #locations = new Map<number, Location>();

  constructor(trace: Trace, observe: Observe | undefined) {
    this.#trace = trace;
    this.#observe = observe;
    this.#reactions = reactionsOf(trace);
  }

  attempts(): TimelineAttempt[] {
    const { attempts, twins = [], punched } = this.#trace;
    return [
      ...attempts.map((attempt, i) => this.#tell(attempt, 'attempt', i + 1, attempts.slice(0, i), attempts[i + 1])),
      ...twins.map((twin) => this.#tell(twin, 'twin', twin.of + 1, attempts.slice(0, twin.of + 1))),
      ...punched.map((attempt) => this.#tell(attempt, 'punched', 0, attempts)),
    ];
  }

  #tell(
    attempt: AttemptTrace,
    kind: TimelineAttempt['kind'],
    number: number,
    before: readonly AttemptTrace[],
    next?: AttemptTrace,
  ): TimelineAttempt {
    const log = attempt.run?.callLog ?? next?.callLog ?? attempt.callLog;
    const observed = this.#observed(attempt, log);
    for (const [position, location] of observed?.locations ?? []) this.#locations.set(position, location);
    const telling: Telling = {
      kind,
      number,
      told: new Set(before.flatMap(({ calls }) => calls.map(({ position }) => position))),
      seen: new Set(before.flatMap(({ delivered }) => delivered)),
      reactions: this.#reactions,
      locations: this.#locations,
      observed,
    };
    return tellAttempt(attempt, telling);
  }

  /** A script that does not compile cannot be run once more. */
  #observed(attempt: AttemptTrace, log: AttemptTrace['callLog']): Observed | undefined {
    if (this.#trace.end === 'invalid' || attempt.turns.length === 0) return undefined;
    return this.#observe?.(attempt, log, this.#locations);
  }
}

function reactionsOf({ executions }: Trace): ReadonlyMap<number, Reaction> {
  return new Map(
    executions.flatMap(({ position, behaviour }) =>
      behaviour.type === 'interrupt' ? [[position, behaviour.then] as const] : [],
    ),
  );
}

function endSentence(end: TraceEnd): string | undefined {
  switch (end) {
    case 'dormant':
      return 'nothing is outstanding and the run has not ended: it would sleep for ever';
    case 'attempts-spent':
      return 'resumed as often as the world allows, and still not over';
    case 'invalid':
      return 'the script does not compile or link';
    case 'ended':
    case 'thrown':
      return undefined;
  }
}
