import { Attempt, type Location } from '../../runtime/index.ts';
import { attemptBase } from '../world/index.ts';
import type { Bench, Trial } from './trial.ts';

/** Where in the script each call of a trial's last attempt was made, by position. Found by replaying it. */
export function callLocations(
  { engine, scriptFile }: Bench,
  { case: played, trace }: Trial,
): ReadonlyMap<number, Location> {
  const run = trace.attempts.at(-1)?.run;
  const found = new Map<number, Location>();
  if (run === undefined) return found;
  let attempt: Attempt | undefined;
  try {
    attempt = new Attempt(engine, {
      ...attemptBase(played, scriptFile),
      callLog: run.callLog,
      initial: { pending: run.pending },
      deliverMax: run.delivered,
    });
    attempt.start();
    locateAll(attempt, found);
  } catch {
    // A run that cannot be replayed is a finding of its own; its timeline goes without lines.
  } finally {
    attempt?.close();
  }
  return found;
}

function locateAll({ session }: Attempt, found: Map<number, Location>): void {
  for (let position = 0; position < session.positions; position++) {
    const location = session.locate(position);
    if (location !== undefined) found.set(position, location);
  }
}
