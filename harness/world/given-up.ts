import type { Settlement } from '../../runtime/index.ts';
import type { AbortTrace, LateTrace } from './trace.ts';

/** What the caller says when it aborts an attempt. */
const abortReasons = {
  fault: { code: 'SIGNAL', message: 'The caller gave up.' },
  hang: { code: 'SIGNAL', message: 'Nothing was heard of what the run waits for.' },
} as const;

export function abortTrace(turn: number, why: AbortTrace['why']): AbortTrace {
  return { turn, why, reason: abortReasons[why] };
}

/** Of a call whose signal had fired. */
export function lateTrace(position: number, settlement: Settlement): LateTrace {
  if ('interrupt' in settlement) return { position, as: 'interrupted' };
  return { position, as: 'error' in settlement ? 'rejected' : 'fulfilled' };
}
