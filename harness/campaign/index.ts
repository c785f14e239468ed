export type { Bucket } from './buckets.ts';
export { minimiseAlone, runCaseAlone } from './by-itself.ts';
export { type CampaignOptions, type CampaignProgress, type CampaignResult, runCampaign } from './campaign.ts';
export { caseAt } from './case-source.ts';
export { CrewBroken } from './crew.ts';
export { type RareState, rareStates } from './rare-states.ts';
export type { Tally } from './tally.ts';
