import { expect, test } from 'vitest';
import { peersText } from './peers-text.ts';

test('says how many times as much a peer takes, whether that is to be reached, who was measured and who was not', () => {
  const rows = [
    {
      name: 'size',
      what: 'stored',
      bytes: 6400,
      ratios: [{ to: 'theirs', ratio: 0.05, target: { atMost: 0.1 }, reached: true }],
    },
    {
      name: 'time',
      what: 'done',
      microseconds: 500,
      ratios: [{ to: 'theirs', ratio: 0.25, interval: { low: 0.2, high: 0.5 } }],
    },
  ];
  const peers = [
    { name: 'Theirs', packages: ['theirs 1.2.3'], how: 'it is called', caveats: ['It does more.'] },
    { name: 'Others', packages: [], how: 'it is called', caveats: [], missing: 'it is not installed' },
  ];

  const text = peersText({ cells: [], bounds: {}, rows, peers, measured: 'Here, today.' });

  expect(text).toContain('| size | 6.4 KB   | theirs | 128 KB | 20 ×      | 10 × ✓   |');
  expect(text).toContain('| time | 0.5 ms   | theirs | 2 ms   | 4 × (2–5) | –        |');
  expect(text).toContain('**Theirs** (theirs 1.2.3): it is called.\n\n- It does more.');
  expect(text).toContain('**Others**: it is called.\n\n- **Not measured**: it is not installed');
});
