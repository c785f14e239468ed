import type { Json, Settlement } from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';

/**
 * A response as a real action might return it: an object of its own making, whose JSON text is that of the plain value,
 * and which shows wherever something gets past that text. Objects get a property that is `undefined`, and times are `Date`s.
 */
export function dressed(value: Json): Json {
  if (typeof value === 'string') return (isTime(value) ? new Date(value) : value) as Json;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || Object.hasOwn(value, 'gone')) return value;
  return { ...value, gone: undefined } as unknown as Json;
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** How an execution settles, as its action would have it. */
export function settlementOf(behaviour: Behaviour): Settlement {
  switch (behaviour.type) {
    case 'respond':
      return { response: dressed(behaviour.value) };
    case 'fail':
      return { error: behaviour.failure };
    case 'interrupt':
      return { interrupt: behaviour.payload };
  }
}
