import { afterAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike } from '../runtime/index.ts';
import { examine } from './hostile/examine.ts';
import type { HostileScript } from './hostile/hostile-script.ts';
import { Innocent } from './hostile/innocent.ts';
import { play } from './hostile/play.ts';
import { faultsOf } from './hostile/right-outcome.ts';
import { themes } from './hostile/scripts/index.ts';
import { HostileThread } from './hostile/thread.ts';

const thread = new HostileThread();
afterAll(() => thread.close());

describe.each(Object.entries(themes))('hostile scripts after %s', (_theme, scripts) => {
  test.each(scripts.map((hostile) => [hostile.name, hostile] as const))('%s', async (_name, hostile) => {
    expect(await thread.examine(hostile)).toEqual([]);
  });
});

test('each has a name of its own', () => {
  const names = Object.values(themes).flatMap((scripts) => scripts.map(({ name }) => name));

  expect(new Set(names).size).toBe(names.length);
});

describe('on the stack of a main thread, which can end before the engine’s, it ends as stated or is aborted for that', () => {
  const deep = (themes['the stack'] ?? []).filter(({ limits }) => limits === undefined);

  test.each(deep.map((hostile) => [hostile.name, hostile] as const))('%s', async (_name, hostile) => {
    const engine = await Engine.load();
    const alone = new Innocent(engine).finish();

    const played = play(engine, hostile);

    if (played.end.status === 'aborted') expect(played.end.detail).toMatchObject({ code: 'ENGINE' });
    else expect(faultsOf(hostile, played)).toEqual([]);
    expect(new Innocent(engine).finish()).toBe(alone);
  });
});

describe('the examiner notices', () => {
  const honest: HostileScript = {
    name: 'honest',
    tries: 'nothing',
    script: 'return [Date.now() > 0, await actions.echo(1)];',
    right: { value: [true, 1] },
    asks: ['now', 'echo'],
  };

  /** An engine whose sessions are opened with other options. */
  const changed = async (change: (given: Options, opened: number) => Partial<Options>): Promise<EngineLike> => {
    const engine = await Engine.load();
    let opened = 0;
    return { fingerprint: engine.fingerprint, open: (given) => engine.open({ ...given, ...change(given, opened++) }) };
  };
  type Options = Parameters<EngineLike['open']>[0];

  test('nothing about an honest script and a sound runtime', async () => {
    expect(await examine(honest)).toEqual([]);
  });

  test('an outcome that is not the stated one, and other questions', async () => {
    const problems = await examine({ ...honest, right: { value: [true, 2] }, asks: ['echo'] });

    expect(problems).toEqual([
      'it ends completed: [true,1]; right is {"value":[true,2]}',
      'it asks for ["now","echo"], not ["echo"]',
    ]);
  });

  test('a clock that is read anew on replay', async () => {
    const load = () =>
      changed(({ callLog, now = () => 0 }) => ({
        callLog: (callLog ?? []).map((entry) => (entry?.type === 'now' ? { ...entry, response: now() } : entry)),
      }));

    expect(
      await examine(
        { ...honest, script: 'return Date.now();', right: { value: 1_700_000_000_000 }, asks: ['now'] },
        load,
      ),
    ).toEqual(expect.arrayContaining([expect.stringMatching(/^on replay, end is/)]));
  });

  test('a runtime that treats a second run otherwise than the first', async () => {
    const load = () => changed((_given, opened) => (opened > 0 ? { data: { opened } } : {}));
    const problems = await examine({ ...honest, script: 'return data;', right: { value: {} }, asks: [] }, load);

    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/^in the instance that it has used/)]));
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/^an innocent run after it is another/)]));
  });

  test('a change to the host', async () => {
    const load = async () => {
      Object.defineProperty(Array.prototype, 'mark', { value: 1, configurable: true, enumerable: false });
      return Engine.load();
    };
    const problems = await examine(honest, load);
    Reflect.deleteProperty(Array.prototype, 'mark');

    expect(problems).toEqual(['the host is not what it was: mark']);
  });
});
