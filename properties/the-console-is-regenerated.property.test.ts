import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, casesWith } from '../harness/generate/index.ts';
import { orders } from './support/orders.ts';
import { again, echo, play } from './support/play.ts';

test('every attempt prints all lines again, those from before the pause included', () => {
  const script = `
    console.log('start', { a: [1] });
    const r = await actions.ask();
    console.warn('answered', r);
    const s = await actions.ask();
    console.error(s);
    return 1;`;
  const whole = play({ script, world: ({ position }) => ({ response: position }) });
  const first = play({ script, world: () => undefined });
  const second = again(first, { world: ({ position }) => (position === 0 ? { response: 0 } : undefined) });
  const third = again(second, { world: ({ position }) => ({ response: position }) });

  expect(first.console.map(({ level }) => level)).toEqual(['log']);
  expect(second.console).toEqual(whole.console.slice(0, 2));
  expect(third.console).toEqual(whole.console);
  expect(whole.console.map(({ level }) => level)).toEqual(['log', 'warn', 'error']);
});

test('for any script and any pause', () => {
  const talkative = casesWith(new Set(['console', 'all', 'map', 'loops', 'data']));
  fc.assert(
    fc.property(fc.oneof(talkative, cases()), orders(), fc.nat(6), ({ script, actions, input, data }, choose, stop) => {
      const whole = play({ script, actions, input, data, choose: choose() });
      const paused = play({
        script,
        actions,
        input,
        data,
        choose: choose(),
        world: (call) => (call.position < stop ? echo(call) : undefined),
      });
      const replayed = again(whole, { callLog: whole.callLog });

      expect(replayed.console).toEqual(whole.console);
      expect(again(paused, { world: () => undefined }).console).toEqual(paused.console);
    }),
    { numRuns: 150 },
  );
});

test('a value that cannot be shown is shown somehow, and the same each time', () => {
  const script = `
    const cycle = {}; cycle.self = cycle;
    console.log(cycle, 10n, Symbol('s'), undefined, () => 1, new Map([[1, 2]]), new Error('e'), NaN, { get x() { throw 1; } });
    await actions.a();`;
  const live = play({ script });

  expect(live.console).toHaveLength(1);
  expect(again(live).console).toEqual(live.console);
});
