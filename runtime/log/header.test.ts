import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RunFormatError } from '../errors.ts';
import { makeHeader, parseHeader } from './header.ts';

const facts = fc.record(
  {
    engine: fc.string(),
    limits: fc.dictionary(fc.string(), fc.nat()),
    actions: fc.array(fc.string()),
    clock: fc.constantFrom('recorded' as const, 'event' as const),
    random: fc.constantFrom('recorded' as const, 'seeded' as const),
  },
  { requiredKeys: ['engine', 'limits', 'actions'] },
);

test('a header comes back equal, through text as well', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const header = makeHeader(given);

      expect(parseHeader(header)).toEqual(header);
      expect(parseHeader(JSON.parse(JSON.stringify(header)))).toEqual(header);
    }),
  );
});

test('a header says what it is not told: this version, all flags, and that time and chance are recorded', () => {
  expect(makeHeader({ engine: 'e', limits: { fuel: 1 }, actions: [] })).toEqual({
    version: 1,
    flags: ['position-in-action-stack', 'script-reading'],
    engine: 'e',
    limits: { fuel: 1 },
    clock: 'recorded',
    random: 'recorded',
    actions: [],
  });
});

test('names of actions are sorted', () => {
  expect(makeHeader({ engine: 'e', limits: {}, actions: ['b', 'a.c', 'a'] }).actions).toEqual(['a', 'a.c', 'b']);
});

const good = makeHeader({ engine: 'e', limits: { fuel: 1 }, actions: ['a'] });

test.each<[string, unknown, string, RegExp]>([
  ['no object', null, 'header', /^The header of the run is not an object; give the run as it was returned\.$/],
  ['nothing', undefined, 'header', /give the run as it was returned/],
  ['text', 'header', 'header', /give the run as it was returned/],
  ['an instance', new Map(), 'header', /give the run as it was returned/],
  ['version 0', { ...good, version: 0 }, 'header.version', /must be a whole number from 1\.$/],
  ['half a version', { ...good, version: 0.5 }, 'header.version', /must be a whole number from 1\.$/],
  ['version one and a half', { ...good, version: 1.5 }, 'header.version', /must be a whole number from 1\.$/],
  ['version 1 as text', { ...good, version: '1' }, 'header.version', /must be a whole number from 1\.$/],
  ['limits of null', { ...good, limits: null }, 'header.limits', /must be an object of numbers/],
  ['no limits', { ...good, limits: undefined }, 'header.limits', /must be an object of numbers/],
  ['limits as text', { ...good, limits: 'none' }, 'header.limits', /must be an object of numbers/],
  ['a negative limit', { ...good, limits: { fuel: -1 } }, 'header.limits.fuel', /must be a number from 0/],
  ['an endless limit', { ...good, limits: { fuel: Infinity } }, 'header.limits.fuel', /must be a number from 0/],
  ['several unknown flags', { ...good, flags: ['one', 'two'] }, 'header.flags', /does not know: one, two\. /],
  ['no version', { ...good, version: undefined }, 'header.version', /must be a whole number from 1/],
  [
    'a newer version',
    { ...good, version: 99 },
    'header.version',
    /version 99; this release reads up to 1\. Use a newer release/,
  ],
  [
    'an unknown flag',
    { ...good, flags: ['quantum-clock'] },
    'header.flags',
    /does not know: quantum-clock\. The newest that it knows is flag 2, .*\. Use a newer release/,
  ],
  ['flags that are no array', { ...good, flags: {} }, 'header.flags', /must be an array of strings/],
  ['no engine', { ...good, engine: 1 }, 'header.engine', /must be a string/],
  ['limits that are no object', { ...good, limits: [] }, 'header.limits', /must be an object of numbers/],
  ['a limit that is no number', { ...good, limits: { fuel: '1' } }, 'header.limits.fuel', /must be a number from 0/],
  ['another clock', { ...good, clock: 'wall' }, 'header.clock', /must be "recorded" or "event"/],
  ['another generator', { ...good, random: 'dice' }, 'header.random', /must be "recorded" or "seeded"/],
  ['an action without name', { ...good, actions: ['a', null] }, 'header.actions[1]', /must be a string/],
])('%s is refused', (_, value, field, message) => {
  try {
    parseHeader(value);
    expect.unreachable('the header must be refused');
  } catch (error) {
    expect(error).toBeInstanceOf(RunFormatError);
    expect(error).toMatchObject({ code: 'RUN_FORMAT', field });
    expect((error as Error).message).toMatch(message);
  }
});
