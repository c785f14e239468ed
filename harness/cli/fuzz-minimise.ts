import type { Case } from '../case/index.ts';
import type { WorkflowFailure } from '../workflow/index.ts';
import { inEach } from './in-each.ts';
import type { FoundInWorkflow } from './job.ts';
import { inThread, type JobHooks, OutOfMemory } from './thread.ts';

/** A finding, and the case without anything set of its workflow. */
export interface Found extends FoundInWorkflow {
  readonly frame: Case;
}

/** A failure made small; or as it was found, because memory ran out. */
export interface MinimisedFinding {
  readonly failure: WorkflowFailure;
  readonly outOfMemory?: string;
}

/** In the order of `found`, whichever thread was at it. */
export async function minimiseInThreads(
  found: readonly Found[],
  threads: number,
  hooks: JobHooks,
): Promise<MinimisedFinding[]> {
  const shares = await inEach(Math.min(threads, found.length), hooks, (thread, own) =>
    minimiseShare(
      found.filter((_, at) => at % threads === thread),
      own,
    ),
  );
  return found.flatMap((_, at) => shares[at % threads]?.[Math.floor(at / threads)] ?? []);
}

/** A thread whose memory runs out is replaced; what it was at is given as it was found. */
async function minimiseShare(found: readonly Found[], hooks: JobHooks): Promise<MinimisedFinding[]> {
  const done: MinimisedFinding[] = [];
  for (let rest = found; rest.length > 0; rest = found.slice(done.length)) {
    try {
      const findings = rest.map(({ frame: _, ...one }) => one);
      await inThread({ type: 'minimise-findings', findings }, { ...hooks, onQuestion: noting(done) });
    } catch (error) {
      const lost = found[done.length];
      if (!(error instanceof OutOfMemory) || lost === undefined) throw error;
      done.push(unminimised(lost));
    }
  }
  return done;
}

function noting(done: MinimisedFinding[]): NonNullable<JobHooks['onQuestion']> {
  return (question) => {
    if (question.type === 'minimised') done.push({ failure: question.failure });
    return Promise.resolve(null as never);
  };
}

/** The first case that showed it, and nothing that takes a guest to find out. */
function unminimised({ same: { finding, cases, occurrences }, frame }: Found): MinimisedFinding {
  const { kind, name, message, location } = finding;
  const note = `The memory of a thread ran out while “${name}” was made small: it is shown as it was found.`;
  const failure = {
    ...{ kind, name, message, occurrences },
    case: { ...frame, ...cases[0] },
    timeline: [message, note].join('\n'),
    ...(location && { location }),
  };
  return { failure, outOfMemory: note };
}
