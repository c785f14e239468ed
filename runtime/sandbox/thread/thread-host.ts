import { defaultLimits } from '../../guest/limits.ts';
import type { CallLog, CallLogEntry, Json, Outcome } from '../../log/entry.ts';
import type { RunHeader } from '../../log/header.ts';
import { after } from '../ambient.ts';
import type { AttemptHost, Eventually, PositionedEntry } from '../attempt-host.ts';
import { type AttemptOptions, headerOf, originOf } from '../attempt-options.ts';
import type { AttemptStep, Settlement } from '../attempt-step.ts';
import type { Run } from '../run.ts';
import { Mirror } from './mirror.ts';
import type { ThreadPool } from './pool.ts';
import type { Errand, Op, PlainOptions, Report, RunRest } from './protocol.ts';
import type { ErrandEnd, PostedErrand, Thread } from './thread.ts';
import { fromWire } from './wire-error.ts';
import { Wreck } from './wreck.ts';

/** Turns that had ended before may take this many times as long when they are made again. */
const patienceAgain = 4;

/** What a turn is given to end by itself, at least, in milliseconds: a thread is not killed for nothing. */
const hurryMsLeast = 250;

/** How often an attempt is made again for one thing that it is told, before that is given up. */
const movesMax = 10;

const threadsFail = { code: 'ENGINE', message: 'The threads of scripts die, again and again.' };

const nothingToDo: AttemptStep = { execute: [], decided: [], sleeps: [], wake: undefined, phase: 'done' };

/**
 * An attempt in another thread. What it is told is kept in its mirror. If the thread dies for no fault of this attempt, it is
 * made again in another one before it is told the next thing, and nobody notices. If it was its own turn that the thread
 * died of, or was killed for, it ends as aborted.
 */
export class ThreadHost implements AttemptHost {
  readonly #pool: ThreadPool;
  readonly #id: number;
  readonly #mirror: Mirror;
  readonly #wallMs: number;
  #thread: Thread | undefined;
  #wreck: Wreck | undefined;
  /** The errand that is under way, or waits for a thread. */
  #errand: PostedErrand | undefined;
  #last = nothingToDo;
  #run: RunRest | undefined;
  #hurry: { reason: Json; graceMs: number } | undefined;
  #cancelHurry: (() => void) | undefined;

  constructor(pool: ThreadPool, options: AttemptOptions) {
    this.#pool = pool;
    this.#id = pool.newId();
    this.#mirror = new Mirror(plain(options));
    this.#wallMs = options.header?.limits.wallMs ?? options.limits?.wallMs ?? defaultLimits.wallMs;
  }

  get header(): RunHeader {
    return headerOf({ fingerprint: this.#pool.fingerprint }, this.#mirror.options);
  }

  get aborted(): boolean {
    return this.#wreck !== undefined || this.#mirror.news.aborted;
  }

  get ended(): boolean {
    return this.#mirror.news.ended;
  }

  get positions(): number {
    return this.#mirror.news.positions;
  }

  get callLog(): CallLog {
    return this.#mirror.callLog;
  }

  async open(): Promise<void> {
    await this.#tell(undefined);
  }

  start(): Promise<AttemptStep> {
    return this.#perform({ type: 'start' });
  }

  settle(position: number, settlement: Settlement): Eventually<AttemptStep> {
    if (this.#wreck !== undefined) return this.#wreck.settle(position, settlement);
    if ('interrupt' in settlement) {
      this.#mirror.calls.left(position, { state: 'interrupted', payload: settlement.interrupt });
      return this.#perform({ type: 'settle', position, settlement });
    }
    const given = this.#mirror.record(position, settlement, this.#mirror.delivers);
    return this.#perform({ type: 'settle', position, settlement, ...given });
  }

  leave(positions: readonly number[], state: 'in-flight' | 'not-started'): Eventually<AttemptStep> {
    if (this.#wreck !== undefined) return this.#wreck.leave(positions, state);
    for (const position of positions) this.#mirror.calls.left(position, state === 'in-flight' ? { state } : undefined);
    return this.#perform({ type: 'leave', positions, state });
  }

  abort(reason: Json): Eventually<AttemptStep> {
    return this.#wreck?.step() ?? this.#perform({ type: 'abort', reason });
  }

  /** Nothing is handed out twice; what is decided waits until it is settled. */
  step(): AttemptStep {
    return this.#wreck?.step() ?? { ...this.#last, execute: [], sleeps: [] };
  }

  async finish(): Promise<Run> {
    if (this.#wreck === undefined && this.#run === undefined) await this.#perform({ type: 'finish' });
    if (this.#wreck !== undefined) return this.#wreck.run(this.header);
    return this.#complete(this.#run as RunRest);
  }

  close(): void {
    this.#cancelHurry?.();
    this.#thread?.drop(this.#id);
    this.#thread = undefined;
  }

  entryOf(position: number, outcome: Outcome): CallLogEntry {
    return this.#mirror.entryOf(position, outcome);
  }

  readsFrom(position: number): PositionedEntry[] {
    return this.#mirror.readsFrom(position);
  }

  hurry(reason: Json, graceMs: number): void {
    this.#hurry = { reason, graceMs: Math.max(graceMs, hurryMsLeast) };
    this.#hurryUp();
  }

  /** A run that is being aborted does not wait for a thread, and not for ever for a turn to end. */
  #hurryUp(): void {
    const errand = this.#errand;
    if (this.#hurry === undefined || errand === undefined) return;
    const { reason, graceMs } = this.#hurry;
    if (this.#pool.withdraw(errand, reason)) return;
    this.#cancelHurry ??= after(graceMs, () => {
      if (this.#errand !== undefined) this.#thread?.giveUp(this.#errand, reason);
    });
  }

  async #perform(op: Op): Promise<AttemptStep> {
    const report = await this.#tell(op);
    return report?.step ?? this.step();
  }

  /** Tells the attempt something, in whatever thread it then is. `undefined`: it is a wreck. */
  async #tell(op: Op | undefined): Promise<Report | undefined> {
    this.#run = undefined;
    let end = await this.#post(op);
    for (let moves = 0; end.type === 'lost' && end.blame === undefined && moves < movesMax; moves++) {
      end = await this.#post(op);
    }
    if (end.type === 'report') return this.#heard(op, JSON.parse(end.text) as Report);
    this.#mirror.cutShort(op);
    this.#wreck = this.#asWreck(end.blame ?? threadsFail);
    return undefined;
  }

  #heard(op: Op | undefined, report: Report): Report {
    this.#mirror.acknowledge(op, report.news, report.step);
    if (report.error !== undefined) throw fromWire(report.error);
    this.#last = report.step ?? nothingToDo;
    this.#run = report.run;
    return report;
  }

  async #post(op: Op | undefined): Promise<ErrandEnd> {
    const isHere = this.#thread !== undefined && !this.#thread.isGone;
    try {
      return await new Promise<ErrandEnd>((resolve, reject) => {
        const errand = this.#newErrand(op, isHere, resolve);
        this.#errand = errand;
        if (isHere) this.#thread?.post(errand);
        else this.#enter(errand, reject);
        this.#hurryUp();
      });
    } finally {
      this.#errand = undefined;
    }
  }

  #newErrand(op: Op | undefined, isHere: boolean, ended: (end: ErrandEnd) => void): PostedErrand {
    const { past } = this.#mirror;
    const { callLog = [], ...options } = this.#mirror.options;
    const isNew = past.ops.length === 0;
    const errand: Errand = {
      type: 'attempt',
      ...(!isHere && { open: options }),
      ...(!isHere && !isNew && { past }),
      ...(op !== undefined && { op }),
    };
    const wallMs = isHere || isNew ? this.#wallMs : this.#wallMs * patienceAgain;
    return {
      id: this.#pool.newId(),
      attempt: this.#id,
      text: JSON.stringify(errand),
      log: isHere ? undefined : JSON.stringify(callLog),
      wallMs,
      ended,
    };
  }

  #enter(errand: PostedErrand, failed: (error: Error) => void): void {
    const taken = (thread: Thread) => {
      this.#thread = thread;
    };
    this.#pool.enter({ errand, taken, failed }, this.#mirror.past.ops.length === 0);
  }

  #asWreck(blame: Json): Wreck {
    const hasRun = this.#mirror.past.ops.length > 0;
    const isObject = typeof blame === 'object' && blame !== null && !Array.isArray(blame);
    return new Wreck(this.#mirror, isObject && !hasRun ? { ...blame, turns: 0 } : blame);
  }

  #complete(rest: RunRest): Run {
    const { options, callLog, console: lines } = this.#mirror;
    const { status, ...others } = rest;
    return { status, ...originOf(this.header, options), callLog, console: [...lines], ...others } as Run;
  }
}

/** A compiled script cannot be posted. Threads keep what they have compiled. */
function plain({ script, now, random, onTurn, ...rest }: AttemptOptions): PlainOptions {
  if (typeof script === 'string') return { ...rest, script };
  return { ...rest, script: script.source, file: script.file };
}
