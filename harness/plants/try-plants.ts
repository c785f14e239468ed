import process from 'node:process';
import { SHARE_ENV } from 'node:worker_threads';
import { CampaignThread, type SelfChecked, startStopwatch, ThreadDied, type TriedPlant } from '../campaign/index.ts';
import type { Plant } from './plant.ts';
import { plants as allPlants } from './plants.ts';
import type { PlantResult, PlantTask, SearchTask } from './task.ts';

export interface TryOptions {
  readonly seed: number;
  readonly threads: number;
  /** How many cases a plant may take. Default 8000, which only one takes that survives. */
  readonly casesMax?: number;
  /** Default: all. */
  readonly plants?: readonly Plant[];
  /** Leaves the plants that are still to be tried. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** What threads run. Default: beside this file, as it is built. */
  readonly workerUrl?: URL;
}

/** How long a case or a self-check may take, in milliseconds, before its thread is given up. */
const patienceMs = 20_000;

/** Tries every plant, several at a time, each on cases 0, 1, 2, … of the seed: what is found depends on nothing else. */
export async function tryPlants(options: TryOptions): Promise<TriedPlant[]> {
  const { plants = allPlants, threads } = options;
  const done = new Map<string, TriedPlant>();
  // The zone is the process's: where one thread changes it, another would see that. So one thread alone does.
  const [zoned, others] = [plants.filter(isInZone), plants.filter((plant) => !isInZone(plant))];
  const lanes = Array.from({ length: Math.max(1, threads) }, (_, lane) =>
    new Lane(options, lane === 0).work(lane === 0 ? [zoned, others] : [others], (tried) => {
      done.set(tried.name, tried);
      options.onProgress?.(done.size, plants.length);
    }),
  );
  await Promise.all(lanes);
  return plants.flatMap(({ name }) => done.get(name) ?? []);
}

function isInZone({ breaks }: Plant): boolean {
  return breaks === 'zone';
}

/** Runs the self-checks. A thread that is lost over them is a problem of all. */
export async function checkItself(workerUrl?: URL): Promise<readonly SelfChecked[]> {
  const thread = openThread(true, workerUrl);
  try {
    return await perform(thread, { type: 'self-checks' });
  } catch (error) {
    if (!(error instanceof ThreadDied)) throw error;
    return [{ name: 'self-checks', shows: 'The harness answers what is known.', problems: [error.message] }];
  } finally {
    await thread.close();
  }
}

/** One thread after another: one that a plant has ended is replaced. */
class Lane {
  readonly #options: TryOptions;
  readonly #sharesZone: boolean;
  #thread: CampaignThread | undefined;

  constructor(options: TryOptions, sharesZone: boolean) {
    this.#options = options;
    this.#sharesZone = sharesZone;
  }

  /** Takes plants out of the queues, the first queue first, until there are none. */
  async work(queues: Plant[][], tried: (plant: TriedPlant) => void): Promise<void> {
    for (;;) {
      const plant = queues.find((queue) => queue.length > 0)?.shift();
      if (plant === undefined || this.#options.signal?.aborted) break;
      tried(await this.#try(plant));
    }
    await this.#thread?.close();
  }

  async #try(plant: Plant): Promise<TriedPlant> {
    const { seed, casesMax = 8_000, plants = allPlants, workerUrl } = this.#options;
    const { patches: _, ...known } = plant;
    const elapsed = startStopwatch();
    this.#thread ??= openThread(this.#sharesZone, workerUrl);
    try {
      const task: SearchTask = { type: 'plant', plant, plants, seed, casesMax };
      const { cases, kind } = await perform(this.#thread, task);
      return { ...known, cases, ...(kind !== undefined && { caught: kind }), ms: elapsed() };
    } catch (error) {
      if (!(error instanceof ThreadDied)) throw error;
      this.#thread = undefined;
      return { ...known, cases: 0, problem: error.message, ms: elapsed() };
    }
  }
}

function perform<T extends PlantTask>(thread: CampaignThread, task: T): Promise<PlantResult<T>> {
  return thread.do(task);
}

function openThread(sharesZone: boolean, url = new URL('./worker.js', import.meta.url)): CampaignThread {
  return new CampaignThread(url, patienceMs, sharesZone ? SHARE_ENV : process.env);
}
