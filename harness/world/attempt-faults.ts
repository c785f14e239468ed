import type { Case, Fault } from '../case/index.ts';

export type FaultOf<Type extends Fault['type']> = Extract<Fault, { type: Type }>;

/** A fault that moves a waiting run, and that the run must not notice. */
export type Move = FaultOf<'snapshot' | 'restore-elsewhere' | 'swap-out'>;

/** A fault with which the process dies. */
export type Crash = FaultOf<'crash' | 'crash-record' | 'lose-tail'>;

/** The clock is set while the attempt is under way. */
export type Jump = FaultOf<'clock-jump'> & { turn: number };

/** What happens in one attempt of a run. */
export interface AttemptFaults {
  readonly crash?: Crash;
  readonly abort?: FaultOf<'abort'>;
  readonly moves: readonly Move[];
  readonly jumps: readonly Jump[];
}

export const noFaults: AttemptFaults = { moves: [], jumps: [] };

/** Those that are still to come. Each is due once so many turns have run, and is taken once. */
export class ComingFaults {
  readonly crash: Crash | undefined;
  #abort: AttemptFaults['abort'];
  #moves: readonly Move[];
  #jumps: readonly Jump[];

  constructor({ crash, abort, moves, jumps }: AttemptFaults) {
    this.crash = crash;
    this.#abort = abort;
    this.#moves = moves;
    this.#jumps = jumps;
  }

  get hasMoves(): boolean {
    return this.#moves.length > 0;
  }

  crashes(turns: number): boolean {
    return this.crash !== undefined && 'turn' in this.crash && turns > this.crash.turn;
  }

  takeMoves(turns: number): readonly Move[] {
    if (this.#moves.length === 0) return [];
    const due = this.#moves.filter(({ turn }) => turns > turn);
    this.#moves = this.#moves.filter((move) => !due.includes(move));
    return due;
  }

  takeJumps(turns: number): readonly Jump[] {
    if (this.#jumps.length === 0) return [];
    const due = this.#jumps.filter(({ turn }) => turns > turn);
    this.#jumps = this.#jumps.filter((jump) => !due.includes(jump));
    return due;
  }

  /** @param unstarted whether only one is meant that comes before anything has started. */
  takeAbort(turns: number, unstarted = false): AttemptFaults['abort'] {
    const abort = this.#abort;
    if (abort === undefined || turns <= abort.turn || (unstarted && !abort.unstarted)) return undefined;
    this.#abort = undefined;
    return abort;
  }
}

/** Those of a case that are meant for the attempt. */
export function faultsOfAttempt({ faults }: Case, attempt: number): AttemptFaults {
  const meant = faults.filter((fault) => isFor(fault, attempt));
  if (meant.length === 0) return noFaults;
  const [crash, abort] = [meant.find(isCrash), meant.find(isAbort)];
  return {
    moves: meant.filter(isMove),
    jumps: meant.filter(isJump),
    ...(crash !== undefined && { crash }),
    ...(abort !== undefined && { abort }),
  };
}

/** How far the clock is set before the attempt begins, in milliseconds. */
export function jumpBefore({ faults }: Case, attempt: number): number {
  return faults.reduce((sum, fault) => sum + (isEarlyJump(fault) && isFor(fault, attempt) ? fault.ms : 0), 0);
}

/** How two callers go on with a pause of the run, if it comes to that. */
export function secondResume({ faults }: Case, pause: number): FaultOf<'resume-twice'> | undefined {
  return faults.find(
    (fault): fault is FaultOf<'resume-twice'> => fault.type === 'resume-twice' && fault.pause === pause,
  );
}

function isFor(fault: Fault, attempt: number): boolean {
  return ('attempt' in fault ? (fault.attempt ?? 0) : 0) === attempt;
}

function isCrash(fault: Fault): fault is Crash {
  return fault.type === 'crash' || fault.type === 'crash-record' || fault.type === 'lose-tail';
}

function isMove(fault: Fault): fault is Move {
  return fault.type === 'snapshot' || fault.type === 'restore-elsewhere' || fault.type === 'swap-out';
}

function isAbort(fault: Fault): fault is FaultOf<'abort'> {
  return fault.type === 'abort';
}

function isJump(fault: Fault): fault is Jump {
  return fault.type === 'clock-jump' && fault.turn !== undefined;
}

function isEarlyJump(fault: Fault): fault is FaultOf<'clock-jump'> {
  return fault.type === 'clock-jump' && fault.turn === undefined;
}
