import { type CallLog, compileScript, type Session, type SessionOptions, Snapshot } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { type AttemptBase, follow, settleOrder, thrownOf } from '../world/index.ts';
import { thrownDivergence } from './comparison.ts';
import { type Control, opening } from './control.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { otherJson } from './other-json.ts';
import { prefixed } from './prefixed-script.ts';
import { shownBy, spread } from './probe.ts';
import { isSampled } from './sampling.ts';

const control: Control = {
  case: plainCase('await actions.a(1); await actions.b(2); return actions.ask(3);'),
  breaches: [
    {
      what: 'a snapshot that nobody looks at',
      kind: 'taken:another hash',
      unsound: opening((given) => (given.snapshot === undefined ? given : withoutSnapshot(given))),
    },
    {
      what: 'a snapshot that is taken up whatever its log says',
      kind: 'taken:another outcome',
      unsound: opening((given) => (given.logHash === undefined ? withoutSnapshot(given) : given)),
    },
  ],
};

function withoutSnapshot({ snapshot: _, logHash: __, ...rest }: SessionOptions): SessionOptions {
  return rest;
}

/** The run between two of its turns. */
interface Moment {
  readonly bytes: Uint8Array;
  readonly callLog: CallLog;
  readonly delivered: number;
  readonly logHash: string;
}

/** What is not the run that the snapshot was taken of. `undefined`: it cannot be had here. */
interface Foreign {
  readonly name: string;
  options(moment: Moment, context: OracleContext): Partial<SessionOptions> | undefined;
}

const foreign: readonly Foreign[] = [
  { name: 'another outcome', options: ({ callLog, delivered }, { draw }) => otherOutcome(callLog, delivered, draw) },
  { name: 'another order', options: ({ callLog, delivered }) => otherOrder(callLog, delivered) },
  { name: 'another hash', options: ({ callLog, logHash }) => ({ callLog, logHash: otherHash(logHash) }) },
  { name: 'another script', options: (moment, { base }) => ({ ...own(moment), script: otherScript(base) }) },
  {
    name: 'another input',
    options: (moment, { base, draw }) => ({ ...own(moment), input: otherJson(base.input ?? null, draw) }),
  },
];

function own({ callLog, logHash }: Moment): Partial<SessionOptions> {
  return { callLog, logHash };
}

export const snapshotsFitTheirRuns: Oracle = {
  name: 'snapshots-fit-their-runs',
  promise:
    'A snapshot is taken up by its own run alone: with another script or input, or a log that tells another story up to there, it is refused.',
  check(context) {
    if (context.trace.attempts.at(-1)?.run === undefined || !isSampled(context, 'foreign')) return undefined;
    const moments = momentsOf(context);
    for (const { moment, other } of chosen(context, moments)) {
      const verdict = takenUp(context, moment, other);
      if (verdict !== undefined) return shownBy({ of: other.name }, verdict);
    }
    return undefined;
  },
  control,
};

const momentsMax = 4;

/** Sampled: one. Thorough: everything that is foreign, at the first turn, at the last and between. */
function chosen(
  { effort, draw, probe }: OracleContext,
  moments: readonly Moment[],
): { moment: Moment; other: Foreign }[] {
  if (moments.length === 0) return [];
  const [at, which] = [draw(moments.length), draw(foreign.length)];
  if (effort === 'sampled') return [{ moment: moments[at] as Moment, other: foreign[which] as Foreign }];
  const others = foreign.filter(({ name }) => probe === undefined || probe.of === name);
  return spread(moments.length, momentsMax).flatMap((index) =>
    others.map((other) => ({ moment: moments[index] as Moment, other })),
  );
}

/** Of the run straight through, while it waits. Sampled: of one turn, so that no snapshot is made in vain. */
function momentsOf(context: OracleContext): Moment[] {
  const { callLog: reference, delivered } = context.trace.attempts.at(-1)?.run ?? { callLog: [], delivered: 0 };
  const only = context.effort === 'sampled' ? context.draw(delivered + 1) : undefined;
  const moments: Moment[] = [];
  context.ran();
  follow(context.engine, context.base, {
    callLog: [],
    reference,
    delivered,
    memory: 'never',
    between: (session) => {
      if (session.state !== 'waiting' || (only !== undefined && session.delivered !== only)) return;
      moments.push(momentOf(session));
    },
  });
  return moments;
}

function momentOf(session: Session): Moment {
  const { callLog, delivered, logHash } = session;
  return { bytes: session.snapshot().encode({ compress: false }), callLog, delivered, logHash };
}

function takenUp(context: OracleContext, moment: Moment, other: Foreign): Verdict {
  const options = other.options(moment, context);
  if (options === undefined) return undefined;
  const { onInterrupt: _, ...base } = context.base;
  try {
    context.engine.open({ ...base, ...options, snapshot: Snapshot.decode(moment.bytes) }).close();
  } catch (error) {
    const thrown = thrownOf(error);
    if (thrown.code?.startsWith('SNAPSHOT_')) return undefined;
    return thrownDivergence(`Taking up a snapshot with ${other.name}`, thrown);
  }
  const message = `The snapshot of turn ${moment.delivered} was taken up with ${other.name} than its run has.`;
  return { kind: `taken:${other.name}`, message, turn: moment.delivered };
}

function otherOutcome(
  callLog: CallLog,
  delivered: number,
  draw: OracleContext['draw'],
): Partial<SessionOptions> | undefined {
  const seen = settleOrder(callLog).slice(0, delivered);
  const position = seen[draw(Math.max(1, seen.length))];
  if (position === undefined) return undefined;
  return {
    callLog: callLog.map((entry, at) => {
      if (at !== position || entry?.type !== 'action') return entry;
      if ('error' in entry) return { ...entry, error: { ...entry.error, message: `${entry.error.message}!` } };
      return { ...entry, response: otherJson(entry.response, draw) };
    }),
  };
}

/** The first two outcomes have changed places. */
function otherOrder(callLog: CallLog, delivered: number): Partial<SessionOptions> | undefined {
  const [first, second] = settleOrder(callLog).slice(0, delivered);
  if (first === undefined || second === undefined) return undefined;
  return {
    callLog: callLog.map((entry, at) => {
      if (entry?.type !== 'action' || (at !== first && at !== second)) return entry;
      return { ...entry, order: at === first ? 1 : 0 };
    }),
  };
}

function otherHash(hash: string): string {
  return (hash.startsWith('0') ? '1' : '0') + hash.slice(1);
}

function otherScript({ script, actions }: AttemptBase): SessionOptions['script'] {
  const { source, file } = typeof script === 'string' ? { source: script, file: undefined } : script;
  return compileScript(prefixed(source, '0; '), { actions, ...(file !== undefined && { file }) });
}
