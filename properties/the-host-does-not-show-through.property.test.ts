import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { Engine, type Json } from '../runtime/index.ts';
import { again, echo, expectSameOnReplay, nothing, play, scriptValue } from './support/play.ts';

const host = { zone: process.env.TZ, language: process.env.LANG };

/** Puts the host elsewhere. Node reads both again when they are set. */
function moveHost(zone: string | undefined, language = host.language): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  if (language === undefined) delete process.env.LANG;
  else process.env.LANG = language;
}

afterEach(() => moveHost(host.zone));

const zones = ['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Pacific/Apia', 'Europe/Berlin', 'Africa/Monrovia'];
const booking = `
  const h = new Date(0).getHours();
  const s = new Date(2024, 2, 31, 2, 30).toString();
  return actions.book({ h, s });`;

/** Runs in a process of its own, on what `npm test` has built: pauses in `book`, or goes on from a log. Prints all that was observed. */
const elsewhere = `
  import { Engine } from ${JSON.stringify(new URL('../dist/runtime/index.js', import.meta.url).href)};
  const [script, log] = process.argv.slice(1);
  const engine = await Engine.load();
  const digests = [];
  const session = engine.open({ script, actions: ['book'], callLog: JSON.parse(log), onTurn: (turn, s) => digests.push(s.digest()) });
  const [call] = session.start().calls;
  const asked = JSON.stringify(session.outstanding);
  if (call) session.deliver(call.position, { response: 'booked' });
  console.log(JSON.stringify({ hour: new Date(0).getHours(), seen: { asked, digests, callLog: session.callLog, outcome: session.outcome } }));
`;

function runElsewhere(zone: string, language: string, callLog: readonly unknown[] = []) {
  const args = ['--input-type=module', '-e', elsewhere, booking, JSON.stringify(callLog)];
  const env = { PATH: process.env.PATH, TZ: zone, LANG: language, LC_ALL: language };
  const text = execFileSync(process.execPath, args, {
    env,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  return JSON.parse(text) as { hour: number; seen: { callLog: unknown[]; digests: string[] } };
}

const local = `
  const d = new Date(2024, 6, 1, 12);
  return [
    d.getTime(), d.getTimezoneOffset(), d.toString(), d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString(), d.toDateString(), d.toTimeString(),
    new Date('2024-07-01T12:00').getTime(), Date.parse('1 July 2024 12:00'), (1234567.891).toLocaleString(), 'ä'.localeCompare('z'), 'I'.toLocaleLowerCase(),
  ];`;

describe('the time zone of the host', () => {
  test('is really another one in these tests', () => {
    const hours = zones.map((zone) => {
      moveHost(zone);
      return new Date(0).getHours();
    });

    expect(new Set(hours).size).toBeGreaterThan(3);
  });

  test('does not show in what a script asks for: paused under one, resumed under another', () => {
    moveHost('UTC');
    const paused = play({ script: booking, world: () => undefined });
    const bytes = JSON.stringify(paused.waiting);
    for (const zone of zones) {
      moveHost(zone);
      const resumed = again(paused, { world: echo });
      const fresh = play({ script: booking });

      expect(JSON.stringify(again(paused, { world: () => undefined }).waiting)).toBe(bytes);
      expect(JSON.stringify(fresh.callLog)).toBe(JSON.stringify(resumed.callLog));
      expect(fresh.digests).toEqual(resumed.digests);
    }
    expect(paused.waiting[0]?.input).toMatchObject({ h: 0, s: expect.stringContaining('02:30:00 GMT+0000') });
  });

  test('nor in an engine that is loaded under it, in any method of dates, numbers and strings', async () => {
    const seen = new Set<string>();
    for (const zone of zones) {
      moveHost(zone, zone === 'UTC' ? 'tr_TR.UTF-8' : 'de_DE.UTF-8');
      const engine = await Engine.load();
      const session = engine.open({ script: local, actions: [] });
      session.start();
      seen.add(JSON.stringify([engine.fingerprint, session.outcome, session.digest()]));
      session.close();
    }

    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('1719835200000');
  });
});

describe('another process, under another zone and language', () => {
  const hosts = [
    ['UTC', 'C'],
    ['Asia/Tokyo', 'ja_JP.UTF-8'],
    ['America/St_Johns', 'tr_TR.UTF-8'],
  ] as const;

  test('asks for the same bytes, and has the same memory at every turn, live and on replay', () => {
    const live = hosts.map(([zone, language]) => runElsewhere(zone, language));
    const replayed = hosts.map(([zone, language]) => runElsewhere(zone, language, live[0]?.seen.callLog));

    expect(new Set(live.map(({ hour }) => hour)).size).toBe(3);
    for (const { seen } of live) expect(seen).toEqual(live[0]?.seen);
    for (const { seen } of replayed) {
      expect(seen.callLog).toEqual(live[0]?.seen.callLog);
      expect(seen.digests).toEqual(live[0]?.seen.digests);
    }
  });
});

describe('the clock and the dice of the host', () => {
  const tricks = [
    'Date.now()',
    'new Date().getTime()',
    '+new Date()',
    'Date.parse(Date())',
    'Reflect.construct(Date, []).getTime()',
    'new (new Date(0).constructor)().getTime()',
    'new (class extends Date {})().getTime()',
    'Reflect.apply(Date.now, undefined, [])',
    'new Date(undefined ?? Date.now()).getTime()',
    'Math.random()',
    'Object.getOwnPropertyDescriptor(Math, "random").value()',
    'Math.random.call(null)',
  ];

  test.each(tricks)('%s is recorded, and comes from the log on replay', (trick) => {
    const script = `const a = ${trick}; await actions.a(); return [a, ${trick}];`;
    const times = [1_600_000_000_000, 1_600_000_001_000];
    const dice = [0.125, 0.75];
    const live = play({ script, now: () => times.shift() ?? 0, random: () => dice.shift() ?? 0 });
    const replayed = again(live, { now: () => 7, random: () => 0.7, world: nothing });

    expect(live.callLog).toHaveLength(3);
    expect(live.callLog.map((entry) => entry?.type).filter((type) => type === 'now' || type === 'random')).toHaveLength(
      2,
    );
    expect(new Set(scriptValue(live) as Json[]).size).toBe(2);
    expect(scriptValue(replayed)).toEqual(scriptValue(live));
    expectSameOnReplay(live);
  });

  test('a saved constructor is no way round the log', () => {
    const script =
      'const Saved = Date; await actions.a(); globalThis.Date = null; return [new Saved().getTime(), Saved.now()];';
    const live = play({ script, now: () => 42 });

    expect(scriptValue(live)).toEqual([42, 42]);
    expect(live.callLog.map((entry) => entry?.type)).toEqual(['action', 'now', 'now']);
  });

  test('dates that are given are not read from the clock', () => {
    const live = play({
      script:
        'return [new Date(0).getTime(), new Date(2020, 1).getTime(), Date.UTC(2000, 1), new Date("2020-01-01").getTime()];',
    });

    expect(live.callLog).toEqual([]);
  });

  test('a clock that goes back is recorded as it went', () => {
    const times = [100, 50, 75];
    const live = play({ script: 'return [Date.now(), Date.now(), Date.now()];', now: () => times.shift() ?? 0 });

    expect(scriptValue(live)).toEqual([100, 50, 75]);
    expect(scriptValue(again(live))).toEqual([100, 50, 75]);
  });
});

describe('what could differ between attempts is not there', () => {
  const absent = [
    'WeakRef',
    'FinalizationRegistry',
    'SharedArrayBuffer',
    'Atomics',
    'performance',
    'process',
    'require',
    'fetch',
    'Intl',
    'setInterval',
    'queueMicrotask',
    'crypto',
    'navigator',
    'WebAssembly',
    'std',
    'os',
  ];

  test.each(absent)('%s', (name) => {
    const live = play({
      script: `return [typeof globalThis[${JSON.stringify(name)}], ${JSON.stringify(name)} in globalThis];`,
    });

    expect(scriptValue(live)).toEqual(['undefined', false] satisfies Json);
  });

  test('the actions are a frozen object without a prototype, its names sorted', () => {
    const script = 'return [Object.keys(actions), Object.isFrozen(actions), Object.getPrototypeOf(actions)];';

    expect(scriptValue(play({ script, actions: ['b', 'a', 'c'] }))).toEqual([['a', 'b', 'c'], true, null]);
  });
});
