import type { Arbitrary } from 'fast-check';
import { drawn } from './draw.ts';

/**
 * What a case may contain. Swarm testing (Groce et al., "Swarm Testing", ISSTA 2012): every case turns whole features
 * on or off, because a case that may use everything rarely uses one thing enough to reach what is behind it.
 */
export const scriptFeatures = [
  'all',
  'race',
  'any',
  'settled',
  'map',
  'branches',
  'functions',
  'recursion',
  'loops',
  'labels',
  'pages',
  'generators',
  'leaving',
  'closures',
  'classes',
  'catching',
  'throwing',
  'retries',
  'sagas',
  'branching',
  'destructuring',
  'hops',
  'thenables',
  'detached',
  'continuations',
  'workers',
  'locks',
  'caches',
  'cancelling',
  'order',
  'counters',
  'clock',
  'random',
  'zone',
  'spending',
  'sleeps',
  'timers',
  'data',
  'console',
  'collections',
  'bytes',
  'bigints',
  'numbers',
  'text',
  'regexps',
  'objects',
  'stacks',
  'module',
] as const;

/**
 * `reordered`: outcomes settle in another order than they were asked for. `hostile`: values that are hard to carry. `losses`:
 * crashes that take a tail of the journal with them. `twins`: a pause that two callers go on with. `slow`: calls that are late or
 * never heard of. `limits`: one that it may well meet. `forgotten`: the script ends by waiting for nothing. `event` and
 * `seeded`: the profiles of the run's clock and randomness.
 */
export const worldFeatures = [
  'failures',
  'interrupts',
  'reordered',
  'hostile',
  'crashes',
  'punches',
  'moves',
  'losses',
  'aborts',
  'jumps',
  'twins',
  'slow',
  'limits',
  'forgotten',
  'settle',
  'event',
  'seeded',
] as const;

export type ScriptFeature = (typeof scriptFeatures)[number];
export type Feature = ScriptFeature | (typeof worldFeatures)[number];
export type Features = ReadonlySet<Feature>;

export const allFeatures: readonly Feature[] = [...scriptFeatures, ...worldFeatures];
export const everyFeature: Features = new Set(allFeatures);

/** How likely a feature of scripts is on, in percent: a case draws one of these for all of them. */
const densities = [12, 25, 45, 75];

/** The same for features of the world, which do not get in each other's way. */
const worldDensities: Record<(typeof worldFeatures)[number], number> = {
  failures: 30,
  interrupts: 45,
  reordered: 70,
  hostile: 25,
  crashes: 30,
  punches: 35,
  moves: 35,
  losses: 15,
  aborts: 20,
  jumps: 20,
  twins: 20,
  slow: 35,
  limits: 12,
  forgotten: 2,
  settle: 40,
  event: 35,
  seeded: 25,
};

/** What makes several calls wait at one time. Most cases get at least one of these: order is where the faults are. */
const concurrent = ['all', 'race', 'any', 'settled', 'map', 'workers', 'detached', 'locks', 'cancelling'] as const;

/** What makes it visible in which order outcomes came. Half of the cases get one. */
const telling = ['order', 'counters', 'continuations'] as const;

/** Sets of features. They do not shrink: what they allow does, without being drawn anew. */
export function featureSets(): Arbitrary<Features> {
  return drawn((draw) => {
    const density = draw.pick(densities);
    const features = new Set<Feature>();
    for (const feature of scriptFeatures) if (draw.chance(density)) features.add(feature);
    for (const feature of worldFeatures) if (draw.chance(worldDensities[feature])) features.add(feature);
    if (draw.chance(80)) features.add(draw.pick(concurrent));
    if (draw.chance(50)) features.add(draw.pick(telling));
    return features;
  });
}
