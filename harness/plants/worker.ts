import { parentPort, workerData } from 'node:worker_threads';
import { Engine } from '../../runtime/index.ts';
import { ScheduledCases, type ThreadData, type ThreadMessage } from '../campaign/index.ts';
import type { Case } from '../case/index.ts';
import { findCheckout, PlantLoader } from './loader.ts';
import { StalePlant } from './patch.ts';
import type { Plant } from './plant.ts';
import type { Searched, search } from './search.ts';
import { runSelfChecks } from './self-checks/run.ts';
import { selfChecks } from './self-checks/self-checks.ts';
import type { PlantTask, SearchTask } from './task.ts';

const { progress } = workerData as ThreadData;

/** A thread in which plants are tried, one after the other. */
function main(): void {
  parentPort?.on('message', (task: PlantTask) => {
    perform(task).then(
      (result) => post({ type: 'done', result: result as never }),
      (error: unknown) => post({ type: 'broken', message: described(error) }),
    );
  });
  post({ type: 'ready' });
}

function perform(task: PlantTask): Promise<unknown> {
  switch (task.type) {
    case 'self-checks':
      return runSelfChecks();
    case 'plant':
      return tryPlant(task);
  }
}

async function tryPlant(task: SearchTask): Promise<Searched> {
  loader ??= newLoader(task.plants);
  const { plant } = task;
  const isForCheck = selfChecks.some(({ name }) => name === plant.caughtBy);
  const found = isForCheck ? await check(loader, plant) : await searchFor(loader, task);
  if (!loader.wasLoaded(plant)) throw new StalePlant('What it patches takes no part in what is tried.');
  return found;
}

async function searchFor(loader: PlantLoader, { plant, seed, casesMax }: SearchTask): Promise<Searched> {
  const cases = await casesOf(seed);
  const planted = (await loader.load('search', plant)) as { search: typeof search };
  return await planted.search({
    oracle: plant.caughtBy,
    casesMax,
    caseOf: (index) => cases.at(index),
    begin: () => void Atomics.add(progress, 0, 1),
  });
}

async function check(loader: PlantLoader, plant: Plant): Promise<Searched> {
  const planted = (await loader.load('self-checks/run', plant)) as { runSelfChecks: typeof runSelfChecks };
  const [found] = await planted.runSelfChecks(plant.caughtBy);
  const problem = found?.problems[0];
  return { cases: 1, ...(problem !== undefined && { kind: problem }) };
}

let loader: PlantLoader | undefined;

function newLoader(plants: readonly Plant[]): PlantLoader {
  const checkout = findCheckout();
  if (checkout === undefined) throw new Error('There is no source to patch.');
  return new PlantLoader(checkout, ['search', 'self-checks/run'], plants);
}

/** Cases as a sound runtime makes them. All plants are tried on the same ones, which are made once in a thread. */
class KnownCases {
  readonly #made: Case[] = [];
  readonly #cases: ScheduledCases;

  constructor(
    engine: Engine,
    readonly seed: number,
  ) {
    this.#cases = new ScheduledCases(engine, seed);
  }

  at(index: number): Case {
    this.#made[index] ??= this.#cases.caseAt(index);
    return this.#made[index];
  }
}

let known: KnownCases | undefined;

async function casesOf(seed: number): Promise<KnownCases> {
  if (known?.seed !== seed) known = new KnownCases(await Engine.load(), seed);
  return known;
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function described(error: unknown): string {
  if (error instanceof StalePlant) return error.message;
  // The stack of a syntax error begins with its place, and says what is wrong far below.
  if (error instanceof SyntaxError) return `${error.name}: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main();
