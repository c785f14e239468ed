import { expect, test } from 'vitest';
import { clipTimeline } from './excerpt.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}`);

test('a long timeline loses its middle, and keeps what it led to', () => {
  const clipped = clipTimeline(lines(45));

  expect(clipped).toEqual([...lines(30), '… 5 more lines', ...lines(45).slice(35)]);
});

test('a short one stays whole', () => {
  expect(clipTimeline(lines(40))).toEqual(lines(40));
});
