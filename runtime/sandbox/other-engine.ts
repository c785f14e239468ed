/**
 * What a run of another engine is to this one. The log is the truth, whoever made it: such a run is replayed and
 * continued like any other, and the guard finds out whether the engines agree. Where they do not, the error says that
 * this may be why. A run that was continued has been computed again from its first turn, so its header then names the
 * engine that did it.
 */
import { CallLogMismatchError } from '../errors.ts';
import { RunMismatchError } from './run-mismatch.ts';

/** A divergence with the hint, where the run was made by another engine; anything else as it is. */
export function hintAtEngine(thrown: unknown, made: string, here: string): unknown {
  if (made === here) return thrown;
  const hint = `The run was made with another engine (${made}; this is ${here}). If script and limits are what they were, the engines differ in this.`;
  if (thrown instanceof CallLogMismatchError) return new CallLogMismatchError(`${thrown.message}\n  ${hint}`, thrown);
  if (thrown instanceof RunMismatchError) return new RunMismatchError(`${thrown.message} ${hint}`, thrown);
  return thrown;
}
