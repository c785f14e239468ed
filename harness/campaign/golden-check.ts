import type { FaultyFile, GoldenLogs, KeptRun } from '../golden/index.ts';
import type { Crew } from './crew.ts';

export interface GoldenResult {
  /** How many runs there are of each release, those that are refused included. */
  readonly releases: Readonly<Record<string, number>>;
  /** Runs of earlier releases that this one does not replay to the same run, or refuses, in the order of their paths. */
  readonly failed: readonly FaultyFile[];
  /** Files of runs whose replay was ended because it took too much memory: neither pass nor failure. */
  readonly outOfMemory: readonly string[];
  readonly unreadable: GoldenLogs['unreadable'];
}

/** Runs per task. */
const chunkRuns = 16;

/** Replays every run that a release has left behind, or as many as there is time for before `signal` fires. */
export async function checkGoldenLogs(crew: Crew, logs: GoldenLogs, signal?: AbortSignal): Promise<GoldenResult> {
  const failed: FaultyFile[] = [...logs.refused];
  const outOfMemory: string[] = [];
  const chunks = chunked(logs.runs);
  const work = async (): Promise<void> => {
    for (let chunk = chunks.shift(); chunk !== undefined && !signal?.aborted; chunk = chunks.shift()) {
      const problems = await crew.replay(chunk.map(({ run }) => JSON.stringify(run)));
      for (const { index, message, isOutOfMemory } of problems) {
        const { file = '' } = chunk[index] ?? {};
        if (isOutOfMemory) outOfMemory.push(file);
        else failed.push({ file, reason: message });
      }
    }
  };
  await Promise.all(Array.from({ length: crew.threads }, work));
  failed.sort((a, b) => (a.file < b.file ? -1 : 1));
  outOfMemory.sort();
  return { releases: countByRelease(logs), failed, outOfMemory, unreadable: logs.unreadable };
}

function chunked(runs: readonly KeptRun[]): KeptRun[][] {
  const count = Math.ceil(runs.length / chunkRuns);
  return Array.from({ length: count }, (_, i) => runs.slice(i * chunkRuns, (i + 1) * chunkRuns));
}

function countByRelease({ runs, refused }: GoldenLogs): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { release } of [...runs, ...refused]) counts[release] = (counts[release] ?? 0) + 1;
  return counts;
}
