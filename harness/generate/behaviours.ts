import fc, { type Arbitrary } from 'fast-check';
import type { ActionFailure, Json } from '../../runtime/index.ts';
import type { Behaviour, Reaction } from '../case/index.ts';
import { everyFeature, type Features } from './features.ts';
import { partialRecord, plainRecord } from './plain-record.ts';
import { jsonValues } from './values.ts';

/** Failures of actions, with and without a code and data. */
export function failures(hostile = false): Arbitrary<ActionFailure> {
  const optional = partialRecord({ code: fc.constantFrom('NOT_FOUND', 'TIMEOUT', 'E1'), data: failureData(hostile) });
  const named = plainRecord({
    name: fc.constantFrom('Error', 'TypeError', 'PaymentError', 'NonError'),
    message: fc.constantFrom('no stock', '', 'timed out after 30 s', 'Zürich \ud83d\ude00'),
  });
  return fc.tuple(named, optional).map(([required, extra]) => ({ ...required, ...extra }));
}

/** Often something that a careless test for its being there takes for nothing. */
function failureData(hostile: boolean): Arbitrary<Json> {
  return fc.oneof(
    { weight: 2, arbitrary: jsonValues(hostile) },
    { weight: 1, arbitrary: fc.constantFrom(0, '', false) },
  );
}

export function reactions(hostile = false): Arbitrary<Reaction> {
  return fc.oneof(
    { weight: 5, arbitrary: plainRecord({ type: fc.constant('answer' as const), answer: jsonValues(hostile) }) },
    { weight: 2, arbitrary: plainRecord({ type: fc.constant('reject' as const), reason: jsonValues(hostile) }) },
    { weight: 1, arbitrary: fc.constant({ type: 'leave' as const }) },
  );
}

/** What one execution of an action does, as far as the features allow. */
export function behaviour(features: Features): Arbitrary<Behaviour> {
  const hostile = features.has('hostile');
  const respond = jsonValues(hostile).map((value): Behaviour => ({ type: 'respond', value }));
  const fail = failures(hostile).map((failure): Behaviour => ({ type: 'fail', failure }));
  const interrupt = plainRecord({
    type: fc.constant('interrupt' as const),
    payload: payloads(hostile),
    then: reactions(hostile),
  });
  const any = fc.oneof(
    { weight: 10, arbitrary: respond },
    { weight: features.has('failures') ? (features.has('slow') ? 7 : 4) : 0, arbitrary: fail },
    { weight: features.has('interrupts') ? 8 : 0, arbitrary: interrupt },
  );
  return features.has('slow') ? any.chain(paced) : any;
}

/** An answer may be late; what fails or asks mostly is, for it comes seldom enough to where nobody waits any more. */
function paced(behaviour: Behaviour): Arbitrary<Behaviour> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(behaviour) },
    {
      weight: behaviour.type === 'respond' ? 5 : 12,
      arbitrary: fc.constant<Behaviour>({ ...behaviour, pace: 'late' }),
    },
    { weight: 1, arbitrary: fc.constant<Behaviour>({ ...behaviour, pace: 'never' }) },
  );
}

function payloads(hostile: boolean): Arbitrary<Json> {
  return fc.oneof(fc.constantFrom<Json>({ question: 'go on?' }, null), jsonValues(hostile));
}

/** By position, and inside by execution: a second one is what a retry after a crash, or an answer, meets. */
export function behaviours(features: Features = everyFeature): Arbitrary<Behaviour[][]> {
  const planned = fc.array(behaviour(features), { minLength: 1, maxLength: 2 }).map(heardOfLater);
  return fc.array(planned, { maxLength: 6 });
}

/** Where nothing would be heard of a call however often it is made, the run comes to nothing: that is not wanted often. */
function heardOfLater(planned: Behaviour[]): Behaviour[] {
  const [only] = planned;
  if (planned.length > 1 || only?.pace !== 'never') return planned;
  const { pace: _, ...inTime } = only;
  return [only, inTime];
}
