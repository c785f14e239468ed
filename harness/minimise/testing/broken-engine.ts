import type { EngineLike, Session } from '../../../runtime/index.ts';

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

/** An engine whose sessions do something else. */
export function sessions(overrides: (session: Session, given: Options) => Partial<Session>): Breaking {
  return (engine) => ({
    fingerprint: engine.fingerprint,
    open: (given) => {
      const session = engine.open(given);
      return overridden(session, overrides(session, given));
    },
  });
}

/** Both bugs in one engine. */
export function both(first: Breaking, second: Breaking): Breaking {
  return (engine) => second(first(engine));
}

export function overridden(session: Session, overrides: Partial<Session>): Session {
  return new Proxy(session, {
    get(target, key) {
      if (Object.hasOwn(overrides, key)) return Reflect.get(overrides, key) as unknown;
      const value = Reflect.get(target, key, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
