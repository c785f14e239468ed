import { expect, test } from 'vitest';
import { ConsoleRecord } from './console-record.ts';
import { limitReached } from './stop.ts';

function limitOf(act: () => void): string | undefined {
  try {
    act();
  } catch (thrown) {
    return limitReached(thrown);
  }
  return undefined;
}

test('lines are kept with their levels, and counted in UTF-8 bytes, an empty one as one', () => {
  const record = new ConsoleRecord(100);

  for (const [level, text] of ['log', 'info', 'warn', 'error', ''].entries()) record.print(level, text);
  record.print(0, 'é');

  expect(record.lines).toEqual([
    { level: 'log', text: 'log' },
    { level: 'info', text: 'info' },
    { level: 'warn', text: 'warn' },
    { level: 'error', text: 'error' },
    { level: 'debug', text: '' },
    { level: 'log', text: 'é' },
  ]);
  expect(record.bytes).toBe(3 + 4 + 4 + 5 + 1 + 2);
});

test('the line that exceeds the limit is not printed, and one that just fits is', () => {
  const record = new ConsoleRecord(5);

  record.print(0, 'four');
  expect(limitOf(() => record.print(0, ''))).toBeUndefined();
  expect(limitOf(() => record.print(0, ''))).toBe('consoleBytes');

  expect(record.lines.map(({ text }) => text)).toEqual(['four', '']);
});

test('goes on from what was printed before, and leaves that alone', () => {
  const before = [{ level: 'info', text: 'abc' }] as const;
  const record = new ConsoleRecord(5);

  record.resume(before, 3);
  record.print(2, 'de');

  expect(record.lines).toEqual([...before, { level: 'warn', text: 'de' }]);
  expect(before).toHaveLength(1);
  expect(limitOf(() => record.print(0, 'f'))).toBe('consoleBytes');
});
