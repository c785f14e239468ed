import { type CallLogMismatchError, EngineError, type Location, MisuseError, type ScriptFailure } from '../errors.ts';
import type { Guest, GuestEnd } from '../guest/guest.ts';
import { byteLength } from '../log/byte-length.ts';
import type { CallLog, Json, ObservedCall, Outcome } from '../log/entry.ts';
import { sleepName } from '../log/sleep.ts';
import type { Warning } from '../script/index.ts';
import { ConsoleRecord } from './console-record.ts';
import { EventTime, earliestEnd, givenStamp } from './event-time.ts';
import { engineSyntaxError, type LimitName, limitFailure, scriptFailure, stuckFailure } from './failure.ts';
import { compareCall } from './guard.ts';
import { GuestLease } from './instances.ts';
import { LogHash } from './log-hash.ts';
import { type Divergence, explain } from './mismatch.ts';
import { type OpenCall, OpenCalls } from './open-calls.ts';
import { type LogRecord, type Recorded, type RecordedAction, settledText, toEntry } from './record.ts';
import type { SessionHome, SessionParts } from './session-parts.ts';
import { hashedAction, hashedCall, hashedDelivery, type SessionState, Snapshot } from './snapshot.ts';
import { limitReached, limitStop, readHost, type StopReason, stopFor, stopReason } from './stop.ts';
import type { Call, ConsoleLine, Exchange, Session, SessionOutcome, Turn } from './types.ts';

/**
 * The state machine of one attempt. Its loop is `#advance`: as long as the log says what comes next, deliver that. Positions
 * are reserved while the guest runs (`#call`, `#read`); outcomes are delivered only at quiescence.
 */
export class RunSession implements Session {
  readonly #parts: SessionParts;
  readonly #home: SessionHome;
  readonly #lease: GuestLease;
  readonly #record: LogRecord;
  readonly #open: OpenCalls;
  /** Where the clock is `event`. */
  readonly #time: EventTime | undefined;
  /** Recorded calls in the order they were reserved: what a log without orders delivers first in, first out. */
  readonly #recordedQueue: number[] = [];
  #queueHead = 0;
  #fresh: number[] = [];
  #state: Session['state'] = 'new';
  #positions = 0;
  #delivered = 0;
  #recordOnly = false;
  #turns = 0;
  #outcome: SessionOutcome | undefined;
  readonly #console: ConsoleRecord;
  #logChars = 0;
  #warnings: Warning[];
  #dataText: string;
  #dataFixed = false;
  /** Positions of the outcomes that this attempt has delivered, from the snapshot's on. */
  readonly #deliveries: number[] = [];
  #deliveredBefore = 0;
  readonly #logHash: LogHash;

  constructor(parts: SessionParts, home: SessionHome) {
    this.#parts = parts;
    this.#home = home;
    this.#record = parts.record;
    this.#open = new OpenCalls(parts.snapshot?.session.positions ?? 0);
    this.#console = new ConsoleRecord(parts.limits.consoleBytes);
    this.#dataText = parts.dataText;
    this.#warnings = [...parts.script.warnings];
    const { startedAt } = parts.profiles;
    this.#time = startedAt === undefined ? undefined : new EventTime(startedAt, parts.now);
    this.#logHash = new LogHash(home.hasher, parts.snapshot?.hash);
    this.#lease = new GuestLease(home.instances, parts.limits, {
      call: (action, slot, inputText) => this.#call(action, slot, inputText),
      expectedInput: () => this.#expectedInput(),
      now: () => this.#time?.now ?? this.#read('now', this.#parts.now),
      random: () => this.#read('random', this.#parts.random),
      print: (level, text) => this.#console.print(level, text),
    });
  }

  // ------------------------------------------------------------ what drivers call

  start(): Exchange {
    if (this.#state !== 'new') throw new MisuseError('SESSION_STARTED', 'This session has been started already.');
    this.#state = 'waiting';
    const { snapshot } = this.#parts;
    if (snapshot !== undefined) return this.#exchange(() => this.#restore(snapshot));
    return this.#exchange(() => this.#turn({ type: 'start' }, (guest) => this.#startScript(guest)));
  }

  deliver(position: number, outcome: Outcome, at?: string): Exchange {
    const call = this.#outstandingCall(position, 'deliver');
    if (this.#recordOnly) {
      throw new MisuseError(
        'SESSION_STOPPED',
        'An outcome was recorded without delivery: this attempt delivers no more.',
      );
    }
    this.#settle(position, call, outcome, at);
    return this.#exchange(() => this.#deliverRecorded(position, false));
  }

  record(position: number, outcome: Outcome, at?: string): void {
    const call = this.#outstandingCall(position, 'record');
    this.#recordOnly = true;
    // It stays open: the script still waits for it, in an attempt that goes on from a snapshot too.
    this.#settle(position, call, outcome, at);
  }

  stampFor(position: number): string | undefined {
    const call = this.#open.at(position);
    return this.#time?.next(call === undefined ? 0 : earliestEnd(call));
  }

  digest(): string {
    this.#requireQuiescence('digest');
    const { guest } = this.#lease;
    const time = this.#time === undefined ? [] : [this.#time.now];
    return this.#home.digest(guest, [this.#positions, this.#delivered, guest.ticks, ...time]);
  }

  memory(): readonly [low: Uint8Array, heap: Uint8Array] {
    this.#requireQuiescence('memory');
    return this.#lease.guest.liveParts();
  }

  snapshot(): Snapshot {
    this.#requireQuiescence('snapshot');
    if (this.#state !== 'waiting')
      throw new MisuseError('SESSION_ENDED', 'The script has ended: there is nothing to go on from.');
    const { logHash } = this;
    return new Snapshot(this.#stateOf(logHash), this.#lease.state, this.#logHash.state);
  }

  park(): void {
    this.#requireQuiescence('park');
    this.#lease.park();
  }

  get fuelUsed(): number {
    this.#requireQuiescence('fuelUsed');
    return this.#lease.guest.ticks;
  }

  get logHash(): string {
    this.#logHash.advance(this.#positions, this.#delivered, {
      call: (position) => this.#callText(position),
      delivery: (order) => this.#deliveryText(order),
    });
    return this.#logHash.digest;
  }

  locate(position: number): Location | undefined {
    return this.#home.locate(this.#parts, this.callLog, position);
  }

  close(): void {
    this.#close(true);
  }

  get state(): Session['state'] {
    return this.#state;
  }

  get outcome(): SessionOutcome | undefined {
    return this.#outcome;
  }

  get callLog(): CallLog {
    return this.#record.toCallLog(this.#positions);
  }

  get delivered(): number {
    return this.#delivered;
  }

  get positions(): number {
    return this.#positions;
  }

  get outstanding(): readonly Call[] {
    return Array.from(this.#open.outstanding, (position) => this.#callAt(position));
  }

  get console(): readonly ConsoleLine[] {
    return this.#console.lines;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  get data(): Json {
    if (this.#state === 'waiting' && !this.#dataFixed && !this.#lease.busy && this.#turns > 0) this.#lookAtData();
    return JSON.parse(this.#dataText) as Json;
  }

  // ------------------------------------------------------------ exchanges and turns

  /** Runs a turn and all the replayed ones that can follow, and hands out the fresh calls. */
  #exchange(firstTurn: () => void): Exchange {
    try {
      firstTurn();
      this.#advance();
    } catch (thrown) {
      this.#lease.busy = false;
      throw this.#leave(thrown);
    }
    const calls = this.#takeFresh();
    return { state: this.#state as Exchange['state'], calls };
  }

  /** Replay first: delivers what the log says comes next, until it says nothing or the script has ended. */
  #advance(): void {
    while (this.#state === 'waiting') {
      const next = this.#delivered < this.#parts.deliverMax ? this.#nextRecorded() : undefined;
      if (next === undefined) break;
      this.#deliverRecorded(next, true);
    }
    if (this.#state === 'waiting' && this.#open.count === 0) this.#end({ error: stuckFailure() });
    if (this.#state === 'completed' || (this.#state === 'failed' && !this.#stoppedByLimit())) this.#checkAllReached();
  }

  #nextRecorded(): number | undefined {
    return this.#record.ordered ? this.#nextByOrder() : this.#nextByPosition();
  }

  #nextByOrder(): number | undefined {
    const due = this.#record.dueFrom(this.#delivered);
    if (due === undefined) return undefined;
    const isDueNow = due.order === this.#delivered;
    if (isDueNow && this.#open.at(due.position) !== undefined) return due.position;
    if (!isDueNow && this.#open.outstanding.size > 0) return undefined;
    throw stopFor({ divergence: this.#undeliverable(due.position) });
  }

  #nextByPosition(): number | undefined {
    while (this.#queueHead < this.#recordedQueue.length) {
      const position = this.#recordedQueue[this.#queueHead] as number;
      if (this.#open.at(position) !== undefined) return position;
      this.#queueHead++;
    }
    return undefined;
  }

  #deliverRecorded(position: number, replayed: boolean): void {
    const call = this.#open.take(position);
    const entry = this.#record.at(position) as RecordedAction;
    this.#record.giveOrder(entry);
    const order = this.#delivered++;
    this.#deliveries.push(position);
    if (entry.at !== undefined) this.#time?.delivered(entry.at);
    this.#turn({ type: 'delivery', position, order, replayed }, (guest) => {
      this.#requireValueFits(entry.outcome.text);
      this.#requireLogFits(entry.outcome.text);
      if (entry.failed) guest.deliverFailure(call.slot, entry.outcome.text, this.#frameOf(call.name, position));
      else guest.deliver(call.slot, entry.outcome.text);
    });
  }

  /** What the stack of a failed call's error says, after `at actions.`. */
  #frameOf(name: string, position: number): string {
    const names = this.#parts.flags.has('position-in-action-stack');
    return names ? `${name} (action, position ${position})` : `${name} (action)`;
  }

  #turn(cause: Turn['cause'], run: (guest: Guest) => void): void {
    const from = this.#positions;
    const { guest } = this.#lease;
    this.#lease.busy = true;
    try {
      run(guest);
      if (this.#state === 'waiting' && guest.ended) this.#conclude(guest.conclude());
    } catch (thrown) {
      const limit = limitReached(thrown);
      if (limit === undefined) throw thrown;
      this.#endByLimit(limit);
    }
    this.#lease.busy = false;
    const index = this.#turns++;
    if (this.#parts.onTurn === undefined) return;
    const state = this.#state as Turn['state'];
    this.#parts.onTurn({ index, cause, positions: { from, to: this.#positions }, state }, this);
  }

  #startScript(guest: Guest): void {
    const { script, limits, actions, inputText, dataText, profiles } = this.#parts;
    if (byteLength(script.source, limits.sourceBytes) > limits.sourceBytes) throw limitStop('sourceBytes');
    this.#requireValueFits(inputText);
    this.#requireValueFits(dataText);
    const actionsText = JSON.stringify(actions.map((name) => name.split('.')));
    const { seedText } = profiles;
    const run = { code: script.code, actionsText, inputText, dataText, seedText, limits };
    const error = guest.start(run, this.#lease.port);
    if (error !== undefined) this.#failToStart(this.#failure(error.errorText));
  }

  /** The engine refused the script's text, or gave up before its first statement. */
  #failToStart(failure: ScriptFailure): void {
    if (failure.name === 'SyntaxError') throw engineSyntaxError(failure, this.#parts.script);
    this.#dataFixed = true;
    this.#end({ error: failure });
  }

  #conclude(end: GuestEnd): void {
    if (end.dataText !== '') this.#dataText = end.dataText;
    else this.#warnData('it could not be read when the script had failed');
    this.#dataFixed = true;
    if (end.kind === 'error') this.#end({ error: this.#failure(end.resultText) });
    else this.#complete(end);
  }

  #complete(end: GuestEnd): void {
    this.#requireValueFits(end.resultText);
    this.#requireValueFits(end.dataText);
    this.#end({ value: parse(end.resultText) });
  }

  #end(outcome: SessionOutcome): void {
    this.#outcome = outcome;
    this.#state = 'value' in outcome ? 'completed' : 'failed';
    if (!this.#dataFixed) this.#lookAtData();
    this.#dataFixed = true;
  }

  /** The guest was stopped inside a turn: its memory is no state that the script was ever in. */
  #endByLimit(name: LimitName): void {
    this.#outcome = { error: limitFailure(name, this.#parts.limits, this.#positions) };
    this.#state = 'failed';
    this.#dataText = this.#parts.dataText;
    this.#dataFixed = true;
    this.#warnData('the script was stopped by a limit; it is what it was at the start');
  }

  #stoppedByLimit(): boolean {
    const outcome = this.#outcome;
    return outcome !== undefined && 'error' in outcome && outcome.error.limit !== undefined;
  }

  #checkAllReached(): void {
    const position = this.#record.nextEntryFrom(this.#positions);
    if (position === undefined) return;
    const recorded = toEntry(this.#record.at(position) as RecordedAction);
    const outcome = this.#outcome as SessionOutcome;
    const cause = 'error' in outcome ? outcome.error : undefined;
    throw stopFor({
      divergence: { position, reason: 'unreached', recorded, observed: undefined, cause },
    });
  }

  // ------------------------------------------------------------ what the script asks

  #call(action: number, slot: number, inputText: string): void {
    const name = this.#parts.actions[action] ?? sleepName;
    this.#requireValueFits(inputText);
    this.#requireLogFits(inputText);
    const position = this.#reserve();
    const recorded = this.#record.at(position);
    if (recorded !== undefined) {
      const reason = compareCall(recorded, name, inputText, this.#parts.ignoreInputs);
      if (reason !== undefined) this.#diverge(position, reason, { type: 'action', name, input: parse(inputText) });
      if (!this.#record.ordered) this.#recordedQueue.push(position);
    } else {
      this.#fresh.push(position);
    }
    this.#open.put(position, { slot, name, inputText }, recorded === undefined);
    if (this.#open.count > this.#parts.limits.inFlight) throw limitStop('inFlight');
  }

  #expectedInput(): string | undefined {
    const recorded = this.#record.at(this.#positions);
    return recorded?.type === 'action' ? recorded.input.text : undefined;
  }

  #read(type: 'now' | 'random', fresh: () => number): number {
    const position = this.#reserve();
    const recorded = this.#record.at(position);
    if (recorded === undefined) {
      const response = readHost(type, fresh);
      this.#record.putRead(position, type, response);
      return response;
    }
    if (recorded.type !== type) return this.#diverge(position, 'kind', { type });
    return recorded.response;
  }

  #reserve(): number {
    if (this.#positions >= this.#parts.limits.positions) throw limitStop('positions');
    const position = this.#positions++;
    if (position === this.#parts.probe) throw stopFor({ probed: this.#lease.guest.stackHere() });
    return position;
  }

  #requireValueFits(text: string): void {
    const { valueBytes } = this.#parts.limits;
    if (byteLength(text, valueBytes) > valueBytes) throw limitStop('valueBytes');
  }

  #requireLogFits(text: string): void {
    this.#logChars += text.length;
    if (this.#logChars > this.#parts.limits.logChars) throw limitStop('logChars');
  }

  #diverge(position: number, reason: Divergence['reason'], observed: ObservedCall): never {
    const recorded = toEntry(this.#record.at(position) as RecordedAction, this.#orderAt(position));
    throw stopFor({ divergence: { position, reason, recorded, observed } });
  }

  #undeliverable(position: number): Divergence {
    const call = this.#open.at(position);
    const observed = call && ({ type: 'action', name: call.name, input: parse(call.inputText) } as const);
    const recorded = toEntry(this.#record.at(position) as RecordedAction, this.#orderAt(position));
    return { position, reason: 'order', recorded, observed };
  }

  #orderAt(position: number): number | undefined {
    const entry = this.#record.at(position);
    return entry?.type === 'action' ? entry.order : undefined;
  }

  // ------------------------------------------------------------ fresh calls

  #takeFresh(): Call[] {
    if (this.#delivered >= this.#parts.deliverMax) return [];
    const calls = this.#fresh.map((position) => this.#callAt(position));
    this.#fresh = [];
    return calls;
  }

  /** The input is parsed anew for every reader: an action may change what it is given. */
  #callAt(position: number): Call {
    const call = this.#open.at(position) as OpenCall;
    return { position, name: call.name, input: parse(call.inputText) };
  }

  #outstandingCall(position: number, what: string): OpenCall {
    if (this.#state === 'new' || this.#state === 'closed') {
      throw new MisuseError('SESSION_NOT_RUNNING', `Cannot ${what} an outcome: the session is ${this.#state}.`);
    }
    if (what === 'deliver' && this.#state !== 'waiting') {
      throw new MisuseError('SESSION_ENDED', 'The script has ended: record the outcome instead of delivering it.');
    }
    const call = this.#open.outstanding.has(position) ? this.#open.at(position) : undefined;
    if (call === undefined) {
      throw new MisuseError('POSITION_NOT_OUTSTANDING', `Position ${position} is not a fresh call that is still open.`);
    }
    return call;
  }

  #settle(position: number, call: OpenCall, outcome: Outcome, at: string | undefined): void {
    const stamp = this.#time === undefined ? undefined : (givenStamp(at) ?? this.#time.next(earliestEnd(call)));
    this.#record.putOutcome(position, call, settledText(outcome), stamp);
    if (stamp !== undefined) this.#time?.recorded(stamp);
    this.#open.settle(position);
  }

  // ------------------------------------------------------------ snapshots

  /** Takes up where a snapshot stands. It is no turn: nothing of the script runs. */
  #restore({ session, guest }: Snapshot): void {
    this.#lease.prepare(guest);
    this.#positions = session.positions;
    this.#delivered = session.delivered;
    this.#deliveredBefore = session.delivered;
    this.#turns = session.turns;
    this.#console.resume(session.console, session.consoleBytes);
    this.#logChars = session.logChars;
    this.#warnings = [...session.warnings];
    if (session.latest !== undefined) this.#time?.delivered(session.latest);
    for (const { position, ...call } of session.open) {
      const isFresh = this.#record.at(position) === undefined;
      this.#open.put(position, call, isFresh);
      if (isFresh) this.#fresh.push(position);
    }
  }

  #stateOf(logHash: string): SessionState {
    const latest = this.#time?.latest;
    return {
      ...this.#parts.keys(),
      logHash,
      positions: this.#positions,
      delivered: this.#delivered,
      turns: this.#turns,
      open: Array.from(this.#open.entries(), ([position, call]) => ({ position, ...call })),
      console: [...this.#console.lines],
      consoleBytes: this.#console.bytes,
      logChars: this.#logChars,
      warnings: [...this.#warnings],
      ...(latest !== undefined && { latest }),
    };
  }

  /** What the log hash takes in for a position: what was asked there, whether or not it was answered. */
  #callText(position: number): string {
    const open = this.#open.at(position);
    if (open !== undefined) return hashedAction(open.name, open.inputText);
    return hashedCall(this.#record.at(position) as Recorded);
  }

  #deliveryText(order: number): string {
    const position = this.#deliveries[order - this.#deliveredBefore] as number;
    return hashedDelivery(position, this.#record.at(position) as RecordedAction);
  }

  // ------------------------------------------------------------ data, failures, the end

  #lookAtData(): void {
    const looked = this.#lease.guest.lookAtData();
    if ('text' in looked) this.#dataText = looked.text;
    else this.#warnData(looked.problem);
  }

  #warnData(problem: string): void {
    if (this.#warnings.some((warning) => warning.code === 'data-unreadable')) return;
    this.#warnings.push({ code: 'data-unreadable', message: `\`data\` is not what the script left: ${problem}.` });
  }

  #failure(errorText: string): ScriptFailure {
    return scriptFailure(errorText, this.#parts.script, this.#parts.limits, this.#positions);
  }

  /** What an exchange throws when something was thrown through it. The session is closed then. */
  #leave(thrown: unknown): unknown {
    const reason = stopReason(thrown);
    const error = reason === undefined ? thrown : this.#errorFor(reason, thrown);
    this.#close(!(thrown instanceof EngineError));
    return error;
  }

  #errorFor(reason: StopReason, thrown: unknown): unknown {
    if ('divergence' in reason) return this.#explain(reason.divergence);
    return 'thrown' in reason ? reason.thrown : thrown;
  }

  #explain(divergence: Divergence): CallLogMismatchError {
    const { callLog } = this;
    const isMade = divergence.reason !== 'unreached' && divergence.observed !== undefined;
    const location = isMade ? this.#home.locate(this.#parts, callLog, divergence.position) : undefined;
    return explain(divergence, callLog, this.#parts.script, location);
  }

  #requireQuiescence(what: string): void {
    if (this.#state === 'new' || this.#state === 'closed' || this.#lease.busy) {
      throw new MisuseError('SESSION_NOT_QUIESCENT', `${what} is for a started session between its turns.`);
    }
  }

  #close(healthy: boolean): void {
    if (this.#state === 'closed') return;
    this.#dataFixed = true;
    this.#state = 'closed';
    this.#lease.release(healthy);
  }
}

function parse(text: string): Json {
  return JSON.parse(text) as Json;
}
