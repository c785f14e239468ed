import { type Location, sleepUntil } from '../../runtime/index.ts';
import type { CallTrace } from '../world/index.ts';
import type { Lane } from './timeline.ts';

export function laneOf(call: CallTrace, location: Location | undefined, isOld: boolean): Lane {
  const { position } = call;
  const common = { position, isOld, ...(location && { location }) };
  if (call.kind !== 'action') return { ...common, kind: call.kind, name: readNames[call.kind] };
  const until = sleepUntil(call);
  if (until !== undefined) return { ...common, kind: 'sleep', name: call.name, until };
  return { ...common, kind: 'action', name: call.name, input: call.input };
}

const readNames = { now: 'the clock', random: 'a random number' } as const;
