import type { EngineLike, Outcome, Session, SessionOptions, Turn } from '../../runtime/index.ts';
import { Memories, type MemoryTurns } from '../world/index.ts';
import type { Ending } from './comparison.ts';

/** A run to be driven one turn at a time, and how its calls settle. */
export interface CompanionRun {
  readonly name: string;
  /** Options that are made anew for every execution, since clocks and dice are used up. */
  options(): SessionOptions;
  /** What settles next. `undefined`: nothing, any more. */
  next(session: Session): { readonly position: number; readonly outcome: Outcome; readonly at?: string } | undefined;
}

/** A run that goes on a turn at a time, between the turns of another one on the same engine. Throws what the runtime throws. */
export class Companion {
  readonly #run: CompanionRun;
  readonly #session: Session;
  readonly #turns: Turn[] = [];
  readonly #memories: Memories;

  constructor(engine: EngineLike, run: CompanionRun, memory: MemoryTurns) {
    this.#run = run;
    this.#memories = new Memories(memory);
    this.#session = engine.open({
      ...run.options(),
      onTurn: (turn, session) => {
        this.#turns.push(turn);
        this.#memories.afterTurn(turn.index, session);
      },
    });
    this.#session.start();
  }

  /** Runs one turn, if there is one to run: whether there was. */
  step(): boolean {
    const next = this.#session.state === 'waiting' ? this.#run.next(this.#session) : undefined;
    if (next === undefined) return false;
    this.#session.deliver(next.position, next.outcome, next.at);
    return true;
  }

  /** Runs to its end. */
  finish(): Ending {
    while (this.step());
    this.#memories.atEnd(this.#session);
    const { state, outcome, data, console, callLog } = this.#session;
    return { turns: this.#turns, memories: this.#memories, state, data, console, callLog, ...outcome };
  }

  close(): void {
    this.#session.close();
  }
}

/** Drives a companion by itself. */
export function companionAlone(engine: EngineLike, run: CompanionRun, memory: MemoryTurns): Ending {
  const companion = new Companion(engine, run, memory);
  try {
    return companion.finish();
  } finally {
    companion.close();
  }
}
