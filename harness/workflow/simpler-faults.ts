import type { Fault } from '../case/index.ts';

/** Faults that ask less of a reader and may show the same. */
export function* simplerFaults(fault: Fault): Generator<Fault> {
  yield* simplerKinds(fault);
  yield* withoutExtras(fault);
  yield* earlier(fault);
}

/** A plain crash, at an early turn. */
function* simplerKinds(fault: Fault): Generator<Fault> {
  if (fault.type !== 'crash-record' && fault.type !== 'lose-tail' && fault.type !== 'abort') return;
  const { attempt } = fault;
  for (let turn = 0; turn < 6; turn++) yield { type: 'crash', turn, ...(attempt !== undefined && { attempt }) };
}

/** In the first attempt, and without what a flag says. */
function* withoutExtras(fault: Fault): Generator<Fault> {
  if ('attempt' in fault && fault.attempt !== undefined) {
    yield inFirstAttempt(fault);
    if (fault.attempt > 1) yield { ...fault, attempt: 1 };
  }
  if (fault.type === 'crash-record' && fault.before) yield withoutKey(fault, 'before');
  if (fault.type === 'abort' && fault.unstarted) yield withoutKey(fault, 'unstarted');
  if (fault.type === 'resume-twice' && fault.otherwise) yield withoutKey(fault, 'otherwise');
  if (fault.type === 'clock-jump') for (const ms of [1_000, 86_400_000, -fault.ms]) yield { ...fault, ms };
  if (fault.type === 'lose-tail' && fault.bytes > 0) yield { ...fault, bytes: 0 };
}

export function inFirstAttempt(fault: Fault): Fault {
  if (!('attempt' in fault)) return fault;
  const { attempt: _, ...first } = fault;
  return first;
}

function withoutKey<F extends Fault>(fault: F, key: keyof F): F {
  return Object.fromEntries(Object.entries(fault).filter(([name]) => name !== key)) as F;
}

function* earlier(fault: Fault): Generator<Fault> {
  if (fault.type === 'crash-record') {
    for (let record = 0; record < fault.record; record++) yield { ...fault, record };
  } else if ('turn' in fault && fault.turn !== undefined) {
    for (let turn = 0; turn < fault.turn; turn++) yield { ...fault, turn };
  }
}
