import { type CallLog, type Engine, type Session, type SessionOptions, Snapshot } from '../runtime/index.ts';
import { response } from './workload.ts';

/** Runs that wait for a person, for measuring what it costs to put them aside and to take them up again. */

/** Ten lines as somebody writes them, with a question in the middle. */
const refund = `const order = await actions.load({ id: input.id });
const total = order.items.reduce((sum, item) => sum + item.price * item.count, 0);
console.log('total', total);
if (total > 100) {
  const answer = await actions.ask({ question: 'Refund ' + total + '?' });
  if (!answer.ok) return { refunded: false };
}
await actions.refund({ id: input.id, total });
data.refunded = total;
return { refunded: true, total };`;

/** What the ten lines are run with. */
export const refundOptions = { script: refund, actions: ['ask', 'load', 'refund'], input: { id: 'order-17' } };

/** A session of ten lines that waits for an answer. */
export function waitingRefund(engine: Engine): Session {
  const session = engine.open(refundOptions);
  session.start();
  const { calls } = session.deliver(0, { response: { items: [{ price: 70, count: 2 }] } });
  if (calls[0]?.name !== 'ask') throw new Error(`the run does not wait for an answer: ${JSON.stringify(calls)}`);
  return session;
}

/** Makes `input.calls` calls, keeps nothing of them but a sum, and asks. */
const longWay = `let sum = 0;
for (let i = 0; i < input.calls; i++) sum += (await actions.step({ i, name: 'item' })).amount;
const { ok } = await actions.ask({ question: 'Go on?' });
return ok ? sum : -1;`;

/** A run that has made so many calls and waits for an answer, as it is stored. */
export interface StoredRun {
  readonly calls: number;
  readonly options: SessionOptions;
  readonly callLog: CallLog;
  readonly logHash: string;
  readonly snapshot: Uint8Array;
}

export function storedRun(engine: Engine, calls: number): StoredRun {
  const options = { script: longWay, actions: ['ask', 'step'], input: { calls }, limits: { fuel: 1_000_000 } };
  const session = engine.open(options);
  let { calls: open } = session.start();
  while (open[0]?.name === 'step') open = session.deliver(open[0].position, { response }).calls;
  const callLog = JSON.parse(JSON.stringify(session.callLog)) as CallLog;
  const stored = { calls, options, callLog, logHash: session.logHash, snapshot: session.snapshot().encode() };
  session.close();
  return stored;
}

/** Stored bytes are decoded, a session goes on from them and ends. */
export function goOnFromSnapshot(engine: Engine, stored: StoredRun): void {
  const { options, callLog, logHash } = stored;
  answer(engine.open({ ...options, callLog, logHash, snapshot: Snapshot.decode(stored.snapshot) }), stored);
}

/** The script runs again from the top, and ends. */
export function goOnFromLog(engine: Engine, stored: StoredRun): void {
  answer(engine.open({ ...stored.options, callLog: stored.callLog }), stored);
}

/** Gives the answer that a session of a stored run waits for, and checks what comes of it. */
function answer(session: Session, { calls }: StoredRun): void {
  session.start();
  session.deliver(calls, { response: { ok: true } });
  const { outcome } = session;
  if (outcome === undefined || !('value' in outcome) || outcome.value !== calls * 5) {
    throw new Error(`a run that was continued came out wrong: ${JSON.stringify(outcome)}`);
  }
  session.close();
}
