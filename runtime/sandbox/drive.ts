/**
 * Drives one attempt in real time: starts actions, waits for them, writes the journal, and bounds every wait that a
 * stop, an end or an abort begins. All decisions are the attempt's; this only carries them out.
 *
 * Whatever happens outside (an action settles, somebody aborts, time is up) is posted to a mailbox and handled one
 * event at a time, so that the script sees a linear history and no two decisions overlap.
 */
import { CallLogMismatchError } from '../errors.ts';
import { sleepOver } from '../log/sleep.ts';
import type { ActionSet } from './action-set.ts';
import { Alarm } from './alarm.ts';
import { wallClock } from './ambient.ts';
import type { AttemptHost, Eventually } from './attempt-host.ts';
import type { AttemptJournal } from './attempt-journal.ts';
import {
  type AttemptPhase,
  type AttemptStep,
  type DecidedCall,
  type ExecutableCall,
  newCalls,
  type Settlement,
  type SleepingCall,
} from './attempt-step.ts';
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
  /** For a sleep, when nothing else is left to wait for; a longer one ends the attempt. */
  sleepMaxMs: number;
}

export interface DriveOptions {
  host: AttemptHost;
  runId: string;
  actions: ActionSet;
  journal: AttemptJournal;
  patience: Patience;
}

type DriveEvent =
  | { type: 'settled'; position: number; settlement: Settlement }
  | { type: 'abort' }
  | { type: 'alarm'; alarm: Alarm }
  | { type: 'deadline'; deadline: Deadline };

export class Drive {
  readonly #options: DriveOptions;
  readonly #host: AttemptHost;
  readonly #mailbox = new Mailbox<DriveEvent>();
  /** Executions that were started and have not been heard of. */
  readonly #inFlight = new Map<number, Execution>();
  #abortReason: AbortReason | undefined;
  #abortApplied = false;
  #signalsFired = false;
  /** Bounds the current wait, where there is a bound. */
  #deadline: Deadline | undefined;
  /** The sleep that is over next, and what says when. */
  #wake: SleepingCall | undefined;
  #alarm: Alarm | undefined;

  constructor(options: DriveOptions) {
    this.#options = options;
    this.#host = options.host;
  }

  /** Asks the run to end as aborted, soon; nothing that has settled is lost. The first reason stays. */
  abort(reason: AbortReason): void {
    if (this.#abortReason !== undefined) return;
    this.#abortReason = reason;
    this.#options.journal.hurry();
    this.#host.hurry({ ...reason }, this.#options.patience.graceMs);
    this.#mailbox.post({ type: 'abort' });
  }

  /** Runs the attempt to its end. Throws what the attempt throws. */
  async run(): Promise<Run> {
    try {
      if (this.#options.journal.writes) await this.#host.open();
      await this.#written(() => this.#options.journal.begin());
      let step = await this.#follow(await this.#host.start());
      while (!this.#isOver(step)) {
        const event = this.#takeEvent(step) ?? (await this.#mailbox.posted());
        if (event === undefined) continue;
        const handled = this.#handle(event);
        const followed = this.#follow(handled instanceof Promise ? await handled : handled);
        step = followed instanceof Promise ? await followed : followed;
      }
      if (this.#mustAbort()) await this.#applyAbort();
      return await this.#host.finish();
    } catch (thrown) {
      throw await this.#salvage(thrown);
    } finally {
      this.#deadline?.cancel();
      this.#alarm?.cancel();
      this.#host.close();
    }
  }

  /**
   * Settles what is decided, then starts what is to be executed, each after it was written down. Waits for nothing where there
   * is nothing to write: a promise for every step of every call would cost as much as the step.
   */
  #follow(step: AttemptStep): Eventually<AttemptStep> {
    if (step.decided.length > 0 || this.#options.journal.writes || this.#mustAbort()) return this.#followWriting(step);
    for (const call of step.execute) this.#start(call);
    return step;
  }

  async #followWriting(first: AttemptStep): Promise<AttemptStep> {
    let step = first;
    for (let decided = step.decided[0]; decided !== undefined; decided = step.decided[0]) {
      step = this.#mustAbort() ? await this.#applyAbort() : await this.#decide(decided);
    }
    const { execute } = step;
    await this.#written(() => this.#options.journal.exchange(newCalls(step)));
    if (this.#mustAbort()) return this.#abandon(execute);
    for (const call of execute) this.#start(call);
    return step;
  }

  async #decide({ position, outcome }: DecidedCall): Promise<AttemptStep> {
    await this.#written(() => this.#options.journal.outcome(position, outcome));
    return this.#options.journal.failure === undefined ? this.#host.settle(position, outcome) : this.#applyAbort();
  }

  #start(call: ExecutableCall): void {
    const execution = new Execution(call, this.#options.runId);
    this.#inFlight.set(call.position, execution);
    const report = (settlement: Settlement) =>
      this.#mailbox.post({ type: 'settled', position: call.position, settlement });
    void executeCall(this.#options.actions, call, execution).then(report);
  }

  /** Calls that were handed out and must not start any more. */
  async #abandon(calls: readonly ExecutableCall[]): Promise<AttemptStep> {
    await this.#applyAbort();
    return this.#host.leave(
      calls.map(({ position }) => position),
      'not-started',
    );
  }

  /** A sleep that is long ends the attempt, once there is nothing but sleeps and questions: somebody goes on with the run when it is due. */
  #isOver({ phase, wake }: AttemptStep): boolean {
    if (phase !== 'sleeping' || wake === undefined) return phase === 'done';
    return wake.until - wallClock() >= this.#options.patience.sleepMaxMs;
  }

  /** The next event, if it is there already. */
  #takeEvent({ phase, wake }: AttemptStep): DriveEvent | undefined {
    if (this.#host.aborted) this.#fireSignals('The run was aborted.');
    if (phase === 'stopping' || phase === 'ending') this.#deadline ??= this.#newDeadline(phase);
    this.#setAlarm(wake);
    return this.#mailbox.takeNow();
  }

  #setAlarm(wake: SleepingCall | undefined): void {
    this.#wake = wake;
    if (this.#alarm !== undefined && this.#alarm.until === wake?.until) return;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    if (wake === undefined) return;
    const alarm: Alarm = new Alarm(wake.until, () => this.#mailbox.post({ type: 'alarm', alarm }));
    this.#alarm = alarm;
  }

  #newDeadline(phase: AttemptPhase): Deadline {
    const { settleMs, endSettleMs, graceMs } = this.#options.patience;
    const ms = this.#signalsFired ? graceMs : phase === 'ending' ? endSettleMs : settleMs;
    return new Deadline(ms, (deadline) => this.#mailbox.post({ type: 'deadline', deadline }));
  }

  #handle(event: DriveEvent): Eventually<AttemptStep> {
    return this.#mustAbort() ? this.#handleAborting(event) : this.#handleNow(event);
  }

  async #handleAborting(event: DriveEvent): Promise<AttemptStep> {
    await this.#applyAbort();
    return this.#handleNow(event);
  }

  #handleNow(event: DriveEvent): Eventually<AttemptStep> {
    switch (event.type) {
      case 'settled':
        return this.#settle(event.position, event.settlement);
      case 'deadline':
        return this.#timeIsUp(event.deadline);
      case 'alarm':
        return this.#wakeUp(event.alarm);
      case 'abort':
        return this.#host.step();
    }
  }

  #settle(position: number, settlement: Settlement): Eventually<AttemptStep> {
    if (!this.#inFlight.delete(position)) return this.#host.step();
    // An action that gives up because its signal has fired says nothing about its effect.
    if (this.#signalsFired && 'error' in settlement) return this.#host.leave([position], 'in-flight');
    const isWritten = this.#options.journal.writes || this.#mustAbort();
    return isWritten ? this.#settleWriting(position, settlement) : this.#host.settle(position, settlement);
  }

  async #settleWriting(position: number, settlement: Settlement): Promise<AttemptStep> {
    await this.#written(() => this.#options.journal.settlement(position, settlement));
    if (this.#mustAbort()) await this.#applyAbort();
    return this.#host.settle(position, settlement);
  }

  /** The host's clock says when a sleep is over, whatever it has been through meanwhile; timers only say when to look at it. */
  async #wakeUp(alarm: Alarm): Promise<AttemptStep> {
    if (alarm !== this.#alarm) return this.#host.step();
    this.#alarm = undefined;
    const wake = this.#wake;
    if (wake === undefined || wake.until > wallClock() || this.#host.aborted) return this.#host.step();
    await this.#written(() => this.#options.journal.outcome(wake.position, sleepOver));
    if (this.#mustAbort()) await this.#applyAbort();
    return this.#host.settle(wake.position, sleepOver);
  }

  /** First the signals fire; when the grace period is over as well, what is still in flight is given up. */
  #timeIsUp(deadline: Deadline): Eventually<AttemptStep> {
    if (deadline !== this.#deadline) return this.#host.step();
    if (!this.#signalsFired) {
      this.#fireSignals('The run does not wait for this call any longer.');
      return this.#host.step();
    }
    const positions = [...this.#inFlight.keys()];
    this.#inFlight.clear();
    return this.#host.leave(positions, 'in-flight');
  }

  #mustAbort(): boolean {
    return this.#abortReason !== undefined && !this.#abortApplied;
  }

  /** A script that has ended keeps its result, unless its record or its observer has failed: then somebody must know. */
  #applyAbort(): Eventually<AttemptStep> {
    const reason = this.#abortReason;
    if (reason === undefined) return this.#host.step();
    this.#abortApplied = true;
    this.#fireSignals(reason.message);
    const onlyHurries = reason.code === 'SIGNAL' || reason.code === 'CLOSED';
    if (onlyHurries && this.#host.ended) return this.#host.step();
    return this.#host.abort({ ...reason });
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
    for (const entry of this.#host.callLog) thrown.callLog.push(entry);
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
