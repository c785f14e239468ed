import type { Location } from '../../runtime/index.ts';
import { type InFlight, isSmallerRun } from './in-flight.ts';
import type { Mismatch } from './mismatch.ts';
import type { PausePoint, Share } from './report.ts';

/** A run that was tried on the new script, and what came of it. */
export interface Tried {
  readonly run: InFlight;
  /** The calls that it waits at, by action and line; of a run that was cut off, none. */
  readonly waitsAt: readonly Pick<PausePoint, 'action' | 'location'>[];
  readonly mismatch?: Mismatch;
}

/** All runs that break in the same way. */
export interface BreakGroup {
  smallest: InFlight;
  mismatch: Mismatch;
  paused: number;
  running: number;
  readonly recorded: string[];
  readonly points: Counts;
}

/** Adds up what came of the runs. */
export class Tally {
  readonly paused = new Counted();
  readonly running = new Counted();
  readonly recorded = new Counted();
  readonly points: Counts = new Map();
  private readonly groups = new Map<string, BreakGroup>();

  add({ run, waitsAt, mismatch }: Tried): void {
    const isBroken = mismatch !== undefined;
    const share = 'recorded' in run.from ? this.recorded : this[run.stands];
    share.add(isBroken);
    for (const point of waitsAt) countPoint(this.points, point, isBroken);
    if (mismatch === undefined) return;
    const group = this.groupOf(run, mismatch);
    if ('recorded' in run.from) group.recorded.push(run.from.recorded);
    else group[run.stands] += 1;
    for (const point of waitsAt) countPoint(group.points, point, true);
  }

  /** Those that befall most runs come first. */
  get breaks(): BreakGroup[] {
    return [...this.groups.values()].sort((a, b) => weight(b) - weight(a));
  }

  private groupOf(run: InFlight, mismatch: Mismatch): BreakGroup {
    const { reason, old, new: now } = mismatch;
    const key = JSON.stringify([reason, old?.name, old?.location, now?.name, now?.location]);
    const known = this.groups.get(key);
    if (known === undefined) {
      const group: BreakGroup = { smallest: run, mismatch, paused: 0, running: 0, recorded: [], points: new Map() };
      this.groups.set(key, group);
      return group;
    }
    if (isSmallerRun(run, known.smallest)) Object.assign(known, { smallest: run, mismatch });
    return known;
  }
}

function weight({ paused, running, recorded }: BreakGroup): number {
  return recorded.length * 1e9 + paused * 1e4 + running;
}

export class Counted implements Share {
  runs = 0;
  broken = 0;

  add(isBroken: boolean): void {
    this.runs += 1;
    if (isBroken) this.broken += 1;
  }

  get share(): Share {
    return { runs: this.runs, broken: this.broken };
  }
}

export type Counts = Map<
  string,
  { readonly point: Pick<PausePoint, 'action' | 'location'>; readonly counted: Counted }
>;

export function pointKey(action: string, location: Location | undefined): string {
  return JSON.stringify([action, location]);
}

function countPoint(counts: Counts, point: Pick<PausePoint, 'action' | 'location'>, isBroken: boolean): void {
  const key = pointKey(point.action, point.location);
  const known = counts.get(key) ?? { point, counted: new Counted() };
  counts.set(key, known);
  known.counted.add(isBroken);
}
