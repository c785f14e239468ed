import { expect, test } from 'vitest';
import { peersText } from './peers-text.ts';

test('a factor says how many times as much the peer takes, and whether that is what was to be reached', () => {
  const rows = [
    {
      name: 'size',
      what: 'stored',
      bytes: 6400,
      ratios: [{ to: 'theirs', ratio: 0.05, target: { atMost: 0.1 }, reached: true }],
    },
    { name: 'time', what: 'done', microseconds: 500, ratios: [{ to: 'theirs', ratio: 0.25 }] },
  ];

  const text = peersText({ rows, versions: { theirs: '1.2.3' }, measured: 'Here, today.' });

  expect(text).toContain('Lockstep beside npm `theirs` 1.2.3');
  expect(text).toContain('| size | 6.4 KB   | theirs | 128 KB | 20 ×   | 10 × ✓   |');
  expect(text).toContain('| time | 0.5 ms   | theirs | 2 ms   | 4 ×    | –        |');
});
