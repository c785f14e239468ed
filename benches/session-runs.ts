import type { CallLog, Engine, Exchange, Session } from '../runtime/index.ts';
import { actions, floorScript, response, type Shape, shapes } from './workload.ts';

/** Whole runs through the synchronous core, each of which checks that it came out right. */
const fixed = {
  actions,
  now: () => 1_700_000_000_000,
  random: () => 0.5,
  // A hundred thousand open calls take more than a run may take by default.
  limits: { memoryBytes: 256 * 2 ** 20 },
};

/** A log of so many calls as plain JSON, recorded by a live run. */
export function recordLog(engine: Engine, shape: Shape, calls: number): CallLog {
  const session = live(engine, shape, calls);
  const text = JSON.stringify(session.callLog);
  session.close();
  return JSON.parse(text) as CallLog;
}

export function replayRun(engine: Engine, shape: Shape, callLog: CallLog): void {
  openReplay(engine, shape, callLog).close();
}

/** A session that has followed a log to its end. */
export function openReplay(engine: Engine, shape: Shape, callLog: CallLog): Session {
  const session = engine.open({ script: shapes[shape], input: { calls: callLog.length }, callLog, ...fixed });
  check(session, session.start(), callLog.length);
  return session;
}

/** A run of thirty lines up to its first call. */
export function startRun(engine: Engine, script: Parameters<Engine['open']>[0]['script']): void {
  const session = engine.open({ script, actions, input: { id: 'order-17' } });
  const { calls } = session.start();
  if (calls.length !== 1) throw new Error(`a start made ${calls.length} calls: ${JSON.stringify(session.outcome)}`);
  session.close();
}

/** Every call is answered as soon as it is handed out. */
export function liveRun(engine: Engine, shape: Shape, calls: number): void {
  live(engine, shape, calls).close();
}

/** The guest's own floor, in our guest. */
export function floorRun(engine: Engine, calls: number): void {
  const session = engine.open({ script: floorScript, input: { calls, text: JSON.stringify(response) }, ...fixed });
  check(session, session.start(), calls);
  session.close();
}

function live(engine: Engine, shape: Shape, calls: number): Session {
  const session = engine.open({ script: shapes[shape], input: { calls }, ...fixed });
  let exchange = session.start();
  const open = [...exchange.calls];
  for (let next = 0; next < open.length; next++) {
    exchange = session.deliver(open[next]?.position ?? -1, { response });
    open.push(...exchange.calls);
  }
  check(session, exchange, calls);
  return session;
}

function check(session: Session, exchange: Exchange, calls: number): void {
  const { outcome } = session;
  const right = exchange.state === 'completed' && outcome !== undefined && 'value' in outcome;
  if (!right || outcome.value !== calls * 5) {
    throw new Error(`a measured run came out wrong: ${JSON.stringify(outcome)}`);
  }
}
