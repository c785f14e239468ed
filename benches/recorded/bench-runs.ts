import { Engine } from '../../runtime/index.ts';
import { type Effort, type Measured, measure, roundsOf } from '../rounds.ts';
import { type BenchRow, benchRow, sizeRow } from '../row.ts';
import { entriesOf, floorSubject, type RecordedRun, replayingSandbox, replaySubject } from './recorded-run.ts';

const thorough: Effort = { rounds: 15, turnMs: 20 };
const hasty: Effort = { rounds: 2, turnMs: 1 };

/** What it costs to replay a user's runs, each beside a run of our own with as many answers. In this thread. */
export async function benchRuns(runs: readonly RecordedRun[], quick = false): Promise<BenchRow[]> {
  const engine = await Engine.load();
  await using inline = replayingSandbox('inline');
  await using threaded = replayingSandbox('thread');
  const floors = [...new Set(runs.map(entriesOf))].map((calls) => floorSubject(engine, calls));
  const measured = await measure(
    [
      ...runs.map((run) => replaySubject(inline, run)),
      ...runs.map((run) => replaySubject(threaded, run, 'thread')),
      ...floors,
    ],
    quick ? hasty : thorough,
  );
  return runs.flatMap((run) => [wholeRow(measured, run), threadRow(measured, run), ...sizeRows(run)]);
}

function wholeRow(measured: Measured, recorded: RecordedRun): BenchRow {
  const entries = entriesOf(recorded);
  const row = benchRow(
    `${recorded.name}, replay of ${entries} entries`,
    'the run is checked, replayed from its log and compared with it; nothing is executed',
    roundsOf(measured, `replay inline of ${recorded.name}`),
    [{ to: 'as many answers in a guest', rounds: roundsOf(measured, `floor ${entries}`) }],
  );
  return entries === 0 ? row : { ...row, point: { curve: 'replay of a run', entries } };
}

function threadRow(measured: Measured, { name }: RecordedRun): BenchRow {
  return benchRow(
    `${name}, replay in a thread`,
    'the same in a thread of its own, as a sandbox does it by default',
    roundsOf(measured, `replay thread of ${name}`),
    [{ to: 'inline', rounds: roundsOf(measured, `replay inline of ${name}`) }],
  );
}

function sizeRows({ name, run }: RecordedRun): BenchRow[] {
  const whole = Buffer.byteLength(JSON.stringify(run));
  const part = (what: string, value: unknown, sentence: string): BenchRow =>
    sizeRow(`${name}, ${what}`, sentence, Buffer.byteLength(JSON.stringify(value)), [
      { to: 'the saved run', bytes: whole },
    ]);
  return [
    part('log', run.callLog, 'the call log as JSON'),
    ...(run.snapshot === undefined ? [] : [part('snapshot', run.snapshot, 'the snapshot as it is saved')]),
  ];
}
