export type { Bucket } from './buckets.ts';
export { minimiseAlone, runCaseAlone } from './by-itself.ts';
export {
  type CampaignOptions,
  type CampaignProgress,
  type CampaignResult,
  runCampaign,
  runCampaignOn,
} from './campaign.ts';
export { caseAt } from './case-source.ts';
export type { CorpusResult } from './corpus-check.ts';
export { Crew, CrewBroken } from './crew.ts';
export { type GateOptions, type GatePart, type GateResult, runGate, type WorkflowShare } from './gate.ts';
export { judgeStates } from './gate-judgement.ts';
export type { GoldenResult } from './golden-check.ts';
export {
  type MinimiseKept,
  minimiseKept,
  type Reach,
  type Redundant,
  reachOf,
  redundantIn,
  type SmallerKept,
} from './kept.ts';
export { perform } from './perform.ts';
export { type RareState, rareStates } from './rare-states.ts';
export { ScheduledCases } from './scheduled-cases.ts';
export { startStopwatch } from './stopwatch.ts';
export type { Tally } from './tally.ts';
export type { ThreadData, ThreadMessage } from './task.ts';
export { CampaignThread, ThreadDied } from './thread.ts';
export type { PlantShare, SelfChecked, TriedPlant } from './trials.ts';
export { type Judgement, together, type Verdict } from './verdict.ts';
