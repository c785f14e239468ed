import type { PendingCall, Run } from '../../../runtime/index.ts';
import type { AttemptTrace, TurnTrace, TwinTrace } from '../../world/index.ts';
import { inAttempt, inRun, inStep, isFailure, logOf, type RareState } from './rare-state.ts';

/** Questions, answers, and who goes on with a run. */
export const pauses: readonly RareState[] = [
  inAttempt('a run that was resumed', ({ cause }) => cause === 'resume'),
  {
    name: 'a resume of a resume of a resume',
    reached: ({ attempts }) => attempts.filter(({ cause }) => cause === 'resume').length >= 3,
  },
  inRun('two questions open at once', (run) => questions(run).length >= 2),
  inRun('two questions asked in one turn', (run, { turns }) => turns.some((turn) => askedIn(turn, run) >= 2)),
  inRun('a hole behind a recorded sibling', ({ callLog }) => hasHoleBefore(callLog)),
  inRun('a pause while other branches went on', (_, attempt) => wentOnAfterQuestion(attempt)),
  inAttempt('a question asked again', ({ executions }) =>
    executions.some(({ execution, behaviour }) => execution > 0 && behaviour.type === 'interrupt'),
  ),
  inAttempt('one of several questions answered', ({ answers, pending = [] }) => {
    const open = pending.filter(({ state }) => state === 'interrupted').length;
    return open > Object.keys(answers).length && Object.keys(answers).length > 0;
  }),
  inAttempt('several questions answered at once', ({ answers }) => Object.keys(answers).length >= 2),
  inStep('the later of two questions answered first', (_, { answers, pending = [] }) => {
    const [first] = pending.filter(({ state }) => state === 'interrupted');
    const answered = Object.keys(answers).map(Number);
    return first !== undefined && answered.length > 0 && answered.every((position) => position > first.position);
  }),
  inAttempt('a rejection', ({ answers }) => Object.values(answers).some((answer) => 'reject' in answer)),
  inAttempt('a rejection that the script goes on from', (attempt) =>
    attempt.turns.some(
      ({ cause, positions }) =>
        cause.type === 'delivery' &&
        isRejected(attempt, cause.position) &&
        isFailure(logOf(attempt)[cause.position]) &&
        positions.to > positions.from,
    ),
  ),
  inRun('an answer that is never used', ({ warnings }) => warnings.some(({ code }) => code === 'answer-unused')),
  inRun('a pause that nobody ends', (run) => run.status === 'interrupted'),
  {
    name: 'one pause that two callers go on with',
    reached: ({ twins = [] }) => twins.length > 0,
  },
  {
    name: 'an answer and a rejection of the same question',
    reached: ({ twins = [], attempts }) => twins.some((twin) => disagree(twin, attempts[twin.of + 1])),
  },
  {
    name: 'two callers to whom the same pause ends differently',
    reached: ({ twins = [], attempts }) => twins.some((twin) => endOf(twin) !== endOf(attempts[twin.of + 1])),
  },
];

function questions({ pending }: Run): readonly PendingCall[] {
  return pending.filter(({ state }) => state === 'interrupted');
}

function askedIn({ positions }: TurnTrace, run: Run): number {
  return questions(run).filter(({ position }) => position >= positions.from && position < positions.to).length;
}

function hasHoleBefore(log: Run['callLog']): boolean {
  const hole = log.indexOf(null);
  return hole >= 0 && log.slice(hole).some((entry) => entry !== null);
}

/** Its outcomes were delivered after somebody had been asked. */
function wentOnAfterQuestion({ executions, settled, delivered }: AttemptTrace): boolean {
  const asked = executions.find(({ behaviour }) => behaviour.type === 'interrupt')?.position;
  const after = asked === undefined ? [] : settled.slice(settled.indexOf(asked) + 1);
  return asked !== undefined && settled.includes(asked) && after.some((position) => delivered.includes(position));
}

function isRejected({ answers }: AttemptTrace, position: number): boolean {
  const answer = answers[position];
  return answer !== undefined && 'reject' in answer;
}

function disagree(twin: TwinTrace, other: AttemptTrace | undefined): boolean {
  return Object.keys(twin.answers)
    .map(Number)
    .some(
      (position) =>
        other?.answers[position] !== undefined && isRejected(twin, position) !== isRejected(other, position),
    );
}

function endOf(attempt: AttemptTrace | undefined): string {
  const run = attempt?.run;
  if (run === undefined) return 'none';
  return JSON.stringify([run.status, run.status === 'completed' ? run.value : null, run.callLog]);
}
