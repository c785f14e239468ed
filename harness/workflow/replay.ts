import { Engine, MisuseError } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { Workflow } from './declaration.ts';
import { failureOf, type WorkflowFailure } from './failure.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { unrepeatable } from './repeatable.ts';
import { type Bench, openBench, playCase } from './trial.ts';

/**
 * Plays a kept case of a workflow again, with the script that the case holds, and judges it by the workflow's model and
 * invariants as they are now. Empty: it shows nothing any more. Where the script's file says something else by now, the
 * timelines end with what that makes of the case.
 *
 * Throws `MisuseError` `CASE_WORKFLOW` where the case calls actions that the workflow does not declare.
 */
export async function replayWorkflowCase(
  workflow: Workflow,
  testCase: Case,
  engine?: Engine,
): Promise<WorkflowFailure[]> {
  checkActions(workflow, testCase);
  const bench = await openBench(engine ?? (await Engine.load()), workflow);
  const failures = judged(bench, testCase);
  if (failures.length === 0 || testCase.script === bench.script) return failures;
  const note = changeNote(bench, judged(bench, { ...testCase, script: bench.script }));
  return failures.map((failure) => ({ ...failure, timeline: `${failure.timeline}\n${note}` }));
}

function judged(bench: Bench, testCase: Case): WorkflowFailure[] {
  const trial = playCase(bench, testCase);
  const blame = unrepeatable(bench, trial);
  const findings = blame === undefined ? [...findingsOf(bench, trial), ...divergencesOf(bench, trial)] : [blame];
  return findings.map((finding) => failureOf(bench, { trial, finding }, 1));
}

function changeNote({ scriptFile }: Bench, failures: readonly WorkflowFailure[]): string {
  const shows = failures.map(({ kind, name }) => `${kind}: ${name}`).join('; ');
  const now = shows === '' ? 'it passes this case' : `it shows ${shows}`;
  return `note: this case holds the script as it was. ${scriptFile} has changed since; as it is now, ${now}.`;
}

function checkActions({ name, actions }: Workflow, testCase: Case): void {
  const gone = testCase.actions.filter((action) => !Object.hasOwn(actions, action));
  if (gone.length === 0) return;
  throw new MisuseError(
    'CASE_WORKFLOW',
    `The case calls ${gone.join(', ')}, which workflow ${name} does not declare: it is of another workflow, or of an older version.`,
  );
}
