import { sleepUntil } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import { type Control, lastAttempt, lastRun } from './control.ts';
import type { Oracle, Verdict } from './oracle.ts';

const control: Control = {
  case: plainCase('await actions.a(1); await Promise.all([sleep(5), sleep(5)]);', { clock: 'event' }),
  breaches: [
    {
      what: 'an outcome that is earlier than the one before it',
      kind: 'time-went-back',
      falsify: lastRun({
        callLog: [
          { type: 'action', name: 'a', input: 1, response: null, order: 0, at: '1700000000009-0000' },
          { type: 'action', name: 'sleep', input: { until: 8 }, response: null, order: 1, at: '1700000000008-0000' },
        ],
      }),
    },
    {
      what: 'a sleep that ends before one that is over earlier',
      kind: 'slept-out-of-turn',
      falsify: lastAttempt(({ turns }) => ({ turns: turns.map(withOtherSleep), delivered: [0, 2, 1] })),
    },
    {
      what: 'a sleep whose end is stamped before it',
      kind: 'woken-too-early',
      falsify: lastAttempt(({ calls }) => ({
        calls: calls.map((call) => (call.position === 2 ? { ...call, input: { until: 9e12 } } : call)),
      })),
    },
  ],
};

function withOtherSleep(turn: AttemptTrace['turns'][number]): AttemptTrace['turns'][number] {
  const { cause } = turn;
  if (cause.type === 'start' || cause.position === 0) return turn;
  return { ...turn, cause: { ...cause, position: 3 - cause.position } };
}

/** Punched logs are left out: what they had settles again in the order, and at the times, of the first time. */
export const timeGoesForward: Oracle = {
  name: 'time-goes-forward',
  promise:
    'Where time is that of events, every outcome is later than what was delivered before it, whatever the clock of the host does; sleeps end in the order of their times, and of their positions where these are equal.',
  check({ trace: { attempts, twins = [] } }) {
    for (const [index, attempt] of [...attempts, ...twins].entries()) {
      const verdict = sleepsInTurn(attempt) ?? stampsAscend(attempt);
      if (verdict !== undefined) return index < attempts.length ? { ...verdict, attempt: index } : verdict;
    }
    return undefined;
  },
  control,
};

/** Of what this attempt has recorded, in the order in which that settled. What it began with has its time already. */
function stampsAscend({ run, callLog: known, delivered, settled, calls }: AttemptTrace): Verdict {
  if (run === undefined) return undefined;
  let latest = '';
  for (const position of new Set([...delivered, ...settled])) {
    const entry = run.callLog[position];
    if (entry?.type !== 'action' || entry.at === undefined) continue;
    const isFresh = !known[position];
    if (isFresh && entry.at <= latest) {
      const message = `The outcome at position ${position} is of ${entry.at}, and one that came before it of ${latest}.`;
      return { kind: 'time-went-back', message, position };
    }
    const until = endOfSleep(calls, position);
    if (isFresh && until !== undefined && Number(entry.at.slice(0, 13)) < until) {
      const message = `The sleep at position ${position} is until ${until}, and its end of ${entry.at}.`;
      return { kind: 'woken-too-early', message, position };
    }
    if (entry.at > latest) latest = entry.at;
  }
  return undefined;
}

/** What ended when its turn came. What was over when the attempt began comes first, by itself. */
function sleepsInTurn({ turns, calls, settled, delivered, callLog: known }: AttemptTrace): Verdict {
  const sleeps = calls.flatMap(({ position }) => {
    const until = endOfSleep(calls, position);
    return until === undefined || known[position] ? [] : [{ position, until }];
  });
  if (sleeps.length < 2) return undefined;
  for (const { cause, positions } of turns) {
    const ended = cause.type === 'delivery' && settled.includes(cause.position) ? cause.position : undefined;
    const sleep = sleeps.find(({ position }) => position === ended);
    if (sleep === undefined || ended === undefined) continue;
    const before = delivered.slice(0, delivered.indexOf(ended));
    const sooner = sleeps.find(
      (other) => other.position < positions.from && !before.includes(other.position) && isSooner(other, sleep),
    );
    if (sooner === undefined) continue;
    const message = `The sleep at position ${ended}, until ${sleep.until}, ended before that at position ${sooner.position}, until ${sooner.until}.`;
    return { kind: 'slept-out-of-turn', message, position: ended };
  }
  return undefined;
}

interface Sleep {
  readonly position: number;
  readonly until: number;
}

function isSooner(a: Sleep, b: Sleep): boolean {
  return a.until < b.until || (a.until === b.until && a.position < b.position);
}

function endOfSleep(calls: AttemptTrace['calls'], at: number): number | undefined {
  const call = calls.find(({ position }) => position === at);
  return call?.kind === 'action' ? sleepUntil(call) : undefined;
}
