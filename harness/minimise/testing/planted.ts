import type { Session } from '../../../runtime/index.ts';
import { behaving, overridden } from '../../oracle/index.ts';
import { type Breaking, opening } from './broken-engine.ts';
import {
  actionsIn,
  entries,
  holesIn,
  laterByAMillisecond,
  responding,
  withoutCode,
  withoutOrder,
} from './changed-log.ts';

/** A runtime that is broken on purpose: what its minimiser has to get small. For tests. */
export interface PlantedBug {
  readonly what: string;
  /** Name of the oracle that objects. */
  readonly oracle: string;
  readonly on: Breaking;
}

/** Broken runtimes, each a wrapper round the engine or its sessions. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    what: 'the clock is read again on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog, now = () => 1 }) => ({
      callLog: entries(callLog, (entry) => (entry.type === 'now' ? { ...entry, response: now() + 7 } : entry)),
    })),
  },
  {
    what: 'random numbers are drawn again on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({
      callLog: entries(callLog, (entry) => (entry.type === 'random' ? { ...entry, response: 0.125 } : entry)),
    })),
  },
  {
    what: 'the order of outcomes is that of their positions on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({ callLog: withoutOrder(callLog) })),
  },
  {
    what: 'the order of three outcomes is that of their positions on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog = [] }) => (actionsIn(callLog) < 3 ? {} : { callLog: withoutOrder(callLog) })),
  },
  {
    what: 'the code of a failure is lost on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({ callLog: entries(callLog, withoutCode) })),
  },
  {
    what: 'the name of a failure is lost on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({
      callLog: entries(callLog, (entry) =>
        'error' in entry ? { ...entry, error: { ...entry.error, name: 'Error' } } : entry,
      ),
    })),
  },
  {
    what: 'a response that is a list is empty on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({
      callLog: entries(callLog, (entry) => responding(entry, (value) => (Array.isArray(value) ? [] : value))),
    })),
  },
  {
    what: 'a response at the third position or later is lost on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({
      callLog: entries(callLog, (entry, position) => (position < 2 ? entry : responding(entry, () => null))),
    })),
  },
  {
    what: 'the console is doubled on replay',
    oracle: 'replay-equals-live',
    on: behaving((session, given) => ({
      get console() {
        return (given.callLog ?? []).length > 0 ? [...session.console, ...session.console] : session.console;
      },
    })),
  },
  {
    what: 'seeded numbers have another seed on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog = [] }) => (callLog.length > 0 ? { runId: 'another' } : {})),
  },
  {
    what: 'event time is a millisecond late on replay',
    oracle: 'replay-equals-live',
    on: opening(({ callLog }) => ({ callLog: entries(callLog, laterByAMillisecond) })),
  },
  {
    what: 'a resume forgets data',
    oracle: 'resume-equals-uninterrupted',
    on: opening(({ callLog = [] }) => (callLog.includes(null) ? { data: {} } : {})),
  },
  {
    what: 'a resume forgets the input',
    oracle: 'resume-equals-uninterrupted',
    on: opening(({ callLog = [] }) => (callLog.includes(null) ? { input: null } : {})),
  },
  {
    what: 'what was recorded behind two holes is forgotten on resume',
    oracle: 'resume-equals-uninterrupted',
    on: opening(({ callLog = [] }) => (holesIn(callLog) > 1 ? { callLog: withoutOrder(callLog) } : {})),
  },
  {
    what: 'a hole before a record is served as null',
    oracle: 'hole-executed-record-never',
    on: behaving((session, { callLog = [] }) => ({
      start: () => {
        const exchange = session.start();
        const hole = exchange.calls.find(({ position }) => position < callLog.length);
        return hole === undefined ? exchange : session.deliver(hole.position, { response: null });
      },
    })),
  },
  {
    what: 'a call that settles after the stop is not recorded',
    oracle: 'hole-executed-record-never',
    on: behaving((session) => {
      const lost = new Set<number>();
      return {
        record: (position, outcome, at) => {
          if (position % 2 === 1) lost.add(position);
          session.record(position, outcome, at);
        },
        get callLog() {
          return session.callLog.map((entry, position) => (lost.has(position) ? null : entry));
        },
      };
    }),
  },
  {
    what: 'the guard does not compare inputs',
    oracle: 'guard-always-fires',
    on: opening(({ actions }) => ({ ignoreInputs: actions })),
  },
  { what: 'the guard lets another name pass', oracle: 'guard-always-fires', on: swallowing('name') },
  { what: 'the guard lets another kind pass', oracle: 'guard-always-fires', on: swallowing('kind') },
  { what: 'the guard forgets what was never reached', oracle: 'guard-always-fires', on: swallowing('unreached') },
  {
    what: 'the guard looks at the first two positions only',
    oracle: 'guard-always-fires',
    on: behaving((session) => ({
      start: () =>
        unlessMismatch(
          () => session.start(),
          ({ position }) => (position ?? 0) > 1,
        ),
    })),
  },
  {
    what: 'what was restored has no console',
    oracle: 'restore-equals-replay',
    on: behaving((session, { snapshot }) => ({
      get console() {
        return snapshot === undefined ? session.console : [];
      },
    })),
  },
  {
    what: 'what was restored forgets the last of several outstanding calls',
    oracle: 'restore-equals-replay',
    on: behaving((session, { snapshot }) => ({
      start: () => {
        const exchange = session.start();
        const { calls } = exchange;
        return snapshot === undefined || calls.length < 2 ? exchange : { ...exchange, calls: calls.slice(0, -1) };
      },
    })),
  },
  {
    what: 'a run that was parked has lost its data',
    oracle: 'restore-equals-replay',
    on: behaving((session) => {
      let parked = false;
      return {
        park: () => {
          parked = true;
          session.park();
        },
        get data() {
          return parked ? {} : session.data;
        },
      };
    }),
  },
  {
    what: 'the last record before a crash is lost, and its call is made again',
    oracle: 'crash-anywhere',
    on: opening(({ callLog = [] }) =>
      callLog.at(-1)?.type === 'now' && callLog.length > 1 ? { callLog: callLog.slice(0, -1), now: () => 1 } : {},
    ),
  },
  {
    what: 'a log that ends in a failure is continued without it',
    oracle: 'crash-anywhere',
    on: opening(({ callLog = [] }) => {
      const last = callLog.at(-1);
      return last && 'error' in last
        ? { callLog: [...callLog.slice(0, -1), { ...last, error: { ...last.error, message: 'lost' } }] }
        : {};
    }),
  },
  {
    what: 'an attempt ends in an exception of its own where a response is a long text',
    oracle: 'nothing-ends-silently',
    on: behaving((session) => ({
      deliver: (position, outcome, at) => {
        if ('response' in outcome && typeof outcome.response === 'string' && outcome.response.length > 2)
          throw new TypeError('too long');
        return session.deliver(position, outcome, at);
      },
    })),
  },
  {
    what: 'fuel is plentier on replay',
    oracle: 'limits-are-repeatable',
    on: opening(({ callLog = [], limits = {} }) =>
      callLog.length > 0 && limits.fuel !== undefined ? { limits: { ...limits, fuel: limits.fuel + 3 } } : {},
    ),
  },
  {
    what: 'one position more is allowed on replay',
    oracle: 'limits-are-repeatable',
    on: opening(({ callLog = [], limits = {} }) =>
      callLog.length > 0 && limits.positions !== undefined
        ? { limits: { ...limits, positions: limits.positions + 1 } }
        : {},
    ),
  },
  {
    what: 'runs that are open at a time share their data',
    oracle: 'runs-are-isolated',
    on: (engine) => {
      let open = 0;
      return {
        fingerprint: engine.fingerprint,
        open: (given) => {
          const session = engine.open(open > 0 ? { ...given, data: { shared: true } } : given);
          open++;
          let closed = false;
          return overridden(session, {
            close: () => {
              if (!closed) open--;
              closed = true;
              session.close();
            },
          });
        },
      };
    },
  },
];

function swallowing(reason: string): Breaking {
  return behaving((session) => ({
    start: () =>
      unlessMismatch(
        () => session.start(),
        (thrown) => thrown.reason === reason,
      ),
  }));
}

type Mismatch = { reason?: string; position?: number };

function unlessMismatch(
  start: () => ReturnType<Session['start']>,
  isSwallowed: (thrown: Mismatch) => boolean,
): ReturnType<Session['start']> {
  try {
    return start();
  } catch (error) {
    if (error instanceof Error && 'reason' in error && isSwallowed(error as Mismatch))
      return { state: 'completed', calls: [] };
    throw error;
  }
}

/** The wrapper of a planted bug. Throws where none is called so. */
export function plantedBug(what: string): PlantedBug {
  const found = plantedBugs.find((planted) => planted.what === what);
  if (found === undefined) throw new Error(`Nothing is planted that is called: ${what}`);
  return found;
}
