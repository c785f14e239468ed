import { answersFromJournal, type JournalRecord, type Run, runFromJournal } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import {
  type AttemptTrace,
  type Continuation,
  continuedRun,
  driveAttempt,
  type MemoryTurns,
  repeatedExecution,
  sourcesOfLog,
  throughText,
} from '../world/index.ts';
import { compareEndings, endingOf, memoriesAgain, sameText, thrownDivergence } from './comparison.ts';
import { type Control, lastAttempt, opening } from './control.ts';
import { judgeAttempt } from './hole-executed-record-never.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

const control: Control = {
  case: plainCase('return [await actions.a(1), await actions.b(2)];', {
    behaviours: [[{ type: 'respond', value: 1 }], [{ type: 'respond', value: 2 }]],
  }),
  breaches: [
    {
      what: 'a log whose end is forgotten',
      kind: 'crashed:record-executed',
      unsound: opening((given) => ({ ...given, callLog: given.callLog?.slice(0, -1) ?? [] })),
    },
    {
      what: 'a journal that has another outcome',
      kind: 'crashed:log:outcome',
      falsify: lastAttempt(({ journal = [] }) => ({
        journal: journal.map((record) =>
          record.type === 'entry' && record.entry.type === 'action'
            ? { ...record, entry: { ...record.entry, response: 'another' } }
            : record,
        ),
      })),
    },
  ],
};

/**
 * Cuts what an attempt wrote of its journal, and goes on from that. Where the attempt was the last of a run that came to its
 * end, the world does again what it did, and the end must be the same. In other attempts a pause may fall elsewhere the second
 * time (a question that was asked before the crash stops nothing any more), so there only this is judged: that the run
 * goes on, keeps what was recorded and does not execute it again.
 */
export const crashAnywhere: Oracle = {
  name: 'crash-anywhere',
  promise:
    'From every prefix of what was persisted a run reaches the same end, and nothing recorded is executed again.',
  check(context) {
    if (!isSampled(context, 'crashes')) return undefined;
    for (const cut of chosenCuts(context)) {
      const verdict = judgeCut(context, cut);
      if (verdict === undefined) continue;
      const during = `Crashed in attempt ${cut.attempt} when ${cut.records.length} records of its journal were written:`;
      return {
        ...verdict,
        kind: `crashed:${verdict.kind}`,
        message: `${during} ${verdict.message}`,
        attempt: cut.attempt,
      };
    }
    return undefined;
  },
  control,
};

/** What is left of the journal of an attempt. */
interface Cut {
  readonly attempt: number;
  readonly records: readonly JournalRecord[];
}

const cutsMax = 40;

/** Sampled: one, mostly of the last attempt. Thorough: every one, up to a bound, from the last attempt backwards. */
function chosenCuts({ trace: { attempts }, effort, draw }: OracleContext): Cut[] {
  const cuts = attempts.flatMap(({ journal = [] }, attempt) =>
    journal.map((_, index) => ({ attempt, records: journal.slice(0, index + 1) })),
  );
  if (effort === 'thorough') return cuts.slice(-cutsMax);
  const askedAgain = cuts.filter(({ attempt, records }) => endsInAnotherQuestion(records, attempts[attempt]));
  if (askedAgain.length > 0 && draw(2) === 0) return [askedAgain[draw(askedAgain.length)] as Cut];
  const ofLast = cuts.filter(({ attempt }) => attempt === attempts.length - 1);
  const among = draw(3) > 0 && ofLast.length > 0 ? ofLast : cuts;
  return among.length === 0 ? [] : [among[draw(among.length)] as Cut];
}

/** A call has asked again after it had been answered, which few do, and fewer just before they are cut off. */
function endsInAnotherQuestion(records: readonly JournalRecord[], attempt: AttemptTrace | undefined): boolean {
  const last = records.at(-1);
  return last?.type === 'interrupt' && attempt?.answers[last.position] !== undefined;
}

function judgeCut(context: OracleContext, cut: Cut): Verdict {
  const { attempts } = context.trace;
  const last = attempts.at(-1) as AttemptTrace;
  const from = continuationOf(throughText(cut.records), attempts[cut.attempt]);
  const isSame =
    cut.attempt === attempts.length - 1 && last.run !== undefined && isOver(last.run) && !endsASleepEarly(last, from);
  const stray = strayAnswer(cut, from);
  if (stray !== undefined) return stray;
  context.ran();
  const after = isSame ? again(context, last.run as Run, from, context.memory) : onwards(context, last.run, from);
  if (after.thrown !== undefined) return thrownDivergence('the unchanged script', after.thrown);
  if (after.run === undefined) return { kind: 'no-run', message: 'the run does not end.' };
  return (
    judgeAttempt(after, after.run.runId) ??
    journalExecuted(cut, after) ??
    recordLost(from, after.run) ??
    (isSame ? compareEnds(context, last, after, from) : undefined)
  );
}

function continuationOf(records: readonly JournalRecord[], cut: AttemptTrace | undefined): Continuation {
  const { callLog, pending } = runFromJournal(records);
  const resumedAt = cut?.resumedAt;
  const begun = resumedAt === undefined ? {} : { resumedAt };
  return { cause: 'crash', callLog, pending, answers: answersFromJournal(records), ...begun };
}

/** Of what sleeps when an attempt begins and is due, everything ends first. A sleep that began in it ended when its turn came. */
function endsASleepEarly(
  { pending: before = [] }: AttemptTrace,
  { pending = [], resumedAt = 0 }: Continuation,
): boolean {
  const isOld = (position: number) => before.some((call) => call.position === position);
  return pending.some(
    ({ position, state, until = 0 }) => state === 'sleeping' && until <= resumedAt && !isOld(position),
  );
}

function isOver(run: Run): boolean {
  return run.status === 'completed' || run.status === 'failed';
}

/** The world does what it did. */
function again(context: OracleContext, run: Run, from: Continuation, memory: MemoryTurns): AttemptTrace {
  return continuedRun(context.engine, context.base, run, from, memory).trace;
}

/** The world goes on as it comes: the first call in flight settles first, in the end as it did if the run has that call. */
function onwards(context: OracleContext, run: Run | undefined, from: Continuation): AttemptTrace {
  const reference = run?.callLog ?? [];
  return driveAttempt(context.engine, context.base, {
    ...from,
    sources: sourcesOfLog(reference, from.callLog),
    digests: 'never',
    memory: 'never',
    choose: ([first]) => first ?? 'nobody',
    execute: (call) => repeatedExecution(call, reference),
  }).trace;
}

/** Seen from the journal itself: what the run was put together to may have lost the record. */
function journalExecuted({ records }: Cut, { executions }: AttemptTrace): Verdict {
  const written = records.flatMap((record) => (record.type === 'entry' ? [record.position] : []));
  const again = executions.find(({ position }) => written.includes(position));
  if (again === undefined) return undefined;
  const message = `${again.name} at position ${again.position} was executed, though the journal had its outcome.`;
  return { kind: 'record-executed', message, position: again.position };
}

/** What a call asked after it had been answered is another question. */
function strayAnswer({ records }: Cut, { answers }: Continuation): Verdict {
  const asked = records.flatMap((record) => (record.type === 'interrupt' ? [record.position] : []));
  const position = asked.find((one) => answers[one] !== undefined);
  if (position === undefined) return undefined;
  const message = `the call at position ${position} has asked another question, and is given the answer to the one before.`;
  return { kind: 'stray-answer', message, position };
}

function recordLost(from: Continuation, { callLog }: Run): Verdict {
  const position = from.callLog.findIndex((entry, at) => entry !== null && !sameText(entry, callLog[at]));
  if (position === -1) return undefined;
  return { kind: 'record-lost', message: `what was recorded at position ${position} is not so any more.`, position };
}

function compareEnds(context: OracleContext, last: AttemptTrace, after: AttemptTrace, from: Continuation): Verdict {
  const run = last.run as Run;
  return compareEndings(
    'it was',
    'it is now',
    endingOf(last, run, memoriesAgain(context, context.trace.attempts.length - 1)),
    endingOf(after, after.run as Run, (turn) => again(context, run, from, [turn]).memories),
  );
}
