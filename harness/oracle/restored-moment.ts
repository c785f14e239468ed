import type { Call, CallLog, Session, Snapshot } from '../../runtime/index.ts';
import { sameText, show } from './comparison.ts';
import type { Verdict } from './oracle.ts';

/** A session between two turns. */
export interface Moment extends First {
  readonly outstanding: readonly Call[];
  /** How many calls had been handed out. */
  readonly asked: number;
  readonly callLog: CallLog;
  readonly logHash: string;
}

type Facts = Snapshot['session'];

/** What has to be the same as soon as a run is restored. */
export interface First {
  /** Of all that decides what happens next, which is more than the memory: what time it is, how much was spent. */
  readonly digest: string;
  /** What a snapshot says of it besides its memory. */
  readonly facts: Facts;
}

/** @param taken a snapshot of that very moment: to make one takes a good part of a turn. */
export function momentOf(session: Session, calls: readonly Call[], taken: Snapshot): Moment {
  const { outstanding, callLog, logHash } = session;
  return { outstanding, asked: calls.length, callLog, logHash, ...firstOf(session, taken) };
}

export function firstOf(session: Session, taken = session.snapshot()): First {
  return { digest: session.digest(), facts: taken.session };
}

/** What time it is and how much was spent shows in few scripts, and always here. */
export function compareMoments(original: Moment | undefined, first: First | undefined): Verdict {
  if (original === undefined || first === undefined) return undefined;
  const fact = factNames.find((name) => !sameText(original.facts[name], first.facts[name]));
  const after = `everything visible is equal to the end, but after turn ${original.facts.delivered}`;
  if (fact !== undefined) {
    const [was, is] = [original.facts[fact], first.facts[fact]].map((value) => show(value ?? null));
    return { kind: `fact:${fact}`, message: `${after} its own snapshot says ${fact} is ${was}, and now ${is}.` };
  }
  if (first.digest === original.digest) return undefined;
  return { kind: 'digest', message: `${after} the digest is another one than without the snapshot.` };
}

/** What is not visible anyway, or is part of the digest. */
const factNames = [
  'consoleBytes',
  'logChars',
  'warnings',
  'latest',
  'logHash',
  'turns',
] as const satisfies (keyof Facts)[];
