/**
 * Why the guest is stopped from inside one of its calls to the host. What is thrown there goes through the script without being
 * caught by it; the session takes it up on the other side.
 */
import { type Location, MisuseError } from '../errors.ts';
import { GuestStop, type LimitStop } from '../guest/port.ts';
import type { CompiledScript } from '../script/index.ts';
import { type LimitName, mapStack } from './failure.ts';
import type { Divergence } from './mismatch.ts';

/** A divergence, a limit, a probe or the host's own exception, on its way out through the guest. */
export type StopReason =
  | LimitStop
  | { readonly limit: LimitName }
  | { readonly divergence: Divergence }
  | { readonly probed: string }
  | { readonly thrown: unknown };

export function stopFor(reason: StopReason): GuestStop {
  return new GuestStop(reason);
}

/** Why the guest was stopped; `undefined` if it was not, but failed. */
export function stopReason(thrown: unknown): StopReason | undefined {
  return thrown instanceof GuestStop ? (thrown.reason as StopReason) : undefined;
}

/** Where a probe stopped: the mapped place of the call, if the thrown value is a probe's. */
export function probedLocation(thrown: unknown, script: CompiledScript): Location | undefined {
  const reason = stopReason(thrown);
  return reason !== undefined && 'probed' in reason ? mapStack(reason.probed, script).location : undefined;
}

/** The limit that was reached, if that is why the guest was stopped. */
export function limitReached(thrown: unknown): LimitName | undefined {
  const reason = stopReason(thrown);
  return reason !== undefined && 'limit' in reason ? reason.limit : undefined;
}

/** A fresh read. What the host's source throws leaves the session as it is; a value that no log could hold is refused. */
export function readHost(type: 'now' | 'random', source: () => number): number {
  try {
    const value = source();
    if (Number.isFinite(value) && (type === 'now' || (value >= 0 && value < 1))) return value;
  } catch (thrown) {
    throw stopFor({ thrown });
  }
  const wanted = type === 'now' ? 'milliseconds as a finite number' : 'a number in [0, 1)';
  throw stopFor({ thrown: new MisuseError('INVALID_SOURCE', `\`${type}\` must give ${wanted}.`) });
}

export function limitStop(limit: LimitName): GuestStop {
  return stopFor({ limit });
}
