import type { EngineLike, ExecutableCall, Session } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { type Equivalence, type Exhausted, exhaustively, scheduleOf } from '../schedule/index.ts';
import { type ActedCall, type Actor, caseActor } from './actor.ts';
import { runWorld } from './run-world.ts';
import type { Trace } from './trace.ts';

export interface InterleavingsOptions {
  readonly engine: EngineLike;
  /** How many runs may be begun. */
  readonly runsMax: number;
  /**
   * Whether two calls in flight commute, for whatever is going to be judged; see `Equivalence`. Then one of the orders is run. Default: two
   * interleavings are one from where all is the same, bit for bit: the guest's memory, its log, what is in flight, what was executed.
   * Nothing that is left out can then differ in anything.
   */
  readonly independent?: (left: ExecutableCall, right: ExecutableCall) => boolean;
}

/**
 * Runs a case under every schedule that there is, equivalent ones left out, and has each run judged. The case's own schedule
 * does not matter. A case with faults is run under every schedule, none left out, unless `independent` says so: faults look at what was.
 */
export function everyInterleaving(
  testCase: Case,
  options: InterleavingsOptions,
  judge: (trace: Trace, scheduled: Case) => void,
): Exhausted {
  let watch: Watch | undefined;
  return exhaustively(
    (scheduler) => {
      watch = new Watch(options.engine, testCase);
      const trace = runWorld(testCase, { engine: watch, actor: watch, scheduler, digests: 'never' });
      if (!scheduler.isCut) judge(trace, { ...testCase, schedule: scheduleOf(scheduler.decisions) });
    },
    options.runsMax,
    equivalence(options, testCase, () => watch),
  );
}

function equivalence(
  { independent }: InterleavingsOptions,
  { faults }: Case,
  watch: () => Watch | undefined,
): Equivalence {
  if (independent !== undefined) {
    return {
      independent: (left, right) => {
        const [one, other] = [watch()?.callAt(left), watch()?.callAt(right)];
        return one !== undefined && other !== undefined && independent(one, other);
      },
    };
  }
  if (faults.length > 0) return {};
  return { state: (count, candidates) => watch()?.state(count, candidates) };
}

/** Stands between the world and an engine, and knows everything that the rest of a run depends on. */
class Watch implements EngineLike, Actor {
  readonly #engine: EngineLike;
  readonly #actor: Actor;
  readonly #calls = new Map<number, ActedCall>();
  /** What was executed, in every attempt, and what it was told. */
  readonly #executed: string[] = [];
  #attempts = 0;
  #reads = 0;
  #session: Session | undefined;

  constructor(engine: EngineLike, testCase: Case) {
    this.#engine = engine;
    this.#actor = caseActor(testCase);
  }

  get fingerprint(): string {
    return this.#engine.fingerprint;
  }

  open(options: Parameters<EngineLike['open']>[0]): Session {
    const { now, random } = options;
    this.#attempts++;
    this.#reads = 0;
    this.#session = this.#engine.open({
      ...options,
      ...(now && { now: () => this.#read(now) }),
      ...(random && { random: () => this.#read(random) }),
    });
    return this.#session;
  }

  execute(call: ActedCall): ReturnType<Actor['execute']> {
    this.#calls.set(call.position, call);
    const { position, execution, answer } = call;
    this.#executed.push(JSON.stringify([this.#attempts, position, execution, answer]));
    return this.#actor.execute(call);
  }

  callAt(position: number): ActedCall | undefined {
    return this.#calls.get(position);
  }

  state(count: number, candidates: readonly number[] | undefined): string | undefined {
    const session = this.#session;
    if (session === undefined || session.state === 'closed' || candidates === undefined) return undefined;
    const { state, callLog, outstanding, console } = session;
    const executed = this.#executed.toSorted();
    const host = [count, candidates, state, callLog, outstanding, console, executed, this.#attempts, this.#reads];
    return session.digest() + JSON.stringify(host);
  }

  #read(source: () => number): number {
    this.#reads++;
    return source();
  }
}
