/**
 * Drives one attempt in real time: starts actions, waits for them, writes the journal, and bounds every wait that a
 * stop, an end or an abort begins. All decisions are the attempt's; this only carries them out.
 *
 * Whatever happens outside (an action settles, somebody aborts, time is up) is posted to a mailbox and handled one
 * event at a time, so that the script sees a linear history and no two decisions overlap.
 */
import { CallLogMismatchError } from '../errors.ts';
import type { ActionSet } from './action-set.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptJournal } from './attempt-journal.ts';
import type { AttemptPhase, AttemptStep, DecidedCall, ExecutableCall, Settlement } from './attempt-step.ts';
import { Execution } from './context.ts';
import { Deadline } from './deadline.ts';
import { executeCall } from './execute.ts';
import { Mailbox } from './mailbox.ts';
import type { Run } from './run.ts';

/** Why the sandbox ends a run from outside. */
export interface AbortReason {
  code: 'SIGNAL' | 'CLOSED' | 'JOURNAL' | 'OBSERVER';
  message: string;
}

/** How long a run waits for calls in flight, in milliseconds. */
export interface Patience {
  /** When it pauses. */
  settleMs: number;
  /** When the script has ended. */
  endSettleMs: number;
  /** Once their signals have fired. */
  graceMs: number;
}

export interface DriveOptions {
  attempt: Attempt;
  runId: string;
  actions: ActionSet;
  journal: AttemptJournal;
  patience: Patience;
}

type DriveEvent =
  | { type: 'settled'; position: number; settlement: Settlement }
  | { type: 'abort' }
  | { type: 'deadline'; deadline: Deadline };

export class Drive {
  readonly #options: DriveOptions;
  readonly #attempt: Attempt;
  readonly #mailbox = new Mailbox<DriveEvent>();
  /** Executions that were started and have not been heard of. */
  readonly #inFlight = new Map<number, Execution>();
  #abortReason: AbortReason | undefined;
  #abortApplied = false;
  #signalsFired = false;
  /** Bounds the current wait, where there is a bound. */
  #deadline: Deadline | undefined;

  constructor(options: DriveOptions) {
    this.#options = options;
    this.#attempt = options.attempt;
  }

  /** Asks the run to end as aborted, soon; nothing that has settled is lost. The first reason stays. */
  abort(reason: AbortReason): void {
    if (this.#abortReason !== undefined) return;
    this.#abortReason = reason;
    this.#options.journal.hurry();
    this.#mailbox.post({ type: 'abort' });
  }

  /** Runs the attempt to its end. Throws what the attempt throws. */
  async run(): Promise<Run> {
    try {
      await this.#written(() => this.#options.journal.begin());
      let step = await this.#follow(this.#attempt.start());
      while (step.phase !== 'done') step = await this.#follow(await this.#handle(await this.#nextEvent(step.phase)));
      if (this.#mustAbort()) this.#applyAbort();
      return this.#attempt.finish();
    } catch (thrown) {
      throw await this.#salvage(thrown);
    } finally {
      this.#deadline?.cancel();
      this.#attempt.close();
    }
  }

  /** Settles what is decided, then starts what is to be executed, each after it was written down. */
  async #follow(first: AttemptStep): Promise<AttemptStep> {
    let step = first;
    for (let decided = step.decided[0]; decided !== undefined; decided = step.decided[0]) {
      step = this.#mustAbort() ? this.#applyAbort() : await this.#decide(decided);
    }
    const { execute } = step;
    await this.#written(() => this.#options.journal.exchange(execute));
    if (this.#mustAbort()) return this.#abandon(execute);
    for (const call of execute) this.#start(call);
    return step;
  }

  async #decide({ position, outcome }: DecidedCall): Promise<AttemptStep> {
    await this.#written(() => this.#options.journal.outcome(position, outcome));
    return this.#options.journal.failure === undefined ? this.#attempt.settle(position, outcome) : this.#applyAbort();
  }

  #start(call: ExecutableCall): void {
    const execution = new Execution(call, this.#options.runId);
    this.#inFlight.set(call.position, execution);
    const report = (settlement: Settlement) =>
      this.#mailbox.post({ type: 'settled', position: call.position, settlement });
    void executeCall(this.#options.actions, call, execution).then(report);
  }

  /** Calls that were handed out and must not start any more. */
  #abandon(calls: readonly ExecutableCall[]): AttemptStep {
    let step = this.#applyAbort();
    for (const { position } of calls) step = this.#attempt.leave(position, 'not-started');
    return step;
  }

  #nextEvent(phase: AttemptPhase): Promise<DriveEvent> {
    if (this.#attempt.aborted) this.#fireSignals('The run was aborted.');
    if (phase !== 'running') this.#deadline ??= this.#newDeadline(phase);
    return this.#mailbox.take();
  }

  #newDeadline(phase: AttemptPhase): Deadline {
    const { settleMs, endSettleMs, graceMs } = this.#options.patience;
    const ms = this.#signalsFired ? graceMs : phase === 'ending' ? endSettleMs : settleMs;
    return new Deadline(ms, (deadline) => this.#mailbox.post({ type: 'deadline', deadline }));
  }

  async #handle(event: DriveEvent): Promise<AttemptStep> {
    if (this.#mustAbort()) this.#applyAbort();
    switch (event.type) {
      case 'settled':
        return this.#settle(event.position, event.settlement);
      case 'deadline':
        return this.#timeIsUp(event.deadline);
      case 'abort':
        return this.#attempt.step();
    }
  }

  async #settle(position: number, settlement: Settlement): Promise<AttemptStep> {
    if (!this.#inFlight.delete(position)) return this.#attempt.step();
    // An action that gives up because its signal has fired says nothing about its effect.
    if (this.#signalsFired && 'error' in settlement) return this.#attempt.leave(position, 'in-flight');
    await this.#written(() => this.#options.journal.settlement(position, settlement));
    if (this.#mustAbort()) this.#applyAbort();
    return this.#attempt.settle(position, settlement);
  }

  /** First the signals fire; when the grace period is over as well, what is still in flight is given up. */
  #timeIsUp(deadline: Deadline): AttemptStep {
    if (deadline !== this.#deadline) return this.#attempt.step();
    if (!this.#signalsFired) {
      this.#fireSignals('The run does not wait for this call any longer.');
      return this.#attempt.step();
    }
    for (const position of this.#inFlight.keys()) this.#attempt.leave(position, 'in-flight');
    this.#inFlight.clear();
    return this.#attempt.step();
  }

  #mustAbort(): boolean {
    return this.#abortReason !== undefined && !this.#abortApplied;
  }

  /** A script that has ended keeps its result, unless its record or its observer has failed: then somebody must know. */
  #applyAbort(): AttemptStep {
    const reason = this.#abortReason;
    if (reason === undefined) return this.#attempt.step();
    this.#abortApplied = true;
    this.#fireSignals(reason.message);
    const onlyHurries = reason.code === 'SIGNAL' || reason.code === 'CLOSED';
    if (onlyHurries && this.#attempt.session.outcome !== undefined) return this.#attempt.step();
    return this.#attempt.abort({ ...reason });
  }

  /** From here on a rejection is not recorded, and waits are bounded by the grace period. */
  #fireSignals(message: string): void {
    if (this.#signalsFired) return;
    this.#signalsFired = true;
    this.#deadline?.cancel();
    this.#deadline = undefined;
    const reason = new DOMException(message, 'AbortError');
    for (const execution of this.#inFlight.values()) execution.fire(reason);
  }

  /** The attempt threw. What is in flight gets the grace period, and what it fulfils is added to the mismatch's log. */
  async #salvage(thrown: unknown): Promise<unknown> {
    this.#fireSignals('The run has diverged from its log.');
    if (!(thrown instanceof CallLogMismatchError)) return thrown;
    this.#deadline = this.#newDeadline('stopping');
    while (this.#inFlight.size > 0) {
      const event = await this.#mailbox.take();
      if (event.type === 'deadline') break;
      if (event.type === 'settled') await this.#settle(event.position, event.settlement);
    }
    thrown.callLog.length = 0;
    for (const entry of this.#attempt.callLog) thrown.callLog.push(entry);
    return thrown;
  }

  async #written(write: () => Promise<void>): Promise<void> {
    const { journal } = this.#options;
    if (!journal.writes) return;
    await write();
    if (journal.failure === undefined) return;
    // Takes the place of a signal that only hurried the run on: whoever relies on the journal must know.
    this.#abortReason = { code: 'JOURNAL', message: journal.failure };
    this.#abortApplied = false;
  }
}
