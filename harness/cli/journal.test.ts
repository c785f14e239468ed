import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readJournal, runFromJournal } from '../../runtime/index.ts';
import { type Draw, drawFrom } from '../schedule/index.ts';
import { type Ended, ended, lockstep, makeProject, startLockstep, startNode } from './spawned.ts';

/** An effect is a line of a file, under its key: the action looks first, as whoever keeps effects does. */
const actions = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const effects = () => (existsSync('effects.txt') ? readFileSync('effects.txt', 'utf8').split('\\n') : []);
export async function ship(input, { idempotencyKey }) {
  appendFileSync('executions.txt', idempotencyKey + '\\n');
  await setTimeout(input % 3);
  if (!effects().includes(idempotencyKey)) appendFileSync('effects.txt', idempotencyKey + '\\n');
  await setTimeout(input % 5);
  return input * 10;
}
`;

const script = `
const begun = Date.now();
let sum = 0;
for (let round = 0; round < 12; round++) {
  const both = await Promise.all([actions.ship(round), actions.ship(round + 1).then((n) => actions.ship(n % 7))]);
  sum += both[0] + both[1];
}
return { sum, begun: begun > 0 };
`;

const value = {
  sum: rounds().reduce((sum, round) => sum + 10 * round + 10 * ((10 * (round + 1)) % 7), 0),
  begun: true,
};

function rounds(): number[] {
  return Array.from({ length: 12 }, (_, round) => round);
}

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
import { ship } from './actions.mjs';
export default defineWorkflow({
  name: 'ship',
  script: './asking.workflow.js',
  actions: {
    ship: { input: z.number(), output: z.number(), execute: ship },
    ask: { input: z.string(), interrupts: { answer: z.string() } },
  },
});
`;

const asking = `
const first = await actions.ship(1);
const said = await actions.ask('Well?');
console.log(said);
return [first, said, await actions.ship(2)];
`;

/** Begins the run, or goes on with it: what a program does that wants its runs to survive it. */
const program = `
import { readFileSync } from 'node:fs';
import { answersFromJournal, defineAction, FileJournal, runFromJournal, Sandbox } from 'lockstep';
import { ship } from './actions.mjs';
await main();
async function main() {
  const sandbox = new Sandbox({ actions: [defineAction({ name: 'ship', execute: ship })] });
  const journal = await FileJournal.open('j');
  const { records } = journal.contents;
  const run = records.length === 0
    ? await sandbox.eval(readFileSync('ship.workflow.js', 'utf8'), { journal, runId: 'r' })
    : await sandbox.answer(runFromJournal(records), answersFromJournal(records), { journal });
  console.log(JSON.stringify(run.value));
  await journal.close();
  await sandbox.close();
}
`;

const files = {
  'actions.mjs': actions,
  'ship.fuzz.ts': declaration,
  'ship.workflow.js': script,
  'asking.workflow.js': asking,
  'program.mjs': program,
  'sub/.keep': '',
};

function linesOf(project: string, file: string): string[] {
  const path = join(project, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

async function recordedPositions(project: string): Promise<Set<number>> {
  const { records } = await readJournal(join(project, 'j'));
  if (records.length === 0) return new Set();
  return new Set(runFromJournal(records).callLog.flatMap((entry, position) => (entry === null ? [] : [position])));
}

/** Kills a process when it has executed so many actions and a few more milliseconds have passed, or while it starts. */
async function killed(child: ChildProcess, project: string, draw: Draw): Promise<Ended> {
  const end = ended(child);
  let over = false;
  const isOver = end.then(() => {
    over = true;
  });
  const goal = linesOf(project, 'executions.txt').length + 1 + draw(2);
  const atStart = draw(10) === 0;
  while (!over && !atStart && linesOf(project, 'executions.txt').length < goal) await delay(1);
  await Promise.race([isOver, delay(draw(atStart ? 300 : 8))]);
  child.kill('SIGKILL');
  return end;
}

/** Kills what `start` starts, again and again, until it comes to its end. Nothing recorded may be executed again on the way. */
async function killedUntilDone(project: string, start: () => Promise<ChildProcess>, killsMax = 200) {
  const draw = drawFrom(20_231);
  for (let kills = 0; ; kills++) {
    const recorded = await recordedPositions(project);
    const before = linesOf(project, 'executions.txt').length;
    const child = await start();
    const end = kills < killsMax ? await killed(child, project, draw) : await ended(child);
    const executed = linesOf(project, 'executions.txt').slice(before);
    expect(executed.filter((key) => recorded.has(Number(key.split(':')[1])))).toEqual([]);
    if (end.exit !== -1) return { end, kills };
  }
}

test('a program that is killed again and again ends as if it had not been, with each effect once', async () => {
  const project = makeProject(files);

  const { end, kills } = await killedUntilDone(project, async () => startNode(project, ['program.mjs']));

  expect(end).toMatchObject({ exit: 0, stderr: '' });
  expect(JSON.parse(end.stdout)).toEqual(value);
  expect(kills).toBeGreaterThan(12);
  const effects = linesOf(project, 'effects.txt');
  expect(effects).toHaveLength(36);
  expect(new Set(effects).size).toBe(36);
}, 180_000);

describe('lockstep run --journal and lockstep resume', () => {
  const begin = ['run', 'ship.fuzz.ts', '--journal', 'j'];

  test('go on after a kill with what the journal says, by itself, and write on in the same', async () => {
    const project = makeProject({ ...files, 'asking.workflow.js': script });

    const first = await killed(startLockstep(project, begin), project, () => 3);
    const second = await killed(startLockstep(project, ['resume', 'j']), project, () => 3);
    const recorded = await recordedPositions(project);
    const done = await lockstep(project, ['resume', 'j']);
    const executions = linesOf(project, 'executions.txt');
    const again = await lockstep(project, ['resume', 'j']);

    expect([first.exit, second.exit]).toEqual([-1, -1]);
    expect(recorded.size).toBeGreaterThan(1);
    expect(done.exit).toBe(0);
    expect(JSON.parse(done.stdout)).toEqual(value);
    expect(new Set(linesOf(project, 'effects.txt')).size).toBe(36);
    // Of a run that is over everything is recorded: it is only told again.
    expect(again.stdout).toBe(done.stdout);
    expect(linesOf(project, 'executions.txt')).toEqual(executions);
  });

  test('pause at a question, which is answered in the journal, from another folder too', async () => {
    const project = makeProject(files);

    const paused = await lockstep(project, ['run', 'ship.fuzz.ts', '--journal', 'sub/j']);
    const still = await lockstep(join(project, 'sub'), ['resume', 'j']);
    const done = await lockstep(join(project, 'sub'), ['resume', 'j', '--answer', '"Good."', '--out', 'done.json']);

    expect(paused).toMatchObject({ exit: 10, stdout: '' });
    expect(paused.stderr).toContain('lockstep resume sub/j --answer JSON');
    expect(still).toMatchObject({ exit: 10, stderr: expect.stringContaining('Well?') });
    expect(JSON.parse(done.stdout)).toEqual([10, 'Good.', 20]);
    expect(await lockstep(project, ['replay', 'sub/done.json'])).toMatchObject({ exit: 0 });
  });

  test('do not ask again what was answered before a kill', async () => {
    const project = makeProject(files);
    await lockstep(project, begin);
    // Reserved, with its answer, is where the journal ends.
    const done = await lockstep(project, ['resume', 'j', '--answer', '"Good."']);
    const lines = readFileSync(join(project, 'j'), 'utf8').split(/(?<=\n)/);
    const cut = lines.findLastIndex((line) => line.includes('"reservation"') && line.includes('"ask"')) + 1;
    writeFileSync(join(project, 'j'), lines.slice(0, cut).join('').concat(String(lines[cut]).slice(0, 9)));

    const again = await lockstep(project, ['resume', 'j']);

    expect(again).toMatchObject({ exit: 0, stdout: done.stdout });
    expect(again.stderr).toContain('last line of the journal');
  });

  test('refuse what cannot be, and leave the file as it is', async () => {
    const project = makeProject({ ...files, 'notes.txt': 'Dear diary', 'empty.j': '' });
    await lockstep(project, begin);
    const text = readFileSync(join(project, 'j'), 'utf8');
    writeFileSync(join(project, 'damaged.j'), text.replace('"first"', '"fjrst"').replace('ship(1)', 'ship(7)'));

    const cases: [string[], string][] = [
      [begin, 'lockstep resume j'],
      [['run', 'ship.fuzz.ts', '--journal', 'notes.txt'], 'not a journal'],
      [['run', 'ship.fuzz.ts', '--journal', 'sub'], 'it is a directory'],
      [['run', 'ship.fuzz.ts', '--journal', 'none/j'], 'no such folder'],
      [['run', 'ship.fuzz.ts', '--journal', 'both', '--out', './both'], 'write over the journal'],
      [['resume', 'empty.j'], 'no run in this journal'],
      [['resume', 'damaged.j'], 'line 2, byte 19'],
      [['resume', 'j', '--answer', '7'], 'does not take this --answer'],
      [['resume', 'j', '--at', '4', '--answer', '""'], 'No question is open at position 4'],
    ];
    for (const [args, message] of cases) {
      const { exit, stderr, stdout } = await lockstep(project, args);
      expect(stderr).toContain(message);
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    }
    expect(readFileSync(join(project, 'j'), 'utf8')).toBe(text);
    expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe('Dear diary');
    expect(linesOf(project, 'executions.txt')).toHaveLength(1);
  });

  test('are one at a time', async () => {
    const project = makeProject({ ...files, 'asking.workflow.js': 'for (;;) await actions.ship(1);' });
    const child = startLockstep(project, begin);
    const end = ended(child);
    while (linesOf(project, 'executions.txt').length === 0) await delay(5);

    const other = await lockstep(project, ['resume', 'j']);
    child.kill('SIGKILL');
    await end;

    expect(other).toMatchObject({ exit: 2, stderr: expect.stringContaining(`Process ${child.pid}`) });
    expect(existsSync(join(project, 'j.lock'))).toBe(true);
  });
});
