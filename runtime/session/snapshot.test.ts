import { describe, expect, test } from 'vitest';
import type { CallLog } from '../log/entry.ts';
import { Payload } from '../log/payload.ts';
import { Engine } from './engine.ts';
import { checkFits, hashedAction, hashedCall, hashedDelivery, Snapshot } from './snapshot.ts';
import type { Session, SessionOptions } from './types.ts';

const engine = await Engine.load();
const elsewhere = await Engine.load();

const script = `
  const seen = new Map();
  console.log('begun', input.n);
  const first = await actions.a({ at: Date.now() });
  seen.set('first', first);
  const race = Promise.race([actions.b({ r: Math.random() }), actions.ask({ q: 1 })]);
  const all = Promise.all([actions.a({ i: 1 }), actions.a({ i: 2 })]);
  data.race = await race;
  console.log('raced');
  return [data.race, await all, [...seen], await actions.b({ last: true })];`;

function open(options: Partial<SessionOptions> = {}, on = engine): Session {
  let clock = 1_000;
  return on.open({
    script,
    actions: ['a', 'ask', 'b'],
    input: { n: 7 },
    now: () => clock++,
    random: () => 0.25,
    ...options,
  });
}

/** Runs to the point where the race and the pair are open. */
function paused(): Session {
  const session = open();
  session.start();
  session.deliver(1, { response: { ok: true } });
  return session;
}

/** Answers what is outstanding, lowest position first. Gives what the world could see. */
function finish(session: Session, open = [...session.outstanding]) {
  const asked: unknown[] = [...open];
  const digests = [session.digest()];
  while (session.state === 'waiting') {
    const call = open.shift();
    if (call === undefined) break;
    const { calls } = session.deliver(call.position, { response: { by: call.name, input: call.input } });
    open.push(...calls);
    asked.push(...calls);
    digests.push(session.digest());
  }
  const { outcome, callLog, console, data, positions, delivered, logHash } = session;
  return { asked, digests, outcome, callLog, console, data, positions, delivered, logHash };
}

function bytesOf(session: Session): Buffer[] {
  return session.memory().map((part) => Buffer.from(part));
}

describe('a snapshot', () => {
  test('gives the same memory, the same calls and the same future, in another instance', () => {
    const original = paused();
    const snapshot = original.snapshot();
    const log = original.callLog;
    const memory = bytesOf(original);
    const future = finish(original);

    const restored = open({ snapshot: Snapshot.decode(snapshot.encode()), callLog: log }, elsewhere);
    const exchange = restored.start();

    expect(exchange.calls.map(({ position }) => position)).toEqual([3, 4, 5, 6]);
    expect(bytesOf(restored).map((part, index) => part.equals(memory[index] as Buffer))).toEqual([true, true]);
    expect(finish(restored)).toEqual(future);
  });

  test('is followed by what the log has beyond it', () => {
    const original = paused();
    const snapshot = original.snapshot();
    const { logHash } = original;
    original.deliver(4, { response: 'asked' });
    const { callLog } = original;
    const future = finish(original);

    const restored = open({ snapshot, callLog, logHash });
    const exchange = restored.start();

    expect(restored.delivered).toBe(2);
    expect(exchange.calls.map(({ position }) => position)).toEqual([3, 5, 6]);
    expect(finish(restored)).toEqual(future);
  });

  test('is followed by all calls that the log has beyond it', () => {
    const calls = { script: 'return [await actions.a(), await actions.b(), await actions.ask()];' };
    const original = open(calls);
    original.start();
    const snapshot = original.snapshot();
    const { logHash } = original;
    for (const position of [0, 1, 2]) original.deliver(position, { response: position });

    const restored = open({ ...calls, snapshot, callLog: original.callLog, logHash });
    restored.start();

    expect(restored.outcome).toEqual({ value: [0, 1, 2] });
  });

  test('keeps what was recorded after a stop, for the next attempt to deliver', () => {
    const [stopped, goesOn] = [paused(), paused()];
    stopped.record(5, { response: 'late' });
    const restored = open({ snapshot: stopped.snapshot(), callLog: stopped.callLog, logHash: stopped.logHash });

    const { calls } = restored.start();
    goesOn.deliver(5, { response: 'late' });

    expect(calls.map(({ position }) => position)).toEqual([3, 4, 6]);
    expect(finish(restored)).toEqual(finish(goesOn));
  });

  test('taken after a restore is the one taken without', () => {
    const original = paused();
    const early = original.snapshot();
    const { logHash, callLog } = original;
    const restored = open({ snapshot: early, callLog, logHash });
    restored.start();
    for (const session of [original, restored]) session.deliver(3, { response: 1 });

    expect(Buffer.from(restored.snapshot().encode())).toEqual(Buffer.from(original.snapshot().encode()));
  });

  test('is small, and read back from packed and from plain bytes alike', () => {
    const session = open({ script: 'const answer = await actions.ask({ q: 1 }); return { answer };' });
    session.start();
    const snapshot = session.snapshot();

    const [packed, plain] = [snapshot.encode(), snapshot.encode({ compress: false })];

    expect(packed.length).toBeLessThan(8 * 1024);
    expect(plain.length).toBeGreaterThan(packed.length);
    expect(Snapshot.decode(plain)).toEqual(Snapshot.decode(packed));
  });

  test('cannot be taken of a script that has ended, or before it began', () => {
    const session = open({ script: 'return 1;' });

    expect(() => session.snapshot()).toThrow('between its turns');
    session.start();
    expect(() => session.snapshot()).toThrow('The script has ended');
  });
});

describe('a snapshot is refused', () => {
  const refusal = (options: Partial<SessionOptions>, log?: CallLog) => {
    const original = paused();
    const snapshot = original.snapshot();
    try {
      open({ snapshot, callLog: log ?? original.callLog, ...options });
    } catch (error) {
      return (error as { code: string }).code;
    }
    return undefined;
  };

  test.each([
    ['for another script', { script: `${script}\n` }, 'SNAPSHOT_SCRIPT'],
    ['for another input', { input: { n: 8 } }, 'SNAPSHOT_RUN'],
    ['for other actions', { actions: ['a', 'ask', 'b', 'c'] }, 'SNAPSHOT_RUN'],
    ['for other limits', { limits: { fuel: 5 } }, 'SNAPSHOT_RUN'],
    ['for a log that says of itself that it is another', { logHash: '0'.repeat(32) }, 'SNAPSHOT_LOG'],
  ])('%s', (_, options, code) => {
    expect(refusal(options)).toBe(code);
  });

  test('for another log', () => {
    const log = paused().callLog;
    const first = log[1];
    if (first?.type !== 'action') throw new Error('the log begins otherwise');
    const changed: CallLog = log.with(1, {
      type: 'action',
      name: 'a',
      input: first.input,
      response: { ok: false },
      order: 0,
    });

    expect(refusal({}, changed)).toBe('SNAPSHOT_LOG');
    expect(refusal({}, log.slice(0, 1))).toBe('SNAPSHOT_LOG');
    expect(refusal({}, log)).toBeUndefined();
  });

  test('where its bytes are no snapshot, are damaged, or of a newer version', () => {
    const bytes = paused().snapshot().encode();
    const changed = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

    expect(() => Snapshot.decode(new Uint8Array())).toThrow('does not begin as one');
    expect(() => Snapshot.decode(changed(0))).toThrow('does not begin as one');
    expect(() => Snapshot.decode(changed(4))).toThrow('has version 0, and this release reads version 1');
    for (const at of [8, 20, 300, bytes.length - 1]) expect(() => Snapshot.decode(changed(at))).toThrow('is damaged');
    expect(() => Snapshot.decode(bytes.subarray(0, bytes.length - 5))).toThrow('is damaged');
  });
});

describe('the bytes of a snapshot', () => {
  test('begin with their mark, the version, whether they are packed, and the length of what was packed', () => {
    const snapshot = paused().snapshot();
    const [packed, plain] = [snapshot.encode(), snapshot.encode({ compress: false })];
    const head = (bytes: Uint8Array) => {
      const view = new DataView(bytes.buffer);
      return [
        String.fromCharCode(...bytes.subarray(0, 4)),
        view.getUint16(4, true),
        view.getUint16(6, true),
        view.getUint32(12, true),
      ];
    };

    expect(head(packed)).toEqual(['LSNP', 1, 1, plain.length - 16]);
    expect(head(plain)).toEqual(['LSNP', 1, 0, plain.length - 16]);
  });

  test('are read from the middle of a larger buffer too, and not needed after that', () => {
    const snapshot = paused().snapshot();
    for (const compress of [true, false]) {
      const bytes = snapshot.encode({ compress });
      const larger = new Uint8Array(bytes.length + 13);
      larger.set(bytes, 7);

      const read = Snapshot.decode(larger.subarray(7, 7 + bytes.length));
      larger.fill(0);

      expect(read).toEqual(Snapshot.decode(bytes));
    }
  });

  test('say all that the snapshot says', () => {
    const snapshot = paused().snapshot();

    const { session, guest, hash } = Snapshot.decode(snapshot.encode());

    expect(session).toEqual(snapshot.session);
    expect(hash).toEqual(snapshot.hash);
    expect([guest.promise, guest.ticks, guest.difference.heapEnd]).toEqual([
      snapshot.guest.promise,
      snapshot.guest.ticks,
      snapshot.guest.difference.heapEnd,
    ]);
    expect(guest.difference.stretches).toEqual(snapshot.guest.difference.stretches);
    expect(Array.from(guest.difference.words)).toEqual(Array.from(snapshot.guest.difference.words));
  });

  test('hold the second state of the hash as its difference from the first, which packs well', () => {
    const snapshot = paused().snapshot();
    const { calls, deliveries } = snapshot.hash;
    const body = snapshot.encode({ compress: false }).slice(16);
    const begin = 4 + new DataView(body.buffer).getUint32(0, true);

    const [first, second] = [0, 1].map((part) => body.slice(begin + part * calls.length).slice(0, calls.length));

    expect(first).toEqual(calls);
    expect(second).toEqual(deliveries.map((byte, at) => byte ^ (calls[at] ?? 0)));
  });

  test('that are too short, or only begin like one, are refused', () => {
    const bytes = paused().snapshot().encode();

    for (const length of [1, 5, 7, 11, 15, 16]) {
      const problem = length < 16 ? 'does not begin as one' : 'is damaged: its checksum is wrong';
      expect(() => Snapshot.decode(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({
          code: 'SNAPSHOT_FORMAT',
          message: `The snapshot cannot be read: it ${problem}.`,
        }),
      );
    }
    for (const at of [0, 1, 2, 3]) {
      expect(() => Snapshot.decode(bytes.with(at, 0))).toThrow('does not begin as one');
    }
  });
});

test('what the hash takes in is written as kept snapshots have it', () => {
  const input = Payload.ofText('{"n":1}');
  const settled = { type: 'action', name: 'a', input, outcome: Payload.ofText('"r"'), order: 0 } as const;
  const at = '1700000000000-0001';

  expect(hashedAction('a', '{"n":1}')).toBe('action a {"n":1}');
  expect(hashedCall({ ...settled, failed: false, at: undefined })).toBe('action a {"n":1}');
  expect(hashedCall({ type: 'now', response: 5 })).toBe('now 5');
  expect(hashedDelivery(3, { ...settled, failed: false, at: undefined })).toBe('3 response "r"');
  expect(hashedDelivery(3, { ...settled, failed: true, at })).toBe('3 1700000000000-0001 error "r"');
});

describe('a refusal says what does not fit', () => {
  const keys = { run: 'r', script: 's', engine: 'e' };
  const snapshot = new Snapshot(
    { ...paused().snapshot().session, ...keys, logHash: 'h' },
    paused().snapshot().guest,
    paused().snapshot().hash,
  );

  test.each([
    ['SNAPSHOT_ENGINE', { ...keys, engine: 'f' }, 'h', 'of the engine e, not f'],
    ['SNAPSHOT_SCRIPT', { ...keys, script: 't' }, 'h', 'of another script'],
    ['SNAPSHOT_RUN', { ...keys, run: 'q' }, 'h', 'of a run with other actions, limits, input, data or profiles'],
    ['SNAPSHOT_LOG', keys, 'i', 'of another log'],
  ])('%s', (code, other, logHash, what) => {
    expect(() => checkFits(snapshot, keys, 'h')).not.toThrow();
    expect(() => checkFits(snapshot, other, logHash)).toThrow(
      expect.objectContaining({
        code,
        message: `The snapshot is ${what}. Leave it out: the run can be replayed from its log.`,
      }),
    );
  });
});

describe('parking', () => {
  test('changes nothing that can be seen', () => {
    const [stays, parks] = [paused(), paused()];
    parks.park();
    parks.park();

    expect(parks.digest()).toBe(stays.digest());
    parks.park();
    expect(parks.data).toEqual(stays.data);
    parks.park();
    expect(Buffer.from(parks.snapshot().encode())).toEqual(Buffer.from(stays.snapshot().encode()));
    expect(finish(parks)).toEqual(finish(stays));
  });

  test('lets a thousand sessions wait in a few instances', async () => {
    const small = await Engine.load({ instancesMax: 4 });
    const sessions = Array.from({ length: 1_000 }, (_, n) => {
      const session = small.open({
        script: 'const r = await actions.a(input); return [input, r];',
        actions: ['a'],
        input: n,
      });
      session.start();
      return session;
    });

    expect(small.instancesInUse).toBe(4);
    sessions.forEach((session, n) => {
      session.deliver(0, { response: -n });
    });

    expect(
      sessions.every((session, n) => JSON.stringify(session.outcome) === JSON.stringify({ value: [n, -n || 0] })),
    ).toBe(true);
    for (const session of sessions) session.close();
    expect(small.instancesInUse).toBe(0);
  });

  test('does not forget the fuel', () => {
    const spend = 'for (let i = 0; i < 4e5; i++); await actions.a(); for (let i = 0; i < 4e5; i++); await actions.b();';
    const end = (park: boolean) => {
      const session = open({ script: spend, limits: { fuel: 150 } });
      session.start();
      if (park) session.park();
      session.deliver(0, { response: null });
      return session.outcome;
    };

    expect(end(false)).toMatchObject({ error: { code: 'LIMIT_FUEL' } });
    expect(end(true)).toEqual(end(false));
  });
});
