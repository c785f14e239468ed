import { expect, test } from 'vitest';
import { Flags, knownFlags, newestFlagText, unknownFlags } from './flags.ts';

test('the registry is numbered from 1 without gaps, each name once, each with what it changes and since when', () => {
  expect(knownFlags.map(({ number }) => number)).toEqual(knownFlags.map((_, index) => index + 1));
  expect(new Set(knownFlags.map(({ name }) => name)).size).toBe(knownFlags.length);
  for (const { name, changes, since } of knownFlags) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(changes).toMatch(/^[A-Z].*\.$/);
    expect(since).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('a run has the flags that it was made under and no others', () => {
  const before = new Flags([]);

  expect(before.has('position-in-action-stack')).toBe(false);
  expect(Flags.newest.has('position-in-action-stack')).toBe(true);
  expect(Flags.newest.names).toEqual(knownFlags.map(({ name }) => name));
});

test('what is not in the registry is unknown', () => {
  expect(unknownFlags(['position-in-action-stack', 'later', 'constructor'])).toEqual(['later', 'constructor']);
});

test('a refusal says how far this release goes', () => {
  expect(newestFlagText()).toBe(
    `The newest that it knows is flag ${knownFlags.length}, ${knownFlags[knownFlags.length - 1]?.name}.`,
  );
});

test('the names of a run are its own: what was given may change', () => {
  const given = ['position-in-action-stack'];
  const flags = new Flags(given);
  given.pop();

  expect(flags.names).toEqual(['position-in-action-stack']);
});
