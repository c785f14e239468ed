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
  'loops',
  'generators',
  'closures',
  'classes',
  'catching',
  'throwing',
  'branching',
  'hops',
  'thenables',
  'detached',
  'continuations',
  'workers',
  'order',
  'clock',
  'random',
  'data',
  'console',
  'collections',
  'numbers',
  'text',
  'objects',
  'stacks',
  'module',
] as const;

/** `reordered`: outcomes settle in another order than they were asked for. `hostile`: values that are hard to carry. */
export const worldFeatures = [
  'failures',
  'interrupts',
  'reordered',
  'hostile',
  'crashes',
  'punches',
  'settle',
] as const;

export type ScriptFeature = (typeof scriptFeatures)[number];
export type Feature = ScriptFeature | (typeof worldFeatures)[number];
export type Features = ReadonlySet<Feature>;

export const allFeatures: readonly Feature[] = [...scriptFeatures, ...worldFeatures];

/** How likely a feature is on, in percent: a case draws one of these for all its features. */
const densities = [15, 30, 50, 80];

/** What makes several calls wait at one time. Most cases get at least one of these: order is where the faults are. */
const concurrent = ['all', 'race', 'any', 'settled', 'map', 'workers', 'detached'] as const;

/** Sets of features. They do not shrink: what they allow does, without being drawn anew. */
export function featureSets(): Arbitrary<Features> {
  return drawn((draw) => {
    const density = draw.pick(densities);
    const features = new Set<Feature>(allFeatures.filter(() => draw.chance(density)));
    if (draw.chance(80)) features.add(draw.pick(concurrent));
    return features;
  });
}
