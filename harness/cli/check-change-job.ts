import { dirname, join, resolve } from 'node:path';
import { Engine } from '../../runtime/index.ts';
import { type ChangeFindings, checkChange, inFlightOf, isOver, madeUpRuns, type Side } from '../change/index.ts';
import { counted } from '../report/number-text.ts';
import { type LoadedConfig, loadConfig, type Workflow } from '../workflow/index.ts';
import {
  actionsOf,
  checkLinks,
  type NamedSide,
  namedSide,
  typed,
  undeclared,
  workflowInConfig,
} from './check-change-side.ts';
import { isThere } from './files.ts';
import type { CheckChangeJob, JobContext } from './job.ts';
import { type RecordedRun, readRecordedRuns } from './recorded-runs.ts';

/** Tries runs of the old script, made up and recorded, on the new one. */
export async function performCheckChange(job: CheckChangeJob, { progress }: JobContext): Promise<ChangeFindings> {
  const engine = await Engine.load();
  const config = await loadConfig('.');
  const [first, second] = [await namedSide(job.old), await namedSide(job.new)];
  const { workflow, notes } = await workflowFor(first, second, config);
  const [old, next] = [withActions(first), withActions(second)];
  for (const side of [old, next]) checkLinks(side, Object.keys(workflow.actions));
  const recorded = await ownRuns(first, await allRuns(job, config));
  const [over, open] = split(recorded.runs, ({ run }) => isOver(engine, run, old));
  const findings = checkChange({
    engine,
    old,
    new: next,
    runs: chained(
      open.map(({ run, file }) => inFlightOf(run, file)),
      madeUpRuns(engine, workflow, old, job),
    ),
    finished: over.map(({ run, file }) => inFlightOf(run, file)),
    anyTurn: job.anyTurn,
    onProgress: (cases, failures) => progress({ doing: 'trying runs in flight', cases, failures }),
  });
  return { ...findings, notes: [...notes, ...recorded.notes, ...findings.notes] };
}

/** What the runs are made up by: the declaration that was named first, else the config's, else the script alone. */
async function workflowFor(
  first: NamedSide,
  second: NamedSide,
  config: LoadedConfig | undefined,
): Promise<{ workflow: Workflow; notes: string[] }> {
  const known = first.workflow ?? (await workflowInConfig(first.script, config));
  if (known !== undefined) return { workflow: known, notes: [] };
  const other = second.workflow ?? (await workflowInConfig(second.script, config));
  if (other !== undefined) {
    const note = `Runs of ${first.side.label} were made up by the declaration of the new script, ${typed(other.file)}.`;
    return { workflow: other, notes: [note] };
  }
  const blind = `Nothing declares the actions of ${first.side.label}: their answers were made up blindly, and none of them asks a person. Name a declaration (*.fuzz.ts), or --logs with real runs.`;
  return { workflow: undeclared(first.side, first.script), notes: [blind] };
}

/** What a declaration says of the actions goes with the script that it was named for. */
function withActions({ side, workflow }: NamedSide): Side {
  return workflow === undefined ? side : { ...side, ...actionsOf(workflow) };
}

async function allRuns({ logs }: CheckChangeJob, config: LoadedConfig | undefined): Promise<RecordedRun[]> {
  const usual = config?.logs ?? join(config === undefined ? '.' : dirname(config.file), 'corpora/logs');
  if (logs === undefined) return isThere(usual) ? await readRecordedRuns(typed(usual)) : [];
  const runs: RecordedRun[] = [];
  for (const path of logs) runs.push(...(await readRecordedRuns(path)));
  return runs;
}

/** Those of the old script: made with its text, or with its file as it was before. */
async function ownRuns({ side, script, workflow }: NamedSide, all: readonly RecordedRun[]) {
  const isOwn = ({ run, origin }: RecordedRun): boolean => {
    if (run.source === side.source || run.file === side.file) return true;
    if (origin === undefined) return false;
    return 'script' in origin ? resolve(origin.script) === script : resolve(origin.workflow) === workflow?.file;
  };
  const [runs, others] = split(all, isOwn);
  const notes = others.length === 0 ? [] : [`${counted(others.length, 'recorded run')} of other scripts left out.`];
  return { runs, notes };
}

function split<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  const yes = all.filter(belongs);
  return [yes, all.filter((one) => !yes.includes(one))];
}

function* chained<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}
