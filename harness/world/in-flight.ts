import type { AttemptStep, SleepingCall } from '../../runtime/index.ts';
import type { Pace } from '../case/index.ts';
import type { Execution } from './trace.ts';

/** Sleeps that are over later than this are never over: no clock of ours goes so far. It is in the year 2255. */
export const sleepEndMax = 9_000_000_000_000;

/** What an attempt waits for: executions that were started and have not settled, and sleeps. */
export class InFlight {
  readonly #executions = new Map<number, Execution>();
  /** When each sleep is over, by position. */
  readonly #sleeps = new Map<number, number>();

  start(execution: Execution): void {
    this.#executions.set(execution.position, execution);
  }

  sleep({ position, until }: SleepingCall): void {
    this.#sleeps.set(position, until);
  }

  /** Positions of executions, ascending, but for those of these paces. */
  except(...paces: readonly Pace[]): number[] {
    const others = [...this.#executions.values()].filter(({ behaviour: { pace } }) => !pace || !paces.includes(pace));
    return others.map(({ position }) => position).sort((a, b) => a - b);
  }

  /** What may settle while the script goes on: all of which anything is ever heard, and the sleep that is over next, or, on demand, any. */
  whatMaySettle(wake: AttemptStep['wake'], anySleep: boolean): number[] {
    const executions = this.except('never');
    if (wake === undefined) return executions;
    const sleeps = anySleep ? [...this.#sleeps.keys()] : wake.until <= sleepEndMax ? [wake.position] : [];
    return [...executions, ...sleeps].sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.#executions.size === 0;
  }

  /** The end of the sleep there, which is over now; nothing if it is none. */
  takeSleep(position: number): number | undefined {
    const until = this.#sleeps.get(position);
    this.#sleeps.delete(position);
    return until;
  }

  /** The execution there, of which nothing more will be heard. */
  take(position: number): Execution {
    const execution = this.#executions.get(position);
    if (execution === undefined) throw new Error(`The world settles position ${position}, which is not in flight.`);
    this.#executions.delete(position);
    return execution;
  }
}
