export { type ActedCall, type Actor, caseActor } from './actor.ts';
export { onAnotherHost } from './another-host.ts';
export type { AttemptBase, AttemptEnd, AttemptPlan, DigestTurns, Driven } from './attempt-plan.ts';
export { callsOf } from './calls.ts';
export { driveAttempt } from './drive.ts';
export { type Followed, type FollowOptions, follow } from './follow.ts';
export { caseOfFuture, type Fork, type Future, forkAt, runFuture } from './fork.ts';
export { everyInterleaving, type InterleavingsOptions } from './interleavings.ts';
export { throughText } from './journal-left.ts';
export { copyMemory, Memories, type MemoryCopy, type MemoryTurns, reusingMemory } from './memory.ts';
export { swapOut } from './moves.ts';
export { type Continuation, continuedRun, punch, punchedRun, repeatedExecution } from './punch.ts';
export { attemptBase, runWorld, type WatchedTurn, type WorldOptions, worldRunId, worldStartedAt } from './run-world.ts';
export { settleOrder } from './settle-order.ts';
export { type Sources, sourcesOfAttempt, sourcesOfLog, startOfAttempt } from './sources.ts';
export { thrownOf } from './thrown.ts';
export { timeText } from './time-text.ts';
export type {
  AbortTrace,
  AttemptTrace,
  CallTrace,
  Execution,
  JumpTrace,
  LateTrace,
  LossTrace,
  MoveTrace,
  Thrown,
  Trace,
  TraceEnd,
  TurnTrace,
  TwinTrace,
} from './trace.ts';
