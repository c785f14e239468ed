import {
  Attempt,
  type AttemptOptions,
  CallLogMismatchError,
  type ConsoleLine,
  type EngineLike,
  type Json,
  type Location,
  type Turn,
} from '../../runtime/index.ts';

/** What a trace does not hold: seen by running an attempt's script once more on the log that it left. */
export interface Observed {
  readonly turns: readonly Turn[];
  /** By turn: what the script has printed in it. */
  readonly console: readonly (readonly ConsoleLine[])[];
  /** By turn: the script's `data` when it was over. */
  readonly data: readonly Json[];
  /** Where each call is made, by position. */
  readonly locations: ReadonlyMap<number, Location>;
  /** The script does not follow that log. */
  readonly mismatch?: CallLogMismatchError;
}

/** Of more calls than that the lines are not looked for: each costs a replay. */
const locatedMax = 400;

/**
 * Replays an attempt, executing nothing. Never throws: what cannot be replayed is a finding of its own, and what was seen
 * until then is given. `known`: locations that are not looked for again.
 */
export function observe(
  engine: EngineLike,
  options: AttemptOptions,
  known: ReadonlyMap<number, Location> = new Map(),
): Observed {
  const seen = new Observer(known);
  seen.run(engine, options);
  return seen;
}

class Observer implements Observed {
  readonly turns: Turn[] = [];
  readonly console: ConsoleLine[][] = [];
  readonly data: Json[] = [];
  readonly locations: Map<number, Location>;
  mismatch?: CallLogMismatchError;

  constructor(known: ReadonlyMap<number, Location>) {
    this.locations = new Map(known);
  }

  run(engine: EngineLike, options: AttemptOptions): void {
    let attempt: Attempt | undefined;
    try {
      attempt = new Attempt(engine, { ...options, onTurn: (turn, session) => this.#afterTurn(turn, session) });
      attempt.start();
      this.#locateAll(attempt);
    } catch (error) {
      if (error instanceof CallLogMismatchError) this.#mismatched(error, engine, options);
    } finally {
      attempt?.close();
    }
  }

  #afterTurn(turn: Turn, session: Attempt['session']): void {
    const before = this.console.reduce((sum, lines) => sum + lines.length, 0);
    this.turns.push(turn);
    this.console.push(session.console.slice(before));
    this.data.push(session.data);
  }

  /** Its session is closed. Up to the turn before, all is well. */
  #mismatched(error: CallLogMismatchError, engine: EngineLike, options: AttemptOptions): void {
    this.mismatch = error;
    if (this.turns.length > 0) {
      const before = observe(engine, { ...options, deliverMax: this.turns.length - 1 }, this.locations);
      for (const [position, location] of before.locations) this.locations.set(position, location);
    }
    if (error.location !== undefined) this.locations.set(error.position, error.location);
  }

  #locateAll({ session }: Attempt): void {
    for (let position = 0; position < Math.min(session.positions, locatedMax); position++) {
      if (this.locations.has(position)) continue;
      const location = session.locate(position);
      if (location !== undefined) this.locations.set(position, location);
    }
  }
}
