import type { OracleContext } from './oracle.ts';

/**
 * What is not done for every generated case, only for one in so many. A kept case, a case that is replayed and a case
 * that is being made small are looked at thoroughly: everything is done, and the executions are bounded by number.
 */
export const sampling = {
  everyTurn: {
    oneIn: 16,
    what: 'Memory is compared after every turn; in the other cases after the last one.',
  },
  uninterrupted: {
    oneIn: 4,
    what: 'A run that was never interrupted is compared with an uninterrupted one. One that was, always is.',
  },
  abroad: {
    oneIn: 8,
    what: 'The finished run is replayed on a host in another time zone, by another engine where there is one.',
  },
  moves: {
    oneIn: 8,
    what: 'The run goes on from a snapshot of one of its turns, or is swapped out there, besides what is among its faults.',
  },
  foreign: {
    oneIn: 32,
    what: 'A snapshot is taken up by a run that is not its own, which has to be refused.',
  },
  crashes: {
    oneIn: 4,
    what: 'The journal of an attempt is cut after one of its records and the run goes on from that.',
  },
  v8: {
    oneIn: 6,
    what: 'The run is done once more by V8.',
  },
  limits: {
    oneIn: 32,
    what: 'A limit that the run probably meets is set: it ends there, there again, and there on replay.',
  },
  neighbours: {
    oneIn: 32,
    what: 'Another run goes on between the turns of this one, on the same engine.',
  },
  holes: {
    oneIn: 2,
    what: 'A set of holes is punched into the finished log, besides those that the case has among its faults.',
  },
  tamperedLog: { oneIn: 3, what: 'The log is tampered with in one place.' },
  reorderedKeys: { oneIn: 8, what: 'The log is replayed with the keys of its inputs in another order.' },
  untimely: { oneIn: 8, what: 'The log is replayed with an outcome before its call was made.' },
  ignoredInputs: {
    oneIn: 32,
    what: 'The log is replayed with another input, of an action whose inputs are not compared or of the only one whose are.',
  },
  otherPending: { oneIn: 16, what: 'A paused run is gone on with as if it had asked another question, or one more.' },
  changedScript: { oneIn: 24, what: 'The script is changed in one place and run against the log.' },
} as const satisfies Record<string, { oneIn: number; what: string }>;

/** Whether this is one of the cases for which it is done. */
export function isSampled(
  { effort, draw }: Pick<OracleContext, 'effort' | 'draw'>,
  name: keyof typeof sampling,
): boolean {
  return effort === 'thorough' || draw(sampling[name].oneIn) === 0;
}
