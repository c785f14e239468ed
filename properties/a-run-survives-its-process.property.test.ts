import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Behaviour, Case } from '../harness/case/index.ts';
import { allFeatures, cases, casesWith, featureSets } from '../harness/generate/index.ts';
import { oracles, runCase } from '../harness/oracle/index.ts';
import { settleOrder } from '../harness/world/index.ts';
import {
  answersFromJournal,
  FileJournal,
  type Journal,
  type Json,
  type Run,
  readJournal,
  runFromJournal,
  type Sandbox,
} from '../runtime/index.ts';
import { engine } from './support/play.ts';
import { type Execute, withSandbox } from './support/sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'survives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'journal');

/** Lets what follows from something happen first. */
const afterwards = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Settles calls in a given order, each as soon as it is its turn. Those that are not in it never settle. */
class OrderedWorld {
  readonly executed: number[] = [];
  readonly #case: Case;
  readonly #due: number[];
  readonly #waiting = new Map<number, () => void>();

  constructor(one: Case, due: readonly number[]) {
    this.#case = one;
    this.#due = [...due];
  }

  readonly execute: Execute = async (_input, { position }) => {
    this.executed.push(position);
    await new Promise<void>((resolve) => {
      this.#waiting.set(position, resolve);
      this.#settleNext();
    });
    return outcomeOf(this.#case, position);
  };

  #settleNext(): void {
    const settle = this.#waiting.get(this.#due[0] ?? -1);
    if (settle === undefined) return;
    this.#due.shift();
    settle();
    void afterwards().then(() => this.#settleNext());
  }
}

function outcomeOf({ behaviours }: Case, position: number): Json {
  const behaviour: Behaviour | undefined = behaviours[position % Math.max(behaviours.length, 1)]?.[0];
  if (behaviour?.type === 'fail') throw Object.assign(new Error(behaviour.failure.message), behaviour.failure);
  return behaviour?.type === 'respond' ? behaviour.value : null;
}

/** Settles calls later or sooner, as the schedule says. */
function unevenWorld(one: Case): Execute {
  return async (_input, { position }) => {
    const ticks = one.schedule[position % Math.max(one.schedule.length, 1)] ?? 0;
    for (let tick = 0; tick < ticks; tick++) await afterwards();
    return outcomeOf(one, position);
  };
}

function actionsOf({ actions }: Case, execute: Execute): Record<string, Execute> {
  return Object.fromEntries(actions.map((name) => [name, execute]));
}

/** As a program does it that wants its runs to survive it. Gives the positions that were recorded, too. */
async function beginOrGoOn(sandbox: Sandbox, one: Case): Promise<{ run: Run; recorded: number[] }> {
  await using journal = await FileJournal.open(path);
  const { records } = journal.contents;
  if (records.length === 0) return { run: await begin(sandbox, one, journal), recorded: [] };
  const before = runFromJournal(records);
  const recorded = before.callLog.flatMap((entry, position) => (entry === null ? [] : [position]));
  return { run: await sandbox.answer(before, answersFromJournal(records), { journal }), recorded };
}

function begin(sandbox: Sandbox, { script, input, data }: Case, journal: Journal): Promise<Run> {
  return sandbox.eval(script, { input, data, journal, runId: 'r', startedAt: 0 });
}

function endOf(run: Run) {
  const { status, callLog, data, console } = run;
  return {
    status,
    callLog,
    data,
    console,
    ...('value' in run && { value: run.value }),
    ...('error' in run && { error: run.error }),
  };
}

/** Runs a case with its journal in the file, and gives what the run came to, with the bytes of the file. */
async function journaled(one: Case): Promise<{ run: Run; bytes: Buffer }> {
  rmSync(path, { force: true });
  const run = await withSandbox(
    actionsOf(one, unevenWorld(one)),
    async (sandbox) => (await beginOrGoOn(sandbox, one)).run,
  );
  return { run, bytes: readFileSync(path) };
}

/** Cuts the journal of a run, goes on from what is left of it, and expects to come to the same. */
async function expectSameAfterCut(
  one: Case,
  { run, bytes }: { run: Run; bytes: Buffer },
  length: number,
): Promise<void> {
  writeFileSync(path, bytes.subarray(0, length));
  const left = (await readJournal(path)).records;
  const known = left.length === 0 ? [] : runFromJournal(left).callLog;
  const world = new OrderedWorld(
    one,
    settleOrder(run.callLog).filter((position) => !known[position]),
  );

  const again = await withSandbox(actionsOf(one, world.execute), (sandbox) => beginOrGoOn(sandbox, one));

  expect(endOf(again.run)).toEqual(endOf(run));
  expect(world.executed.filter((position) => again.recorded.includes(position))).toEqual([]);
  expect(runFromJournal((await readJournal(path)).records).callLog).toEqual(run.callLog);
}

/** What differs from one time to the next by right, or needs somebody: reads, sleeps, questions. */
const uneven: readonly string[] = ['clock', 'random', 'sleeps', 'timers', 'interrupts'];
const evenCases = () =>
  featureSets().chain((features) => casesWith(new Set([...features].filter((feature) => !uneven.includes(feature)))));

const small: Case = {
  version: 1,
  script: `try { return await Promise.all([actions.a(1), actions.b(2)]); } catch (e) { return [e.name, await actions.b(3)]; }`,
  input: null,
  data: {},
  actions: ['a', 'b'],
  onInterrupt: 'stop',
  behaviours: [[{ type: 'respond', value: 'one' }], [{ type: 'fail', failure: { name: 'E', message: 'm' } }]],
  schedule: [2, 0],
  faults: [],
};

describe('a run', () => {
  test('whose journal is cut at any byte goes on to the same end, and executes nothing that is recorded', async () => {
    expect(uneven.filter((feature) => !(allFeatures as readonly string[]).includes(feature))).toEqual([]);

    await fc.assert(
      fc.asyncProperty(
        evenCases(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        async (one, cuts) => {
          const whole = await journaled(one);
          for (const cut of cuts) await expectSameAfterCut(one, whole, Math.round(cut * whole.bytes.length));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('goes on from each of its records, and from the middle of each', async () => {
    const whole = await journaled(small);
    const ends = [...whole.bytes.keys()].filter((at) => whole.bytes[at] === 0x0a).map((at) => at + 1);

    expect(whole.run).toMatchObject({ status: 'completed', value: ['E', 'one'] });
    expect(ends).toHaveLength(8);
    for (const end of ends) {
      await expectSameAfterCut(small, whole, end);
      await expectSameAfterCut(small, whole, end - 5);
    }
  });

  test('of any script, that pauses, sleeps and reads too, goes on from every record of every attempt', () => {
    const judges = oracles.filter(({ name }) => name === 'crash-anywhere');

    fc.assert(
      fc.property(cases(), (one) => {
        expect(runCase(one, { engine, oracles: judges }).failures).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
