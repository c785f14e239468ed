import { describe, expect, test } from 'vitest';
import { Engine } from './engine.ts';

const script = `class A { #x = input.n; get x() { return this.#x; } }
const re = /a+/.test('caat'); data.seen = [re, new A().x];
await actions.a({ n: input.n });
return [typeof actions.b, new A().x, Date.now()];`;

/** Digests of a run at its pause and at its end, what it asked and what it returned. */
function run(
  engine: Engine,
  options: { actions?: string[]; input?: { n: number }; stackBytes?: number } = {},
): unknown {
  const { actions = ['a'], input = { n: 1 }, stackBytes = 256 * 1024 } = options;
  const session = engine.open({ script, actions, input, limits: { stackBytes }, now: () => 7 });
  const { calls } = session.start();
  const paused = session.digest();
  session.deliver(0, { response: 1 });
  const result = { calls, paused, ended: session.digest(), outcome: session.outcome, data: session.data };
  session.close();
  return result;
}

describe('a run of a script that has run before', () => {
  test('has the same memory as its first run', async () => {
    const engine = await Engine.load();

    const runs = [1, 2, 3, 4].map(() => run(engine));

    expect(runs).toEqual([runs[0], runs[0], runs[0], runs[0]]);
  });

  test.each([
    ['another input', { input: { n: 2 } }],
    ['other actions', { actions: ['a', 'b'] }],
    ['another stack', { stackBytes: 128 * 1024 }],
  ])('and as the first one of an engine that has not run it, with %s', async (_, options) => {
    const [used, fresh] = [await Engine.load(), await Engine.load()];
    for (let i = 0; i < 3; i++) run(used);

    expect([run(used, options), run(used, options), run(used)]).toEqual([
      run(fresh, options),
      run(fresh, options),
      run(await Engine.load()),
    ]);
  });
});
