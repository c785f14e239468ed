import fc, { type Arbitrary } from 'fast-check';
import type { Fault } from '../case/index.ts';
import { everyFeature, type Feature, type Features } from './features.ts';
import { partialRecord, plainRecord } from './plain-record.ts';

/** What happens to the run, as far as the features allow. Seldom much: each of many faults would be met by what the others left. */
export function faults(features: Features = everyFeature): Arbitrary<Fault[]> {
  const allowed = kinds.filter(({ feature }) => features.has(feature)).map((kind) => weighed(kind, features));
  return allowed.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...allowed), { minLength: 0, maxLength: 2 });
}

interface Kind {
  readonly feature: Feature;
  /** It shows most where one of these is on, and comes more often then. */
  readonly best?: readonly Feature[];
  readonly fault: (features: Features) => Arbitrary<Fault>;
}

function weighed({ best = [], fault }: Kind, features: Features): { weight: number; arbitrary: Arbitrary<Fault> } {
  return { weight: best.some((feature) => features.has(feature)) ? 4 : 1, arbitrary: fault(features) };
}

/** What a run is not to notice. */
const moves = ['snapshot', 'restore-elsewhere', 'swap-out'] as const;

const kinds: readonly Kind[] = [
  { feature: 'crashes', fault: (on) => inSomeAttempt(on, { type: fc.constant('crash' as const), turn: fc.nat(6) }) },
  {
    feature: 'crashes',
    best: ['interrupts'],
    fault: (on) => inSomeAttempt(on, { type: fc.constant('crash-record' as const), record: fc.nat(9) }, ['before']),
  },
  { feature: 'punches', fault: () => plainRecord({ type: fc.constant('punch' as const), positions: positions() }) },
  {
    feature: 'moves',
    best: ['race', 'any'],
    fault: (on) => inSomeAttempt(on, { type: fc.constantFrom(...moves), turn: fc.nat(3) }),
  },
  {
    feature: 'losses',
    fault: (on) =>
      inSomeAttempt(on, {
        type: fc.constant('lose-tail' as const),
        turn: fc.nat(4),
        records: fc.integer({ min: 1, max: 6 }),
        bytes: fc.oneof(fc.constant(0), fc.nat(200)),
      }),
  },
  {
    feature: 'aborts',
    best: ['interrupts'],
    fault: (on) => inSomeAttempt(on, { type: fc.constant('abort' as const), turn: fc.nat(4) }, ['unstarted']),
  },
  { feature: 'jumps', best: ['clock', 'sleeps', 'timers'], fault: jump },
  {
    feature: 'twins',
    best: ['interrupts'],
    fault: () => withFlags({ type: fc.constant('resume-twice' as const), pause: fc.nat(1) }, ['otherwise']),
  },
];

const [second, day] = [1_000, 86_400_000];

function jump(features: Features): Arbitrary<Fault> {
  const ms = fc.oneof(
    fc.constantFrom(-400 * day, -30 * day, -2 * day, -second, second, 2 * day, 400 * day),
    fc.integer({ min: -3 * day, max: 3 * day }),
  );
  const type = fc.constant('clock-jump' as const);
  return fc.oneof(inSomeAttempt(features, { type, ms, turn: fc.nat(3) }), inSomeAttempt(features, { type, ms }));
}

type Fields = { [Field in string]: Arbitrary<unknown> };

/** In the first attempt, or in a later one: there are not many of those where nobody asks anything. */
function inSomeAttempt(features: Features, fields: Fields, flags: readonly string[] = []): Arbitrary<Fault> {
  const later = { ...fields, attempt: fc.integer({ min: 1, max: 2 }) };
  return fc.oneof(
    { weight: features.has('interrupts') ? 1 : 4, arbitrary: withFlags(fields, flags) },
    { weight: 1, arbitrary: withFlags(later, flags) },
  );
}

/** A fault with fields that are there and `true`, or absent. */
function withFlags(fields: Fields, flags: readonly string[]): Arbitrary<Fault> {
  const set = Object.fromEntries(flags.map((flag) => [flag, fc.constant(true)]));
  const parts = fc.tuple(plainRecord(fields), partialRecord(set));
  return parts.map(([fault, flagged]) => ({ ...fault, ...flagged }) as unknown as Fault);
}

function positions(): Arbitrary<number[]> {
  return fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }).map((list) => list.toSorted((a, b) => a - b));
}
