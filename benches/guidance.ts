import { fuzzWorkflow, type Workflow } from '../harness/index.ts';
import type { Engine } from '../runtime/index.ts';

/**
 * Does guidance reach more of a script than blind generation does with as many cases? A workflow is fuzzed with several seeds,
 * both ways, and it is noted which of its places (functions, branches, loops, `catch` blocks) were reached, and after how many
 * cases the last of them. It is no question of time: the figures are the same on every machine.
 */
export interface GuidanceOptions {
  readonly engine: Engine;
  readonly seeds: number;
  /** For each seed, each way. */
  readonly cases: number;
}

/** One campaign. */
interface Campaign {
  /** Numbers of the places that were reached. */
  readonly places: ReadonlySet<number>;
  /** How many cases had been played when the last of them was. */
  readonly cases: number;
}

/** Campaigns of one kind, in medians over the seeds. */
export interface Reach {
  readonly places: number;
  readonly fewest: number;
  /** Of the seeds, those that reached everything that any campaign did, of either kind. */
  readonly all: number;
  /** Cases that it took to reach everything. `undefined`: in half of the campaigns they did not suffice. */
  readonly cases: number | undefined;
}

export interface GuidanceReport {
  readonly workflow: string;
  /** Places of the script, and how many of them any campaign reached. */
  readonly places: number;
  readonly reachable: number;
  readonly guided: Reach;
  readonly blind: Reach;
}

export async function guidanceOf(workflow: Workflow, options: GuidanceOptions): Promise<GuidanceReport> {
  const guided = await campaigns(workflow, options, true);
  const blind = await campaigns(workflow, options, false);
  const reachable = new Set([...guided, ...blind].flatMap((campaign) => [...campaign.places])).size;
  const { hits = [] } = await fuzzWorkflow(workflow, { engine: options.engine, cases: 1 });
  return {
    workflow: workflow.name,
    places: hits.length,
    reachable,
    guided: reachOf(guided, reachable),
    blind: reachOf(blind, reachable),
  };
}

async function campaigns(workflow: Workflow, options: GuidanceOptions, guided: boolean): Promise<Campaign[]> {
  const all: Campaign[] = [];
  for (let seed = 1; seed <= options.seeds; seed++) all.push(await campaign(workflow, options, { seed, guided }));
  return all;
}

async function campaign(
  workflow: Workflow,
  { engine, cases }: GuidanceOptions,
  which: { readonly seed: number; readonly guided: boolean },
): Promise<Campaign> {
  let latest = { reached: 0, cases: 0 };
  const { verdict, hits = [] } = await fuzzWorkflow(workflow, {
    ...{ engine, cases, ...which },
    onProgress: (progress) => {
      if (progress.reached > latest.reached) latest = progress;
    },
  });
  if (verdict !== 'PASS') throw new Error(`${workflow.name} has to pass for its campaigns to be compared: ${verdict}`);
  return { places: new Set(hits.flatMap((count, place) => (count > 0 ? [place] : []))), cases: latest.cases };
}

function reachOf(all: readonly Campaign[], reachable: number): Reach {
  const sizes = all.map(({ places }) => places.size);
  const full = all.map(({ places, cases }) => (places.size === reachable ? cases : Infinity));
  const cases = median(full);
  return {
    places: median(sizes),
    fewest: Math.min(...sizes),
    all: full.filter(Number.isFinite).length,
    cases: Number.isFinite(cases) ? cases : undefined,
  };
}

/** Of an even number the lower one: a half is no place. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
