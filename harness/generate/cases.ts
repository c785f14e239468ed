import fc, { type Arbitrary } from 'fast-check';
import type { Json } from '../../runtime/index.ts';
import type { Behaviour, Case, Fault } from '../case/index.ts';
import { behaviours } from './behaviours.ts';
import { faults } from './faults.ts';
import { type Features, featureSets } from './features.ts';
import { forgotten } from './forgotten.ts';
import { limits } from './limits.ts';
import { partialRecord, plainRecord } from './plain-record.ts';
import { schedules } from './schedules.ts';
import { type Script, scripts } from './script/scripts.ts';
import { jsonValues } from './values.ts';

interface Parts {
  script: Script;
  input: Json;
  data: Json;
  onInterrupt: 'stop' | 'settle';
  behaviours: Behaviour[][];
  schedule: number[];
  faults: Fault[];
  limits: Pick<Case, 'limits'>;
  profiles: Pick<Case, 'clock' | 'random'>;
}

/** Cases: a set of features is drawn first, then each part within it. Shrinking keeps the features and simplifies the parts. */
export function cases(): Arbitrary<Case> {
  return featureSets().chain(casesWith);
}

/**
 * Cases within the given features. Without fast-check's bias towards small values, which is strongest in the first of a
 * series: every case is to be as good as the one after it, however it is asked for.
 */
export function casesWith(features: Features): Arbitrary<Case> {
  const parts = plainRecord<Parts>({
    script: features.has('forgotten') ? scripts(features).map(withoutEnd) : scripts(features),
    input: jsonValues(features.has('hostile')),
    data: features.has('data') ? initialData() : fc.constant({}),
    onInterrupt: features.has('settle') ? fc.constantFrom('stop', 'settle') : fc.constant('stop'),
    behaviours: behaviours(features),
    schedule: features.has('reordered') ? schedules() : fc.constant([]),
    faults: faults(features),
    limits: features.has('limits') ? plainRecord({ limits: limits(features) }) : fc.constant({}),
    profiles: fc.constant({
      ...(features.has('event') && { clock: 'event' as const }),
      ...(features.has('seeded') && { random: 'seeded' as const }),
    }),
  });
  return fc.noBias(parts).map(assemble);
}

function withoutEnd(script: Script): Script {
  return { ...script, source: forgotten(script.source) };
}

/** What generated scripts expect of `data`: an object, whose `list` is one. */
function initialData(): Arbitrary<Json> {
  return partialRecord({
    count: fc.nat(3),
    last: jsonValues(),
    list: fc.array(jsonValues(), { maxLength: 2 }),
  }) as Arbitrary<Json>;
}

function assemble({ script: { source, actions }, limits, profiles, ...world }: Parts): Case {
  const { input, data, onInterrupt, behaviours, schedule, faults } = world;
  const plan = { onInterrupt, behaviours, schedule, faults };
  return { version: 1, script: source, input, data, actions: [...actions], ...plan, ...limits, ...profiles };
}
