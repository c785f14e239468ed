import type { EngineLike, Session } from '../../runtime/index.ts';

/** Three quarters of an hour off most others, and with summer time. */
const zoneAbroad = 'Pacific/Chatham';

/** The zone at home. Where another thread of the process is abroad just now, that is not it. */
const zoneAtHome = process.env.TZ === zoneAbroad ? undefined : process.env.TZ;

/**
 * An engine on a host in another time zone: what its sessions run, they run there. A runtime that lets the zone through
 * gives itself away. In a thread this needs the process's own environment (`SHARE_ENV`); without, it is at home.
 */
export function onAnotherHost(engine: EngineLike): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open: (options) => abroad(engine.open(options)),
  };
}

/** Only where code of the script runs: going abroad takes a while. */
function abroad(session: Session): Session {
  return new Proxy(session, {
    get(_, key) {
      if (key === 'start') return () => inZoneAbroad(() => session.start());
      if (key === 'deliver')
        return (...outcome: Parameters<Session['deliver']>) => inZoneAbroad(() => session.deliver(...outcome));
      const value = Reflect.get(session, key, session) as unknown;
      return typeof value === 'function' ? (value.bind(session) as unknown) : value;
    },
  });
}

function inZoneAbroad<Result>(work: () => Result): Result {
  process.env.TZ = zoneAbroad;
  try {
    return work();
  } finally {
    if (zoneAtHome === undefined) delete process.env.TZ;
    else process.env.TZ = zoneAtHome;
  }
}
