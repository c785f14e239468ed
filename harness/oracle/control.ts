import type { EngineLike, Session, SessionOptions } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { type AttemptTrace, Memories, type MemoryCopy, type Trace } from '../world/index.ts';

/**
 * What shows that an oracle looks: a case of which it has nothing to say, and ways in which its promise is then broken
 * that it must reject. Small, because every gate tries them all.
 */
export interface Control {
  readonly case: Case;
  /** At least one; together they need every half of the oracle. */
  readonly breaches: readonly Breach[];
}

/** A trace that was falsified, or an engine that is not sound. */
export interface Breach {
  /** In a few words that go on from "it does not reject". */
  readonly what: string;
  /** The divergence's kind, as it must be reported. */
  readonly kind: string;
  readonly falsify?: (trace: Trace) => Trace;
  readonly unsound?: (engine: EngineLike) => EngineLike;
}

/** Falsifies the last attempt. */
export function lastAttempt(falsify: (attempt: AttemptTrace) => Partial<AttemptTrace>): (trace: Trace) => Trace {
  return (trace) => {
    const { attempts } = trace;
    const falsified = attempts.slice(-1).map((attempt) => ({ ...attempt, ...falsify(attempt) }));
    return { ...trace, attempts: [...attempts.slice(0, -1), ...falsified] };
  };
}

/** Falsifies what the last attempt gave back. */
export function lastRun(changes: object): (trace: Trace) => Trace {
  return lastAttempt(({ run }) => ({ run: { ...run, ...changes } as NonNullable<AttemptTrace['run']> }));
}

/** An engine whose sessions are opened with something else. */
export function opening(change: (given: SessionOptions) => SessionOptions): (engine: EngineLike) => EngineLike {
  return (engine) => ({ fingerprint: engine.fingerprint, open: (given) => engine.open(change(given)) });
}

/** An engine whose sessions do something else than they should. */
export function behaving(
  change: (session: Session, given: SessionOptions) => Partial<Session>,
): (engine: EngineLike) => EngineLike {
  return (engine) => ({
    fingerprint: engine.fingerprint,
    open(given) {
      const session = engine.open(given);
      return overridden(session, change(session, given));
    },
  });
}

/** A session of which some members are others. */
export function overridden(session: Session, overrides: object): Session {
  return new Proxy(session, {
    get(target, key) {
      const from = Object.hasOwn(overrides, key) ? overrides : target;
      const value = Reflect.get(from, key, from) as unknown;
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
  });
}

/** The attempt's memories with a bit of the heap flipped after every turn from one on. */
export function withBitFlipped({ turns, memories }: AttemptTrace, from = 0): Memories {
  const flipped = new Memories('never');
  for (const { index } of turns) {
    const copy = memories?.at(index);
    if (copy !== undefined) flipped.keep(index, index < from ? copy : { ...copy, parts: flip(copy.parts) });
  }
  return flipped;
}

const flippedByte = 3 * 4096 + 7;

function flip([low, heap]: MemoryCopy['parts']): MemoryCopy['parts'] {
  const other = Buffer.from(heap);
  other[flippedByte] = (other[flippedByte] ?? 0) ^ 1;
  return [low, other];
}
