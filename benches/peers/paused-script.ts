import { gunzipSync, gzipSync } from 'node:zlib';
import { type CallLog, Engine, type Session, Snapshot } from '../../runtime/index.ts';
import { refundOptions, waitingRefund } from '../paused.ts';
import { type Effort, measure, roundsOf } from '../rounds.ts';
import { type BenchRow, benchRow, sizeRow } from '../row.ts';
import type { Peers } from './packages.ts';
import { WasiRun } from './wasi-machine.ts';

const answered = { ok: true };

/** How large is a small paused script, and what does it cost to go on with it? */
export async function pausedScript(peers: Peers, effort: Effort): Promise<BenchRow[]> {
  const engine = await Engine.load();
  const ours = storedHere(engine);
  const theirs = await storedThere(peers);
  const packed = gzipSync(theirs.bytes);
  const measured = await measure(
    [
      { name: 'ours', run: () => goOnHere(engine, ours, ours.plain) },
      { name: 'ours, packed', run: () => goOnHere(engine, ours, ours.packed) },
      { name: 'ours, stored', run: () => void ours.waiting.snapshot().encode() },
      { name: 'theirs', run: () => goOnThere(peers, theirs.bytes) },
      { name: 'theirs, packed', run: () => goOnThere(peers, gunzipSync(packed)) },
      {
        name: 'theirs, stored',
        run: () => void gzipSync(peers.QuickJS.serializeSnapshot(theirs.run.machine.snapshot())),
      },
    ],
    effort,
  );
  ours.waiting.close();
  theirs.run.machine.dispose();
  const row = (name: string, what: string, subject: string, to: string, atMost?: number) =>
    benchRow(name, what, roundsOf(measured, `ours${subject}`), [
      { to, rounds: roundsOf(measured, `theirs${subject}`), ...(atMost !== undefined && { atMost }) },
    ]);
  const goingOn = 'the bytes are decoded, the script is restored, gets its answer and runs to its next call';
  return [
    sizeRow('a paused script of ten lines, compressed', 'its snapshot as it is stored', ours.packed.length, [
      { to: 'quickjs-wasi, gzipped', bytes: packed.length, atMost: 1 / 10 },
    ]),
    sizeRow('not compressed', 'the same as it is', ours.plain.length, [
      { to: 'quickjs-wasi, serialized', bytes: theirs.bytes.length },
    ]),
    row('going on from compressed bytes', goingOn, ', packed', 'quickjs-wasi, gzipped', 1 / 10),
    row('going on from plain bytes', goingOn, '', 'quickjs-wasi, serialized', 1 / 10),
    row('putting it aside', 'a snapshot is taken and compressed', ', stored', 'quickjs-wasi, gzipped'),
  ];
}

interface StoredHere {
  readonly waiting: Session;
  readonly packed: Uint8Array;
  readonly plain: Uint8Array;
  readonly callLog: CallLog;
  readonly logHash: string;
}

function storedHere(engine: Engine): StoredHere {
  const waiting = waitingRefund(engine);
  const { callLog, logHash } = waiting;
  const snapshot = waiting.snapshot();
  return { waiting, packed: snapshot.encode(), plain: snapshot.encode({ compress: false }), callLog, logHash };
}

function goOnHere(engine: Engine, { callLog, logHash }: StoredHere, bytes: Uint8Array): void {
  const session = engine.open({ ...refundOptions, callLog, logHash, snapshot: Snapshot.decode(bytes) });
  session.start();
  const { calls } = session.deliver(1, { response: answered });
  if (calls[0]?.name !== 'refund') throw new Error(`our run went on wrongly: ${JSON.stringify(calls)}`);
  session.close();
}

async function storedThere(peers: Peers): Promise<{ run: WasiRun; bytes: Uint8Array }> {
  const { script, actions, input } = refundOptions;
  const run = await WasiRun.start(peers, script, actions, input);
  run.settle(0, { items: [{ price: 70, count: 2 }] });
  if (run.calls.join() !== 'load,ask') throw new Error(`their run waits for something else: ${run.calls.join()}`);
  return { run, bytes: peers.QuickJS.serializeSnapshot(run.machine.snapshot()) };
}

async function goOnThere(peers: Peers, bytes: Uint8Array): Promise<void> {
  const run = await WasiRun.restore(peers, bytes);
  run.settle(1, answered);
  if (run.calls.join() !== 'refund') throw new Error(`their run went on wrongly: ${run.calls.join()}`);
  run.machine.dispose();
}
