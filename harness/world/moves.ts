import { type CompiledScript, compileScript, type EngineLike, type Session, Snapshot } from '../../runtime/index.ts';
import type { Move } from './attempt-faults.ts';
import type { MoveTrace } from './trace.ts';

/**
 * An engine whose last session can be exchanged, while it waits, for one that goes on from its snapshot. Whoever holds the
 * session does not notice.
 */
export class MovableEngine implements EngineLike {
  readonly #engine: EngineLike;
  #options: Parameters<EngineLike['open']>[0] | undefined;
  #session: Session | undefined;

  constructor(engine: EngineLike) {
    this.#engine = engine;
  }

  get fingerprint(): string {
    return this.#engine.fingerprint;
  }

  open(options: Parameters<EngineLike['open']>[0]): Session {
    this.#options = options;
    this.#session = this.#engine.open(options);
    return standIn(() => this.#session as Session);
  }

  /** Moves the session. Its script waits, and none of what was recorded is undelivered. */
  move({ type }: Move, elsewhere = this.#engine): MoveTrace {
    const session = this.#session as Session;
    const move = { type, turn: session.delivered, open: session.outstanding.map(({ position }) => position) };
    if (type === 'swap-out') {
      swapOut(this.#engine, session);
      return move;
    }
    const handedOut = this.#restore(session, type === 'snapshot' ? this.#engine : elsewhere);
    return { ...move, handedOut };
  }

  #restore(session: Session, engine: EngineLike): number[] {
    const { callLog, logHash } = session;
    const snapshot = Snapshot.decode(session.snapshot().encode({ compress: false }));
    if (this.#options === undefined) throw new Error('There is no session to move.');
    const restored = engine.open({ ...this.#options, callLog, snapshot, logHash });
    const { calls } = restored.start();
    // Closed only now, so that the restored one cannot have got the same instance.
    session.close();
    this.#session = restored;
    return calls.map(({ position }) => position);
  }
}

/** Parks a session, and has its instance used by another before it can be taken up again. */
export function swapOut(engine: EngineLike, session: Session): void {
  session.park();
  const tenant = engine.open({ script: tenantScript(), actions: ['stay'] });
  tenant.start();
  tenant.close();
}

let compiled: CompiledScript | undefined;

/** Leaves as much behind as it can: in the heap, in the built-ins and in the queue of what waits. */
function tenantScript(): CompiledScript {
  const source = `
    globalThis.left = Array.from({ length: 300 }, (_, i) => ({ [i]: 'tenant' + i }));
    Object.prototype.tenant = left; Array.prototype.tenant = Math;
    await Promise.all([actions.stay(1), actions.stay(left.length)]);`;
  compiled ??= compileScript(source, { actions: ['stay'] });
  return compiled;
}

/** A session that is at any time the one that `current` gives. */
function standIn(current: () => Session): Session {
  return new Proxy({} as Session, {
    get(_, key) {
      const session = current();
      const value = Reflect.get(session, key, session) as unknown;
      return typeof value === 'function' ? (value.bind(session) as unknown) : value;
    },
  });
}
