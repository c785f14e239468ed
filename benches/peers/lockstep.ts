import { type CallLog, Engine, type SessionOptions } from '../../runtime/index.ts';
import type { Peer, Recorded } from '../side-by-side/peer.ts';

/** Lockstep by its synchronous core, in this thread as the others are. */
export function lockstepPeer(bodies: Readonly<Record<string, string>>): Peer {
  return {
    name: 'Lockstep',
    packages: [],
    how: 'Engine.open over a log that is given as plain JSON, with all checks on; the script is linked and cached as in service',
    caveats: [
      'A thread for the script adds what the last table shows. Its memory limit is raised for ten thousand open calls.',
    ],
    async start() {
      const engine = await Engine.load();
      return { record: async (shape, calls) => recordHere(engine, bodies[shape] ?? '', calls) };
    },
  };
}

function recordHere(engine: Engine, body: string, calls: number): Recorded {
  const options: SessionOptions = {
    script: `const { step, last } = actions; const { n } = input; ${body}`,
    actions: ['step', 'last'],
    input: { n: calls },
    limits: { memoryBytes: 256 * 2 ** 20 },
  };
  const callLog = recordedLog(engine, options, calls);
  return {
    replay() {
      const session = engine.open({ ...options, callLog });
      const { calls: live } = session.start();
      const [call, ...others] = live;
      const sum = (calls * (calls - 1)) / 2;
      if (others.length > 0 || call?.name !== 'last' || JSON.stringify(call.input) !== JSON.stringify({ sum })) {
        throw new Error(`the live calls are ${JSON.stringify(live)}`);
      }
      session.close();
      return undefined;
    },
  };
}

function recordedLog(engine: Engine, options: SessionOptions, calls: number): CallLog {
  const session = engine.open(options);
  const open = [...session.start().calls];
  for (let i = 0; i < calls; i++) open.push(...session.deliver(open[i]?.position ?? -1, { response: { v: i } }).calls);
  const log = JSON.parse(JSON.stringify(session.callLog)) as CallLog;
  session.close();
  return log.slice(0, calls);
}
