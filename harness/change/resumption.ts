import {
  Attempt,
  type AttemptOptions,
  type CompiledScript,
  type EngineLike,
  type Location,
} from '../../runtime/index.ts';
import type { InFlight } from './in-flight.ts';
import type { Side } from './side.ts';

/** Fresh reads after the log ends are the same each time: what a check says depends on the runs alone. */
const steadyMs = 60_000;

/** An attempt that goes on with a run under a script, as the sandbox would, and executes nothing. Close it. */
export function openAttempt(engine: EngineLike, script: CompiledScript, side: Side, run: InFlight): Attempt {
  const { header, input, initialData, callLog, pending, runId, startedAt } = run;
  const options: AttemptOptions = {
    script,
    actions: header.actions,
    ignoreInputs: side.ignoreInputs.filter((name) => header.actions.includes(name)),
    onInterrupt: 'stop',
    input,
    data: initialData,
    callLog,
    runId,
    startedAt,
    limits: header.limits,
    initial: { pending },
    header,
    now: () => startedAt + steadyMs,
    random: () => 0.5,
  };
  return new Attempt(engine, options);
}

/** Where a run's own script makes its calls at these positions; those that cannot be told are left out. */
export function locationsIn(
  engine: EngineLike,
  script: CompiledScript,
  side: Side,
  run: InFlight,
  positions: readonly number[],
): Map<number, Location> {
  const found = new Map<number, Location>();
  const attempt = openAttempt(engine, script, side, run);
  try {
    attempt.start();
    for (const position of positions) {
      const location = attempt.session.locate(position);
      if (location !== undefined) found.set(position, location);
    }
    return found;
  } catch {
    // A run that does not follow its own script any more has no places in it.
    return found;
  } finally {
    attempt.close();
  }
}
