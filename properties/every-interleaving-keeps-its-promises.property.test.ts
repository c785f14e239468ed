import { describe, expect, test } from 'vitest';
import { type Behaviour, type Case, plainCase } from '../harness/case/index.ts';
import { oracles, runCase } from '../harness/oracle/index.ts';
import { everyInterleaving, settleOrder } from '../harness/world/index.ts';
import type { EngineLike } from '../runtime/index.ts';
import { engine } from './support/play.ts';

const judges = oracles.filter(({ name }) => ['replay-equals-live', 'resume-equals-uninterrupted'].includes(name));

const asks = (answer: string): Behaviour[] => [
  { type: 'interrupt', payload: answer, then: { type: 'answer', answer } },
];
const says = (value: string): Behaviour[] => [{ type: 'respond', value }];
const fails: Behaviour[] = [{ type: 'fail', failure: { name: 'Error', message: 'no' } }];

interface Small {
  readonly what: string;
  readonly interleavings: number;
  /** Runs that it takes to cover them, those included that were found on the way to be the same as others. */
  readonly begun: number;
  readonly script: string;
  readonly behaviours?: Behaviour[][];
}

const chain = 'const chain = async (n) => [await actions.a(n), await actions.b(n)];';

const smalls: readonly Small[] = [
  {
    what: 'three chains of two calls',
    interleavings: 90,
    begun: 90,
    script: `${chain} return Promise.all([chain(1), chain(2), chain(3)]);`,
  },
  {
    what: 'four calls of which the first to answer wins, and one more call after it',
    interleavings: 196,
    begun: 196,
    script: 'const won = await Promise.race([1, 2, 3, 4].map((n) => actions.a(n))); return actions.b(won);',
    behaviours: [says('p'), says('q'), says('r'), says('s'), says('after')],
  },
  {
    what: 'two chains that write to one list, one of whose calls fails',
    interleavings: 6,
    begun: 6,
    script: `const list = [];
      const add = async (n) => { try { list.push(await actions.a(n), await actions.b(list.length)); } catch (e) { list.push(e.message); await actions.c(list); } };
      await Promise.all([add(1), add(2)]); return list;`,
    behaviours: [says('p'), fails, says('r'), says('s')],
  },
  {
    what: 'three questions beside a chain of two calls, and whoever answers first',
    interleavings: 1080,
    begun: 56,
    script: `${chain} const seen = []; const ask = async (n) => { seen.push(await actions.ask(n)); };
      await Promise.all([ask(1), ask(2), ask(3), chain(4)]); return seen;`,
    behaviours: [asks('x'), asks('y'), asks('z'), says('p'), says('q')],
  },
];

function caseOf({ script, behaviours = [] }: Small): Case {
  return plainCase(script, { actions: ['a', 'ask', 'b', 'c'], onInterrupt: 'settle', behaviours });
}

function judgeAll(small: Small, judged: EngineLike = engine) {
  const broken: string[] = [];
  const exhausted = everyInterleaving(caseOf(small), { engine, runsMax: 5_000 }, (_trace, scheduled) => {
    const { failures } = runCase(scheduled, { engine: judged, elsewhere: judged, oracles: judges });
    broken.push(...failures.map(({ oracle }) => `${oracle} under ${scheduled.schedule.join()}`));
  });
  return { ...exhausted, begun: exhausted.runs + exhausted.cut, broken };
}

describe('replay equals live, and resume equals uninterrupted', () => {
  test.each(smalls)('in all $interleavings interleavings of $what ($begun runs)', (small) => {
    const { broken, complete, interleavings, begun } = judgeAll(small);

    expect(broken).toEqual([]);
    expect({ complete, interleavings, begun }).toEqual({
      complete: true,
      interleavings: small.interleavings,
      begun: small.begun,
    });
  });
});

/** A runtime that forgets, of one order alone, in which order a log was settled. */
function forgetting(order: string): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open: (options) => {
      const { callLog = [] } = options;
      if (settleOrder(callLog).join() !== order) return engine.open(options);
      const without = callLog.map((entry) => (entry?.type === 'action' ? { ...entry, order: undefined } : entry));
      return engine.open({ ...options, callLog: JSON.parse(JSON.stringify(without)) });
    },
  };
}

test('a runtime that is wrong in one of 90 interleavings is found out in that one', () => {
  const { broken } = judgeAll(smalls[0] as Small, forgetting('1,0,2,4,3,5'));

  expect(broken.map((one) => one.split(' ')[0])).toEqual(['replay-equals-live']);
});
