import { type Engine, MisuseError, type Run, Sandbox } from '../../runtime/index.ts';
import type { Subject } from '../rounds.ts';
import { floorRun } from '../session-runs.ts';

/** A user's run, as `lockstep run --out` saved it. */
export interface RecordedRun {
  /** Its file, as one would type it. */
  readonly name: string;
  readonly run: Run;
}

export type Isolation = 'inline' | 'thread';

export function replayingSandbox(isolation: Isolation): Sandbox {
  return new Sandbox({ actions: [], isolation });
}

/** Whole replays of a run, which have to end as it was recorded; nothing is executed. */
export function replaySubject(sandbox: Sandbox, { name, run }: RecordedRun, isolation: Isolation = 'inline'): Subject {
  return {
    name: `replay ${isolation} of ${name}`,
    run: async () => {
      const { status, delivered } = await sandbox.replay(run);
      if (status !== run.status || delivered !== run.delivered) {
        throw new MisuseError(
          'RUN',
          `${name} does not replay: it ended ${status}, and was ${run.status}. See: lockstep replay ${name}`,
        );
      }
    },
  };
}

/** The least that a guest can do for as many answers: begin, parse each and await it. */
export function floorSubject(engine: Engine, calls: number): Subject {
  return { name: `floor ${calls}`, run: () => floorRun(engine, calls) };
}

/** What its log has recorded. */
export function entriesOf({ run }: RecordedRun): number {
  return run.callLog.filter((entry) => entry !== null).length;
}
