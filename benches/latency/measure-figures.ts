import type { LatencyBudgets } from '../../harness/index.ts';
import { Engine } from '../../runtime/index.ts';
import { Stock } from '../stock.ts';
import { attempt, type Held } from './attempt.ts';
import type { Figure, FigureSetting } from './figure.ts';
import { replayFigures } from './replay-figures.ts';
import { resumeFigures } from './resume-figures.ts';
import type { Estimate } from './standing.ts';

/** What of the product itself can be held against a budget. */
export const productFigures: readonly Figure[] = [...replayFigures, ...resumeFigures];

/** A figure with its budget, and what an attempt found of it. Plain data. */
export interface FigureEstimate extends Estimate {
  readonly name: string;
  readonly what: string;
  readonly atMost: number;
}

export interface LatencyOptions {
  /** What is to be measured, and held against what. Each name is that of one of the figures. */
  readonly budgets: LatencyBudgets;
  readonly figures?: readonly Figure[];
  /** Milliseconds of wall time, preparations included. */
  readonly budgetMs: number;
  readonly signal?: AbortSignal;
}

/** Milliseconds of CPU time of a turn: as many turns as possible in a few seconds, each long against the clock's microsecond. */
const turnMs = 6;

/** After so many the code of a subject is compiled as well as it will be. */
const warmUpMs = 40;

/** So much of an attempt's time is for figures that collect no garbage. */
const othersShare = 0.65;

/** One attempt at every figure that has a budget, in this thread. Gives them in the order of the figures. */
export async function measureFigures(options: LatencyOptions): Promise<FigureEstimate[]> {
  const { budgets, figures = productFigures, budgetMs, signal } = options;
  const from = performance.now();
  const wanted = figures.filter(({ name }) => Object.hasOwn(budgets, name));
  const stock = wanted.some(({ needsStock }) => needsStock) ? await Stock.load() : undefined;
  const setting = { engine: await Engine.load(), stock };
  const [apart, others] = [wanted.filter(collects), wanted.filter((figure) => !collects(figure))];
  const found = new Map<string, Estimate>();
  const parts = [
    { some: others, until: from + budgetMs * (apart.length > 0 ? othersShare : 1) },
    { some: apart, until: from + budgetMs },
  ];
  for (const { some, until } of parts) {
    const isOver = (): boolean => signal?.aborted === true || performance.now() > until;
    const seen = await attemptAt(some, { budgets, setting, isOver });
    for (const [name, estimate] of seen) found.set(name, estimate);
  }
  return wanted.flatMap(({ name, what }) => {
    const seen = found.get(name);
    return seen === undefined ? [] : [{ name, what, atMost: budgetOf(name, budgets), ...seen }];
  });
}

interface Conditions {
  readonly budgets: LatencyBudgets;
  readonly setting: FigureSetting;
  readonly isOver: () => boolean;
}

async function attemptAt(
  figures: readonly Figure[],
  { budgets, setting, isOver }: Conditions,
): Promise<ReadonlyMap<string, Estimate>> {
  const held: Held[] = figures.map((figure) => ({
    name: figure.name,
    figure: figure.prepare(setting),
    atMost: budgetOf(figure.name, budgets),
  }));
  const found = await attempt(held, { turnMs, warmUpMs, isOver });
  for (const { figure } of held) figure.close?.();
  return found;
}

function collects({ collectsGarbage }: Figure): boolean {
  return collectsGarbage === true;
}

function budgetOf(name: string, budgets: LatencyBudgets): number {
  return budgets[name] ?? Number.NaN;
}
