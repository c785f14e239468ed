import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import type { Timeline } from '../../timeline/index.ts';
import { headLines, layoutOf } from './layout.ts';
import { crashed, played, sound, timelines } from './testing/stories.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const linesOf = (timeline: Timeline) =>
  layoutOf(timeline).attempts.map(({ items }) =>
    Object.fromEntries(items.filter(({ isFirst }) => isFirst).map(({ turn, line }) => [turn, line])),
  );

describe('the grid', () => {
  test('gives a turn the same line in every attempt, and each thing a line of its own', () => {
    const timeline = played(engine, crashed);
    const [first = {}, second = {}, third = {}] = linesOf(timeline);

    expect(first[0]).toBe(headLines + 1);
    expect([second[1], third[1]]).toEqual([first[1], first[1]]);
    for (const { items } of layoutOf(timeline).attempts)
      expect(new Set(items.map(({ line }) => line)).size).toBe(items.length);
  });

  test('draws a call from where it is asked to where it is answered', () => {
    const [attempt] = layoutOf(played(engine, sound)).attempts;
    const bars = attempt?.bars.filter(({ lane }) => lane === 0) ?? [];
    const marks = attempt?.marks.filter(({ lane }) => lane === 0) ?? [];

    expect(marks.map(({ as }) => as)).toEqual(['asked', 'answered']);
    expect(bars).toEqual([{ lane: 0, from: marks[0]?.line, to: marks[1]?.line, state: 'open' }]);
  });

  test('draws a question to the end, and a read of the clock as a dot', () => {
    const [attempt] = layoutOf(timelines(engine).paused).attempts;

    expect(attempt?.bars.at(-1)).toMatchObject({ state: 'asking', to: attempt?.items.at(-1)?.line });
    expect(attempt?.marks.filter(({ as }) => as === 'read')).toHaveLength(1);
    expect(attempt?.bars.filter(({ lane }) => lane === 2)).toEqual([]);
  });

  test('marks what is wrong once, in its turn', () => {
    const all = layoutOf(timelines(engine).diverged).attempts.flatMap(({ items }) => items);

    expect(all.filter(({ what }) => what.type === 'wrong')).toHaveLength(1);
    expect(all.at(-1)?.what.type).toBe('wrong');
  });
});
