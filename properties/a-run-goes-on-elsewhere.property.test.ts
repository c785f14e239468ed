import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../runtime/index.ts';

const script = `
  const zone = [new Date(0).getHours(), new Date(2024, 2, 31, 2, 30).toString(), (1234.5).toLocaleString()];
  const seen = new Map();
  await Promise.all(['a', 'b', 'c'].map(async (id) => seen.set(id, await actions.find({ id, at: Date.now(), r: Math.random() }))));
  console.log([...seen.keys()]);
  data.seen = [...seen];
  const ok = await actions.ask({ about: [...seen.values()] });
  const last = await actions.find({ id: 'last', ok });
  return { zone, ok, last, seen: [...seen] };`;

/** One process of a run's life, on what the build has made. Prints the run and the digest of every turn that it saw. */
const program = `
  import { ActionInterrupt, defineAction, FileJournal, readJournal, runFromJournal, Sandbox } from ${JSON.stringify(
    new URL('../dist/runtime/index.js', import.meta.url).href,
  )};
  const [mode, script, given] = process.argv.slice(1);
  const digests = {};
  const find = defineAction({ name: 'find', execute: ({ id }) => new Promise((done) => setTimeout(() => done(id.toUpperCase()), id === 'a' ? 20 : 1)) });
  const ask = defineAction({ name: 'ask', execute: (_input, { answer }) => {
    if (answer !== undefined || mode === 'journal') return true;
    if (mode !== 'die') throw new ActionInterrupt('well?');
    console.log(JSON.stringify({ digests }));
    return new Promise(() => setInterval(() => {}, 1000));
  } });
  const sandbox = new Sandbox({ actions: [find, ask], isolation: 'inline', snapshots: true });
  const onTurn = (turn, session) => { digests[turn.index] = session.digest(); };
  const identity = { runId: 'run-1', startedAt: 1_700_000_000_000 };
  const next = {
    begin: () => sandbox.eval(script, { ...identity, onTurn }),
    die: async () => sandbox.eval(script, { ...identity, onTurn, journal: await FileJournal.open(given) }),
    resume: () => sandbox.resume(JSON.parse(given), true, { onTurn }),
    journal: async () => sandbox.answer(runFromJournal((await readJournal(given)).records), {}, { onTurn }),
  };
  const run = await next[mode]();
  console.log(JSON.stringify({ hour: new Date(0).getHours(), digests, run }));
`;

interface Seen {
  hour: number;
  digests: Record<string, string>;
  run: Run & { value?: unknown };
}

const root = fileURLToPath(new URL('..', import.meta.url));
const host = (zone: string, language: string) => ({
  cwd: root,
  env: { PATH: process.env.PATH, TZ: zone, LANG: language, LC_ALL: language },
});

async function inProcess(mode: string, given: string, zone: string, language: string): Promise<Seen> {
  const args = ['--input-type=module', '-e', program, mode, script, given];
  const { stdout } = await promisify(execFile)(process.execPath, args, host(zone, language));
  return JSON.parse(stdout) as Seen;
}

/** Runs until the question is asked, says what it has seen, and is killed without warning. */
async function killedWhileAsking(journal: string, zone: string, language: string) {
  const args = ['--input-type=module', '-e', program, 'die', script, journal];
  const child = spawn(process.execPath, args, { ...host(zone, language), stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  return { signal, digests: (JSON.parse(said.toString()) as Pick<Seen, 'digests'>).digests };
}

/** The digests of turns that both have seen: all of them must agree. */
function common(a: Pick<Seen, 'digests'>, b: Pick<Seen, 'digests'>): [string, string][] {
  return Object.keys(a.digests).flatMap((turn) => {
    const [one, other] = [a.digests[turn], b.digests[turn]];
    return one === undefined || other === undefined ? [] : [[one, other] as [string, string]];
  });
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockstep-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a run that was paused in one process goes on in others, under other zones and languages', () => {
  test('from its snapshot and from its log alone, in the same memory', async () => {
    const begun = await inProcess('begin', '', 'UTC', 'C');
    const { snapshot: _snapshot, logHash: _logHash, ...logOnly } = begun.run;

    const fromSnapshot = await inProcess('resume', JSON.stringify(begun.run), 'Asia/Tokyo', 'ja_JP.UTF-8');
    const fromLog = await inProcess('resume', JSON.stringify(logOnly), 'America/St_Johns', 'en_CA.UTF-8');

    expect([begun.hour, fromSnapshot.hour, fromLog.hour]).toEqual([0, 9, 20]);
    expect(begun.run).toMatchObject({ status: 'interrupted', snapshot: expect.any(String) });
    expect(fromSnapshot.run).toEqual(fromLog.run);
    expect(fromLog.run).toMatchObject({ status: 'completed', value: { ok: true, last: 'LAST' } });
    // One is what the script is told of its text; there is none of a snapshot that did not fit.
    expect(fromLog.run.warnings).toMatchObject([{ code: 'locale-ignored' }]);
    // The snapshot is gone on from in the middle: of what it skips it sees no turn.
    expect(Object.keys(fromSnapshot.digests)).toEqual(['4', '5']);
    expect(common(begun, fromLog)).toHaveLength(4);
    for (const [one, other] of [...common(begun, fromLog), ...common(fromSnapshot, fromLog)]) expect(one).toBe(other);
  });

  test('from its journal, when it was killed while the question was open', async () => {
    const journal = join(folder, 'run.journal');
    const killed = await killedWhileAsking(journal, 'Asia/Tokyo', 'ja_JP.UTF-8');
    const goneOn = await inProcess('journal', journal, 'America/St_Johns', 'en_CA.UTF-8');

    expect(killed.signal).toBe('SIGKILL');
    expect(goneOn.run).toMatchObject({ status: 'completed', value: { ok: true, last: 'LAST' } });
    expect(goneOn.run.value).toMatchObject({ zone: [0, expect.stringContaining('02:30:00 GMT+0000'), '1234.5'] });
    expect(common(killed, goneOn)).toHaveLength(4);
    for (const [one, other] of common(killed, goneOn)) expect(one).toBe(other);
  });
});
