import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Limits, ScriptFailure } from '../runtime/index.ts';
import { again, echo, type Played, play, scriptValue, type World } from './support/play.ts';

interface LimitCase {
  readonly code: string;
  readonly limits: Partial<Limits>;
  readonly script: string;
  /** Calls that the script makes before it meets the limit. */
  readonly calls: number;
}

const before = 'await actions.a(1); await actions.a(2);';

const limited: Record<string, LimitCase> = {
  'an endless loop': { code: 'LIMIT_FUEL', limits: { fuel: 20 }, script: `${before} for (;;);`, calls: 2 },
  'endless microtasks': {
    code: 'LIMIT_FUEL',
    limits: { fuel: 20 },
    script: `${before} for (;;) await null;`,
    calls: 2,
  },
  'a sort that never ends': {
    code: 'LIMIT_FUEL',
    limits: { fuel: 20 },
    script: `${before} for (;;) [3, 1, 2].sort(() => 1);`,
    calls: 2,
  },
  'a regular expression that backtracks': {
    code: 'LIMIT_FUEL',
    limits: { fuel: 20 },
    script: `${before} /(a+)+$/.test('a'.repeat(60) + 'b');`,
    calls: 2,
  },
  'a growing array': {
    code: 'LIMIT_MEMORY',
    limits: { memoryBytes: 20 * 2 ** 20 },
    script: `${before} const a = []; for (;;) a.push(new Array(1000).fill(1));`,
    calls: 2,
  },
  'a growing list of strings': {
    code: 'LIMIT_MEMORY',
    limits: { memoryBytes: 20 * 2 ** 20 },
    script: `${before} const a = []; for (;;) a.push('é'.repeat(1e5) + a.length);`,
    calls: 2,
  },
  'too many calls': {
    code: 'LIMIT_POSITIONS',
    limits: { positions: 5 },
    script: 'for (;;) await actions.a();',
    calls: 5,
  },
  'too many reads': {
    code: 'LIMIT_POSITIONS',
    limits: { positions: 5 },
    script: `${before} for (;;) Date.now();`,
    calls: 2,
  },
  'too many calls in flight': {
    code: 'LIMIT_IN_FLIGHT',
    limits: { inFlight: 3 },
    script: `${before} for (;;) void actions.a();`,
    calls: 2,
  },
  'a large input': {
    code: 'LIMIT_VALUE',
    limits: { valueBytes: 100 },
    script: `${before} await actions.a('é'.repeat(60));`,
    calls: 2,
  },
  'a large value': {
    code: 'LIMIT_VALUE',
    limits: { valueBytes: 100 },
    script: `${before} return 'x'.repeat(101);`,
    calls: 2,
  },
  'large data': {
    code: 'LIMIT_VALUE',
    limits: { valueBytes: 100 },
    script: `${before} data.x = 'x'.repeat(101); return 1;`,
    calls: 2,
  },
  'a large console': {
    code: 'LIMIT_CONSOLE',
    limits: { consoleBytes: 100 },
    script: `${before} for (;;) console.log('hello');`,
    calls: 2,
  },
  'deep recursion': {
    code: 'LIMIT_STACK',
    limits: {},
    script: `${before} (function f(n) { return f(n + 1) + 1; })(0);`,
    calls: 2,
  },
};

const failureOf = ({ outcome }: Played): ScriptFailure => {
  if (outcome === undefined || 'value' in outcome) throw new Error(`No failure: ${JSON.stringify(outcome)}`);
  return outcome.error;
};

describe.each(Object.entries(limited))('%s', (_name, { code, limits, script, calls }) => {
  const actions = ['a'];

  test('ends the run as failed, with the name, value and position of the limit', () => {
    const live = play({ script, actions, limits });
    const error = failureOf(live);

    expect(error).toMatchObject({ code, limit: { value: expect.any(Number), position: expect.any(Number) } });
    expect(error.limit?.position).toBe(live.callLog.length);
    for (const value of Object.values(limits)) expect(error.limit?.value).toBe(value);
  });

  test('at the same place again, from the start and from the log', () => {
    const live = play({ script, actions, limits });

    expect(summary(play({ script, actions, limits }))).toEqual(summary(live));
    expect(summary(again(live))).toEqual(summary(live));
    expect(live.executed.length).toBeGreaterThanOrEqual(calls);
  });

  test('also after a pause: what an attempt spent before it counts in each attempt anew', () => {
    const live = play({ script, actions, limits });
    const paused = play({ script, actions, limits, world: (call) => (call.position === 1 ? undefined : echo(call)) });
    const resumed = again(paused, { world: echo });

    expect(failureOf(resumed)).toEqual(failureOf(live));
    expect(resumed.callLog).toEqual(live.callLog);
  });

  test('and the next run is none the worse for it', () => {
    play({ script, actions, limits });

    expect(scriptValue(play({ script: 'return [await actions.a(1)];' }))).toEqual([1]);
  });
});

/** Deep recursion is an ordinary exception of the language, which a script may catch; the rest is not. */
const uncatchable = Object.entries(limited).filter(([, { code }]) => code !== 'LIMIT_STACK');

describe('a script cannot catch a limit', () => {
  test.each(uncatchable)('%s', (_name, { code, limits, script }) => {
    const wrapped = `
      const attempt = async () => { ${script} };
      try { return await attempt(); } catch { await actions.a('caught'); return 'caught'; } finally { console.log('finally'); }`;
    const live = play({ script: wrapped, actions: ['a'], limits });

    expect(failureOf(live).code).toBe(code);
    expect(live.executed.some(({ input }) => input === 'caught')).toBe(false);
  });

  test('but deep recursion it can, repeatably', () => {
    const script = 'let n = 0; try { (function f() { n++; f(); })(); } catch (e) { return [e.message, n]; }';
    const live = play({ script });

    expect(scriptValue(live)).toEqual(['stack overflow', expect.any(Number)]);
    expect(seenAt(300, script)).toEqual(scriptValue(live));
  });
});

describe('a limit is met on delivery as well', () => {
  test('a response that is too large fails the run, live and on replay', () => {
    const world: World = () => ({ response: 'x'.repeat(200) });
    const live = play({
      script: 'try { return await actions.a(); } catch { return 1; }',
      limits: { valueBytes: 100 },
      world,
    });

    expect(failureOf(live)).toMatchObject({ code: 'LIMIT_VALUE' });
    expect(failureOf(again(live))).toEqual(failureOf(live));
  });

  test('source over its limit is a failure too', () => {
    const live = play({ script: `return 1; // ${'x'.repeat(200)}`, limits: { sourceBytes: 100 } });

    expect(failureOf(live)).toMatchObject({ code: 'LIMIT_SOURCE', limit: { position: 0 } });
  });
});

describe('fuel', () => {
  test('runs out at the same turn and position whatever the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (fuel) => {
        const script = 'let n = 0; for (;;) { for (let i = 0; i < 3000; i++) n += i; data.n = n; await actions.a(n); }';
        const live = play({ script, limits: { fuel } });

        expect(failureOf(live).code).toBe('LIMIT_FUEL');
        expect(summary(again(live))).toEqual(summary(live));
      }),
      { numRuns: 15 },
    );
  });
});

function summary({ outcome, callLog, delivered, data, console }: Played) {
  return { outcome, callLog, delivered, data, console };
}

/** A script's value when the host is so many calls deep already. */
function seenAt(depth: number, script: string): unknown {
  return depth === 0 ? scriptValue(play({ script })) : seenAt(depth - 1, script);
}
