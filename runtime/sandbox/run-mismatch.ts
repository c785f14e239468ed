import { LockstepError } from '../errors.ts';
import type { CallLog, Json } from '../log/entry.ts';

/** A run says one thing outside its call log, and running its script again says another. */
export class RunMismatchError extends LockstepError {
  readonly code = 'RUN_MISMATCH';
  /** Where in the run, as `$.pending[0].input.q` or `$.value`. */
  readonly path: string;
  /** What the run has there; `undefined` where it has nothing. */
  readonly recorded: Json | undefined;
  /** What the script did; `undefined` where it did nothing. */
  readonly observed: Json | undefined;
  /** The log as far as it got. */
  readonly callLog: CallLog;

  constructor(
    message: string,
    detail: { path: string; recorded: Json | undefined; observed: Json | undefined; callLog: CallLog },
  ) {
    super(message);
    this.path = detail.path;
    this.recorded = detail.recorded;
    this.observed = detail.observed;
    this.callLog = detail.callLog;
  }
}
