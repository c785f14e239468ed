import type { ExecutableCall, Json, Settlement } from '../../runtime/index.ts';

/** The actions that hostile scripts may call. */
export const actions = ['ask', 'big', 'echo', 'fail', 'odd', 'refuse'];

/** The clock and the dice that they meet. On replay the host has others, which must not show. */
export const nowMs = 1_700_000_000_000;
export const chance = 0.25;

export function settlementOf({ name, input }: ExecutableCall): Settlement {
  switch (name) {
    case 'ask':
      return { interrupt: 'who?' };
    case 'big':
      return { response: 'x'.repeat(Number(input)) };
    case 'fail':
      return { error: { name: 'Failure', message: 'it failed', code: 'CODE', data: input } };
    case 'odd':
      return { response: JSON.parse(odd) as Json };
    case 'refuse':
      return { error: { name: 'Refusal', message: 'no' } };
    default:
      return { response: input };
  }
}

/** Keys that mean something to the language. */
const odd =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"then":"no function","toJSON":3,"valueOf":null}';
