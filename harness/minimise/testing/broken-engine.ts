import type { EngineLike } from '../../../runtime/index.ts';

export type Options = Parameters<EngineLike['open']>[0];

/** Puts something broken round an engine. */
export type Breaking = (engine: EngineLike) => EngineLike;

/** An engine that opens its sessions with other options than it was given. */
export function opening(change: (given: Options) => Partial<Options>): Breaking {
  return (engine) => ({
    fingerprint: engine.fingerprint,
    open: (given) => engine.open({ ...given, ...change(given) }),
  });
}

/** Both bugs in one engine. */
export function both(first: Breaking, second: Breaking): Breaking {
  return (engine) => second(first(engine));
}
