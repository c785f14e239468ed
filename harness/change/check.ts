import { type EngineLike, LinkError, type PendingCall } from '../../runtime/index.ts';
import { type InFlight, keyOf } from './in-flight.ts';
import type { Mismatch } from './mismatch.ts';
import type { ChangeBreak, ChangeFindings, PausePoint, Share } from './report.ts';
import { locationsIn } from './resumption.ts';
import { safeSentences } from './safe.ts';
import { Compiled, type Side } from './side.ts';
import { shownRun } from './smallest.ts';
import { type BreakGroup, Counted, type Counts, pointKey, Tally, type Tried } from './tally.ts';
import { tryRun } from './try-run.ts';

export interface CheckOptions {
  readonly engine: EngineLike;
  readonly old: Side;
  readonly new: Side;
  /** Runs in flight that the old script made, or that were recorded. */
  readonly runs: Iterable<InFlight>;
  /** Recorded runs that are over. */
  readonly finished?: readonly InFlight[];
  /** Whether runs count that nothing makes wait any more, and that a deployment cuts off all the same. */
  readonly anyTurn?: boolean;
  /** Called after every run: how many were tried, how many break. */
  readonly onProgress?: (tried: number, broken: number) => void;
}

/** Tries runs that are in flight on a new script, executing nothing, and says which cannot go on and why. */
export function checkChange(options: CheckOptions): ChangeFindings {
  return new Check(options).run();
}

class Check {
  private readonly tally = new Tally();
  private readonly next: Compiled;
  private readonly strict: Compiled;
  private readonly ignored = new Set<string>();
  private readonly notes: string[] = [];
  private readonly owners = new Map<string, Compiled>();
  private readonly seen = new Set<string>();

  constructor(private readonly options: CheckOptions) {
    this.next = new Compiled(options.new);
    this.strict = new Compiled({ ...options.new, ignoreInputs: [] });
  }

  run(): ChangeFindings {
    for (const run of this.options.runs) if (this.isNew(run)) this.tryOne(run);
    const { paused, running, recorded, points, breaks } = this.tally;
    const finished = this.tryFinished();
    const findings = {
      breaks: breaks.map((group) => this.told(group)),
      pausePoints: sharesOf(points),
      paused: paused.share,
      running: running.share,
      recorded: recorded.share,
      finished,
      notes: this.notes,
    };
    return { ...findings, safe: safeSentences(this.options, findings, [...this.ignored].sort()) };
  }

  /** Situations that were made up count once, whatever led there. Each recorded run is somebody's. */
  private isNew(run: InFlight): boolean {
    if ('recorded' in run.from) return true;
    const key = keyOf(run);
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  private tryOne(run: InFlight): void {
    if ('recorded' in run.from && !this.followsItself(run, run.from.recorded)) return;
    const found = tryRun(this.options.engine, this.next, run);
    if (found === undefined) this.noteIgnored(run);
    this.tally.add(this.located(run, found));
    const { paused, running, recorded } = this.tally;
    const all = [paused, running, recorded];
    this.options.onProgress?.(sum(all, 'runs'), sum(all, 'broken'));
  }

  private followsItself(run: InFlight, file: string): boolean {
    const own = this.ownerOf(run);
    const known = { ...own.side, actions: run.header.actions };
    const mismatch = tryRun(this.options.engine, new Compiled(known), run);
    if (mismatch !== undefined)
      this.notes.push(`${file} was left out: it does not follow its own script. ${firstLine(mismatch.message)}`);
    return mismatch === undefined;
  }

  private noteIgnored(run: InFlight): void {
    if (this.options.new.ignoreInputs.length === 0) return;
    const strict = tryRun(this.options.engine, this.strict, run);
    if (strict?.old?.kind === 'action') this.ignored.add(strict.old.name);
  }

  /** With lines: places are looked for only where somebody will read them. */
  private located(run: InFlight, found: Mismatch | undefined): Tried {
    const open = run.stands === 'paused' ? run.pending.filter(isPause) : [];
    const positions = [
      ...open.map(({ position }) => position),
      ...(found?.position === undefined ? [] : [found.position]),
    ];
    const places = positions.length === 0 ? new Map() : this.placesIn(run, positions);
    const at = (position: number | undefined) => {
      const location = position === undefined ? undefined : places.get(position);
      return location === undefined ? {} : { location };
    };
    const waitsAt = open.map(({ name, position }) => ({ action: name, ...at(position) }));
    const distinct = [...new Map(waitsAt.map((point) => [JSON.stringify(point), point])).values()];
    if (found === undefined) return { run, waitsAt: distinct };
    const mismatch = found.old === undefined ? found : { ...found, old: { ...found.old, ...at(found.position) } };
    return { run, waitsAt: distinct, mismatch };
  }

  private placesIn(run: InFlight, positions: readonly number[]): ReturnType<typeof locationsIn> {
    const own = this.ownerOf(run);
    const script = own.for(run.header.actions);
    if (script instanceof LinkError) return new Map();
    return locationsIn(this.options.engine, script, own.side, run, positions);
  }

  /** The script that a run was made with. A recorded one may be older than the old script. */
  private ownerOf({ source, file }: InFlight): Compiled {
    const known = this.owners.get(source);
    if (known !== undefined) return known;
    const { label, ignoreInputs, file: oldFile } = this.options.old;
    const own = new Compiled({ label, source, file: file ?? oldFile, ignoreInputs });
    this.owners.set(source, own);
    return own;
  }

  private tryFinished(): Share {
    const counted = new Counted();
    for (const run of this.options.finished ?? [])
      counted.add(tryRun(this.options.engine, this.next, run) !== undefined);
    return counted.share;
  }

  private told(group: BreakGroup): ChangeBreak {
    const { mismatch, smallest, points, recorded } = group;
    const { paused, running } = this.tally;
    return {
      ...mismatch,
      decides: this.decides(group),
      paused: { runs: paused.runs, broken: group.paused },
      running: { runs: running.runs, broken: group.running },
      recorded,
      pausePoints: sharesOf(points, this.tally.points),
      smallest: shownRun(this.options.engine, this.ownerOf(smallest), smallest),
    };
  }

  /**
   * A run that waits at a pause outlives every deployment. One that is cut off would have ended by itself or come to its next
   * pause, and is tried there: it decides only where nothing ever waits, so that there is nothing else to go by.
   */
  private decides({ paused, recorded }: BreakGroup): boolean {
    return this.options.anyTurn === true || paused > 0 || recorded.length > 0 || this.tally.points.size === 0;
  }
}

function isPause({ state }: PendingCall): boolean {
  return state === 'interrupted' || state === 'sleeping';
}

function sharesOf(counts: Counts, all: Counts = counts): PausePoint[] {
  return [...counts.values()].map(({ point, counted }) => ({
    ...point,
    runs: all.get(pointKey(point.action, point.location))?.counted.runs ?? counted.runs,
    broken: counted.broken,
  }));
}

function sum(shares: readonly Share[], field: keyof Share): number {
  return shares.reduce((total, share) => total + share[field], 0);
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
