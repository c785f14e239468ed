import { MisuseError } from '../errors.ts';
import { parseCallLog } from '../log/codec.ts';
import type { Json } from '../log/entry.ts';
import type { CompiledScript } from '../script/index.ts';
import { ActionSet } from './action-set.ts';
import { newRunId, wallClock } from './ambient.ts';
import { checkHoles, checkPending, checkResumable, onlyInterrupt, parseAnswers } from './answers.ts';
import { type AttemptHome, inlineHome } from './attempt-home.ts';
import type { AttemptOptions } from './attempt-options.ts';
import { attemptOptionsOf, checkActionsKnown } from './continuation.ts';
import { describeGlobals } from './describe.ts';
import type { AbortReason, Drive, Patience } from './drive.ts';
import {
  type AnswerOptions,
  type AttemptControls,
  checkAnswerOptions,
  checkControls,
  checkEvalOptions,
  checkSandboxOptions,
  type EvalOptions,
  givenJson,
  type SandboxOptions,
} from './options.ts';
import { parseRun } from './parse-run.ts';
import type { Answers, Run } from './run.ts';
import type { DescribedSchema } from './schema-type.ts';
import { startDrive } from './start-drive.ts';

const wasClosed: AbortReason = { code: 'CLOSED', message: 'The sandbox was closed.' };

const defaultPatience: Patience = { settleMs: 5_000, endSettleMs: 1_000, graceMs: 250, sleepMaxMs: 10_000 };

/**
 * Runs scripts with a set of actions. Runs are values: whatever a method gives back can be stored as JSON and given to
 * any sandbox with the same actions, later and elsewhere. Runs do not touch each other; an action that never settles
 * holds its own run only.
 */
export class Sandbox implements AsyncDisposable {
  readonly #actions: ActionSet;
  readonly #options: SandboxOptions;
  readonly #patience: Patience;
  /** What goes on here: runs and replays. */
  readonly #active = new Set<Promise<unknown>>();
  readonly #drives = new Set<Drive>();
  #inline: Promise<AttemptHome> | undefined;
  #threads: Promise<AttemptHome> | undefined;
  readonly #closing = new AbortController();

  /** @throws MisuseError for an option or action that is wrong, or not available in this version. */
  constructor(options: SandboxOptions = {}) {
    checkSandboxOptions(options);
    this.#options = options;
    this.#actions = new ActionSet(options.actions ?? []);
    const { settleMs, endSettleMs, graceMs, sleepMaxMs } = options;
    this.#patience = {
      settleMs: settleMs ?? defaultPatience.settleMs,
      endSettleMs: endSettleMs ?? defaultPatience.endSettleMs,
      graceMs: graceMs ?? defaultPatience.graceMs,
      sleepMaxMs: sleepMaxMs ?? defaultPatience.sleepMaxMs,
    };
  }

  /**
   * Runs a script, or goes on with the bare log of one: holes are executed, with their answers where there are any.
   *
   * @throws LinkError, ScriptSyntaxError, CallLogFormatError before anything runs; CallLogMismatchError if the script
   * does not follow `callLog`; MisuseError. What the script itself brings about is in the run.
   */
  async eval(script: string | CompiledScript, options: EvalOptions = {}): Promise<Run> {
    this.#checkOpen();
    checkEvalOptions(options);
    const answers = answersFor(options);
    checkOrigin(options, this.#options);
    return this.#attempt(
      {
        script: checkedScript(script),
        ...(options.file !== undefined && { file: options.file }),
        actions: this.#actions.names,
        ignoreInputs: this.#actions.ignoreInputs,
        onInterrupt: this.#options.onInterrupt ?? 'stop',
        takeSnapshot: this.#options.snapshots === true,
        input: givenJson('`input`', options.input),
        data: options.data === undefined ? {} : givenJson('`data`', options.data),
        callLog: parseCallLog(options.callLog ?? []),
        runId: options.runId ?? newRunId(),
        startedAt: options.startedAt ?? wallClock(),
        clock: this.#options.clock ?? 'recorded',
        randomness: this.#options.random ?? 'recorded',
        ...(this.#options.limits !== undefined && { limits: this.#options.limits }),
        ...(answers !== undefined && { answers }),
      },
      options,
    );
  }

  /**
   * Goes on with a paused, sleeping or aborted run, with answers to any of its pending calls. An interrupted call without
   * one stays as it is and does not stop the run again; sleeps that are over by now end first.
   *
   * @throws MisuseError `NOT_RESUMABLE`, `POSITION_NOT_PENDING`, `ANSWER`, `UNKNOWN_ACTION`; RunFormatError;
   * CallLogMismatchError; RunMismatchError if the script does not ask any more what was pending.
   */
  async answer(run: Run, answers: Answers, options: AttemptControls = {}): Promise<Run> {
    this.#checkOpen();
    checkControls('answer', options);
    return this.#continue(this.#resumable(run), parseAnswers(answers), options);
  }

  /** `answer` for the one question that is open, or the one at `options.at`. */
  async resume(run: Run, answer: Json, options: AnswerOptions = {}): Promise<Run> {
    this.#checkOpen();
    checkAnswerOptions('resume', options);
    const paused = this.#resumable(run);
    const position = onlyInterrupt(paused, 'resume', options.at);
    return this.#continue(paused, parseAnswers({ [position]: { answer } }), options);
  }

  /** Fails the one question that is open, or the one at `options.at`, with `ActionRejected`, without executing it. */
  async reject(run: Run, reason: Json, options: AnswerOptions = {}): Promise<Run> {
    this.#checkOpen();
    checkAnswerOptions('reject', options);
    const paused = this.#resumable(run);
    const position = onlyInterrupt(paused, 'reject', options.at);
    return this.#continue(paused, parseAnswers({ [position]: { reject: reason } }), options);
  }

  /** Runs a run's script again on its log, without executing anything, and gives back the same run. Throws what differs. */
  async replay(run: Run): Promise<Run> {
    this.#checkOpen();
    const known = parseRun(run);
    return this.#until(
      this.#home(false).then((home) => home.replay(known, this.#actions.ignoreInputs, this.#closing.signal)),
    );
  }

  /**
   * What scripts can use here and how one is written, as text with TypeScript declarations: for a person or a model who
   * writes one. `input`: the schema of what they are started with.
   */
  describe(given: { input?: DescribedSchema } = {}): string {
    return describeGlobals(this.#actions, given.input);
  }

  /** Ends all runs as aborted, waits for them, and takes no new ones. Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const drive of this.#drives) drive.abort(wasClosed);
    await Promise.allSettled(this.#active);
    await this.#closeHomes();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #resumable(value: unknown): Run {
    const run = parseRun(value);
    checkResumable(run);
    checkActionsKnown(run, this.#actions);
    return run;
  }

  #continue(run: Run, answers: Answers, controls: AttemptControls): Promise<Run> {
    checkPending(answers, run.pending);
    const onInterrupt = this.#options.onInterrupt ?? 'stop';
    const options = attemptOptionsOf(run, this.#actions.ignoreInputs);
    const takeSnapshot = this.#options.snapshots === true;
    return this.#attempt({ ...options, onInterrupt, takeSnapshot, answers, resumedAt: wallClock() }, controls);
  }

  #attempt(options: AttemptOptions, controls: AttemptControls): Promise<Run> {
    return this.#until(this.#drive(options, controls));
  }

  /** `close` waits for it. */
  async #until<Value>(going: Promise<Value>): Promise<Value> {
    this.#active.add(going);
    try {
      return await going;
    } finally {
      this.#active.delete(going);
    }
  }

  async #drive(options: AttemptOptions, controls: AttemptControls): Promise<Run> {
    const home = await this.#home(controls.onTurn !== undefined);
    const { drive, run } = startDrive({
      hostFor: (complete) => home.hostFor(complete),
      options,
      controls,
      actions: this.#actions,
      patience: this.#patience,
    });
    if (this.#closing.signal.aborted) drive.abort(wasClosed);
    this.#drives.add(drive);
    return run.finally(() => this.#drives.delete(drive));
  }

  /** Whoever observes turns looks into the guest, which must be in this thread then. */
  #home(isObserved: boolean): Promise<AttemptHome> {
    if (isObserved || this.#options.isolation === 'inline') {
      this.#inline ??= inlineHome();
      return this.#inline;
    }
    this.#threads ??= this.#openThreads();
    return this.#threads;
  }

  /** Loaded when it is needed: nothing else of the sandbox needs Node. */
  async #openThreads(): Promise<AttemptHome> {
    const { threadHome } = await import('./thread/thread-home.ts');
    return threadHome(this.#options);
  }

  async #closeHomes(): Promise<void> {
    const homes = await Promise.allSettled([this.#inline, this.#threads]);
    this.#inline = undefined;
    this.#threads = undefined;
    for (const home of homes) if (home.status === 'fulfilled') await home.value?.close();
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted) throw new MisuseError('CLOSED', 'This sandbox was closed; make a new one.');
  }
}

function checkedScript(script: unknown): string | CompiledScript {
  const source = typeof script === 'string' ? script : (script as Partial<CompiledScript> | null)?.source;
  if (typeof source === 'string') return script as string | CompiledScript;
  throw new MisuseError('SCRIPT', 'eval needs the script as a string of source text.');
}

/** A bare log says neither when its run began nor what it was called. Throws `MisuseError` where a profile depends on it. */
function checkOrigin({ callLog, runId, startedAt }: EvalOptions, { clock, random }: SandboxOptions): void {
  if (callLog === undefined) return;
  if (clock === 'event' && startedAt === undefined) {
    throw new MisuseError(
      'STARTED_AT',
      "eval: with clock: 'event' a `callLog` needs the `startedAt` of its run: the script's time begins there.",
    );
  }
  if (random === 'seeded' && runId === undefined) {
    throw new MisuseError(
      'RUN_ID',
      "eval: with random: 'seeded' a `callLog` needs the `runId` of its run: the script's random numbers are derived from it.",
    );
  }
}

function answersFor(options: EvalOptions): Answers | undefined {
  if (options.answers === undefined) return undefined;
  const answers = parseAnswers(options.answers);
  if (options.callLog === undefined) {
    throw new MisuseError(
      'ANSWER',
      'eval: `answers` belong to a `callLog`; to answer a run, use answer(run, answers).',
    );
  }
  checkHoles(answers, parseCallLog(options.callLog));
  return answers;
}
