import type {
  Examined,
  ExamineGenerated,
  ExamineGiven,
  MinimisedCase,
  MinimiseTask,
  ReplayProblem,
  Task,
  TrimmedCase,
  TrimTask,
} from './task.ts';
import { CampaignThread, type Death, ThreadDied } from './thread.ts';

export interface CrewOptions {
  readonly threads: number;
  /** Milliseconds after which one execution of a script that is still running is given up, with its thread: see `Watchdog`. Default 20 000. */
  readonly caseMs?: number;
  /** Where the thread's code is. Default: beside this file, as it is built. */
  readonly workerUrl?: URL;
}

/** A case that ended its thread, whether it crashed it or never came back. */
export interface LethalCase {
  readonly index: number;
  readonly kind: Death['kind'];
  readonly message: string;
}

/** What came of examining cases: results of the parts, and the cases that no result speaks of. */
export interface Survey {
  readonly examined: readonly Examined[];
  readonly lethal: readonly LethalCase[];
}

/** The harness cannot do its work: threads do not start, or die without any case to blame. */
export class CrewBroken extends Error {}

/**
 * Threads that do a campaign's tasks. A thread that dies is replaced, and what it was about is done again without the
 * case that killed it, so that nothing is ever lost silently.
 */
export class Crew {
  readonly threads: number;
  readonly #options: CrewOptions;
  readonly #idle: CampaignThread[] = [];
  /** Idle or not: closing the crew ends them all. */
  readonly #all = new Set<CampaignThread>();
  #isClosed = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.threads = options.threads;
  }

  /**
   * Examines cases in one thread. After `lethalMax` of them that end their thread it gives up, and says nothing of those
   * that are left. Throws `CrewBroken`.
   */
  async examine(task: ExamineGenerated | ExamineGiven, lethalMax = 8): Promise<Survey> {
    const examined: Examined[] = [];
    const lethal: LethalCase[] = [];
    const rest = [task];
    for (let next = rest.shift(); next !== undefined && lethal.length < lethalMax; next = rest.shift()) {
      const outcome = await this.#try(next);
      if ('death' in outcome) {
        const { index, kind, message } = outcome.death;
        if (this.#isClosed || index === undefined || kind === 'broken') throw new CrewBroken(message);
        lethal.push({ index, kind, message });
        rest.unshift(...without(next, index));
      } else examined.push(outcome.result as Examined);
    }
    return { examined, lethal };
  }

  /** Minimises a failing case. `undefined` where the failure does not show again, or minimising killed the thread. */
  async minimise(task: MinimiseTask): Promise<MinimisedCase | undefined> {
    const outcome = await this.#try(task);
    return 'death' in outcome ? undefined : (outcome.result as MinimisedCase | undefined);
  }

  /** Takes out of a case what makes no difference. `undefined` where that killed the thread. */
  async trim(task: TrimTask): Promise<TrimmedCase | undefined> {
    const outcome = await this.#try(task);
    return 'death' in outcome ? undefined : (outcome.result as TrimmedCase);
  }

  /** Replays runs (JSON text) in one thread. One that ends the thread is a problem like any other. Throws `CrewBroken`. */
  async replay(runs: readonly (string | null)[]): Promise<readonly ReplayProblem[]> {
    const outcome = await this.#try({ type: 'replay-runs', runs });
    if (!('death' in outcome)) return outcome.result as readonly ReplayProblem[];
    const { index, kind, message } = outcome.death;
    if (this.#isClosed || index === undefined || kind === 'broken') throw new CrewBroken(message);
    const problem = { index, message, ...(kind === 'memory' && { isOutOfMemory: true as const }) };
    return [problem, ...(await this.replay(runs.with(index, null)))];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.length = 0;
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }

  async #try(task: Task): Promise<{ result: unknown } | { death: Death }> {
    const thread = this.#idle.pop() ?? this.#start();
    try {
      const result = await thread.perform(task);
      this.#idle.push(thread);
      return { result };
    } catch (error) {
      if (!(error instanceof ThreadDied)) throw error;
      this.#all.delete(thread);
      return { death: error.death };
    }
  }

  #start(): CampaignThread {
    const { workerUrl = new URL('./worker.js', import.meta.url), caseMs = 20_000 } = this.#options;
    const thread = new CampaignThread(workerUrl, caseMs);
    this.#all.add(thread);
    return thread;
  }
}

/** The task's cases before and after the one of that index. */
function without(task: ExamineGenerated | ExamineGiven, index: number): (ExamineGenerated | ExamineGiven)[] {
  if (task.type === 'examine-given') {
    // Indices say where a case stands in its list: the dead one is replaced by a harmless one instead of taken out.
    const cases = task.cases.map((given, at) => (at === index ? { ...given, script: '', faults: [] } : given));
    return [{ ...task, cases }];
  }
  const at = task.indices.indexOf(index);
  const parts = [task.indices.slice(0, at), task.indices.slice(at + 1)];
  return parts.filter((indices) => indices.length > 0).map((indices) => ({ ...task, indices }));
}
