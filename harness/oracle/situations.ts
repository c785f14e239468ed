import type { MismatchReason } from '../../runtime/index.ts';

/** The script does something else than its log where it has just caught a failure. It must not catch that. */
export const mismatchInCatch = 'a mismatch inside `catch`';

export function mismatchOf(reason: MismatchReason): string {
  return `a mismatch of reason ${reason}`;
}

const reasons: readonly MismatchReason[] = ['kind', 'name', 'input', 'unreached', 'order'];

/** Situations that only the further executions of oracles get into, by the names under which a campaign counts them. */
export const situations: readonly string[] = [...reasons.map(mismatchOf), mismatchInCatch];
